"""browser.py - headless Chromium, steered through its driver (W3C WebDriver, HTTP and JSON)."""

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

TIME_LIMIT = 120  # seconds for one command, on a busy machine too


class BrowserMissing(Exception):
    """Chromium or its driver is not installed."""


class Browser:
    """A window of its own; `with` ends it, its driver and nothing else."""

    def __init__(self, width=1280, height=900):
        for program in ("chromium", "chromedriver"):
            if shutil.which(program) is None:
                raise BrowserMissing(f"{program} is not installed (Debian: chromium,"
                                     " chromium-driver; scripts/setup.sh installs both)")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = ""
        try:
            self._open(width, height)
        except BaseException:
            self.close()
            raise

    def _open(self, width, height):
        # Every name resolves to nothing: a page that wants the network fails, and says so.
        arguments = ["--headless=new", f"--window-size={width},{height}", "--disable-gpu",
                     "--disable-dev-shm-usage", "--force-device-scale-factor=1",
                     "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-background-networking"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")  # Chromium's sandbox does not run as root
        wanted = {"browserName": "chrome",
                  "goog:chromeOptions": {"binary": shutil.which("chromium"), "args": arguments},
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        deadline = time.monotonic() + TIME_LIMIT
        while True:
            try:
                made = self._call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
                break
            except ConnectionError as error:
                if time.monotonic() > deadline or self.driver.poll() is not None:
                    raise RuntimeError(f"chromedriver does not answer: {error}") from error
                time.sleep(0.05)
        self.session = f"/session/{made['sessionId']}"
        self.cdp("Network.enable")
        self.cdp("Network.emulateNetworkConditions", offline=True, latency=0,
                 downloadThroughput=0, uploadThroughput=0)

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.close()

    def close(self):
        try:
            if self.session:
                self._call("DELETE", self.session)
        except (OSError, RuntimeError):
            pass  # it is gone already
        self.driver.terminate()
        try:
            self.driver.wait(10)
        except subprocess.TimeoutExpired:
            self.driver.kill()
            self.driver.wait()

    def _call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
                    request, timeout=TIME_LIMIT) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise RuntimeError(f"{value['error']}: {value['message']}") from error
        except urllib.error.URLError as error:
            raise ConnectionError(error.reason) from error

    def cdp(self, command, **parameters):
        return self._call("POST", f"{self.session}/goog/cdp/execute",
                          {"cmd": command, "params": parameters})

    def open(self, path):
        self._call("POST", f"{self.session}/url", {"url": path.resolve().as_uri()})

    def run(self, script, *arguments):
        """The value of a function body; `arguments` is what it was given."""
        return self._call("POST", f"{self.session}/execute/sync",
                          {"script": script, "args": list(arguments)})

    def _pointer(self, *actions):
        self._call("POST", f"{self.session}/actions", {"actions": [
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
             "actions": list(actions)}]})

    def move(self, x, y):
        self._pointer({"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0})

    def click(self, x, y):
        self._pointer({"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
                      {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def press(self, key):
        self._call("POST", f"{self.session}/actions", {"actions": [
            {"type": "key", "id": "keyboard", "actions": [{"type": "keyDown", "value": key},
                                                          {"type": "keyUp", "value": key}]}]})

    def log(self, kind):
        """Since the last call: `browser`, the console; `performance`, what the page asked for."""
        return self._call("POST", f"{self.session}/se/log", {"type": kind})

    def complaints(self):
        return [entry["message"] for entry in self.log("browser")]

    def requests(self):
        """The addresses that were asked for."""
        messages = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        return [message["params"]["request"]["url"] for message in messages
                if message["method"] == "Network.requestWillBeSent"]

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self._call("GET", f"{self.session}/screenshot")))
