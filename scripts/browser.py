"""browser.py - headless Chromium for tests and pictures of pages, by way of Selenium."""

import json
import os
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder

TIME_LIMIT = 120  # seconds for a page or a script, on a busy machine too


class BrowserMissing(Exception):
    """Chromium or its driver is not installed."""


def options(width, height):
    wanted = webdriver.ChromeOptions()
    wanted.binary_location = shutil.which("chromium")
    # Every name resolves to nothing: a page that wants the network fails, and says so.
    for argument in ("--headless=new", f"--window-size={width},{height}", "--disable-gpu",
                     "--disable-dev-shm-usage", "--force-device-scale-factor=1",
                     "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-background-networking"):
        wanted.add_argument(argument)
    if os.geteuid() == 0:
        wanted.add_argument("--no-sandbox")  # Chromium's sandbox does not run as root
    wanted.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return wanted


class Browser:
    """A window of its own; `with` ends it, its driver and nothing else."""

    def __init__(self, width=1280, height=900):
        for program in ("chromium", "chromedriver"):
            if shutil.which(program) is None:
                raise BrowserMissing(f"{program} is not installed (Debian: chromium,"
                                     " chromium-driver; scripts/setup.sh test installs both)")
        service = Service(shutil.which("chromedriver"), log_path=os.devnull)
        self.driver = webdriver.Chrome(service=service, options=options(width, height))
        self.driver.set_page_load_timeout(TIME_LIMIT)
        self.driver.set_script_timeout(TIME_LIMIT)
        self.cdp("Network.enable")
        self.cdp("Network.emulateNetworkConditions", offline=True, latency=0,
                 downloadThroughput=0, uploadThroughput=0)

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.driver.quit()

    def cdp(self, command, **parameters):
        """A command of the Chrome DevTools Protocol."""
        return self.driver.execute_cdp_cmd(command, parameters)

    def open(self, path):
        self.driver.get(path.resolve().as_uri())

    def run(self, script, *arguments):
        """The value of a function body; `arguments` is what it was given."""
        return self.driver.execute_script(script, *arguments)

    def move(self, x, y):
        builder = ActionBuilder(self.driver, duration=0)
        builder.pointer_action.move_to_location(round(x), round(y))
        builder.perform()

    def click(self):
        """Where the pointer is."""
        builder = ActionBuilder(self.driver, duration=0)
        builder.pointer_action.click()
        builder.perform()

    def press(self, key):
        ActionChains(self.driver, duration=0).send_keys(key).perform()

    def complaints(self):
        """Of the console, since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """The addresses that were asked for since the last call."""
        messages = [json.loads(entry["message"])["message"]
                    for entry in self.driver.get_log("performance")]
        return [message["params"]["request"]["url"] for message in messages
                if message["method"] == "Network.requestWillBeSent"]

    def screenshot(self, path):
        path.write_bytes(self.driver.get_screenshot_as_png())
