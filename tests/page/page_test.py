#!/usr/bin/env python3
"""page_test.py - the page of `turnpike report` in headless Chromium, from disk, network off.

  page_test.py TEST --program TURNPIKE --work FOLDER

TEST is a function below. Nothing is skipped: without Chromium the test fails and says what is
missing. What the page shows is compared with the files of the run.
"""

import argparse
import csv
import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from browser import Browser, BrowserMissing  # noqa: E402
KEYS = {"right": "\ue014", "down": "\ue015", "home": "\ue011", "escape": "\ue00c", "tab": "\ue004",
        "end": "\ue010", "left": "\ue012", "space": "\ue00d"}

# Where a share of a stroke lies in the window, and its figures as the pointer finds them.
MIDDLE = """
const path = document.querySelector(`[data-channel="${arguments[0]}"]`);
path.scrollIntoView({block: 'center', inline: 'center'});
const stroke = DATA.networks[DATA.points[state.point].network].strokes[arguments[0]];
const [x, y] = strokeAt(stroke, arguments[1]);
const at = new DOMPoint(x * UNIT, y * UNIT).matrixTransform(picture.root.getScreenCTM());
return [at.x, at.y];"""
FACTS = """
const list = document.querySelector(`${arguments[0]} dl`);
if (!list || document.querySelector(arguments[0]).hidden) return null;
return Object.fromEntries([...list.querySelectorAll('dd')].map((d) => [d.dataset.key,
  d.textContent]));"""


class Failure(Exception):
    """What was shown is not what should be."""


def check(is_right, what):
    if not is_right:
        raise Failure(what)


def near(text, value, digits, what):
    """`text` begins with a number that is `value` but for its rounding."""
    shown = float(text.split()[0])
    check(abs(shown - value) <= 0.6 * 10 ** -digits, f"{what}: shown {text}, should be {value}")


def turnpike(program, *arguments):
    run = subprocess.run([program, *map(str, arguments)], text=True, capture_output=True,
                         check=False, timeout=120)
    check(run.returncode == 0, f"turnpike {arguments[0]}: {run.stderr}")


def run_page(program, work, config, *options):
    """Runs a configuration on the model and makes its page."""
    shutil.rmtree(work, ignore_errors=True)
    turnpike(program, "run", ROOT / "configs" / config, "--engine", "model", "--set",
             "run.measurement=2000", *options, "--out", work)
    turnpike(program, "report", work)
    return work / "report.html"


def channel_rows(folder):
    with open(folder / "channels.csv", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def compare_channel(shown, row, where):
    check(shown is not None, f"{where}: nothing is shown")
    for key in ("channel", "from", "from_port", "to", "to_port"):
        check(shown[key] == row[key], f"{where}: {key} is {shown[key]}, should be {row[key]}")
    near(shown["utilisation"], 100 * float(row["utilisation"]), 1, f"{where}, utilisation")
    vcs = [key for key in row if key.startswith("occupancy_vc")]
    check(bool(vcs), f"{where}: channels.csv has no occupancies")
    for key in vcs:
        check(key in shown, f"{where}: no {key}")
        value = float(row[key])
        near(shown[key], value, 3 if value < 1 else 2, f"{where}, {key}")


def finish(browser, page):
    """No complaint on the console, and nothing was asked for but the page."""
    complaints = browser.complaints()
    check(not complaints, f"the console says: {complaints}")
    asked = [address for address in browser.requests() if address != "data:,"]
    check(asked == [page.resolve().as_uri()], f"the page asked for {asked}")


def point_at(browser, c):
    """What is shown where the pointer finds channel c: some places are crossings with others."""
    for share in (0.4, 0.6, 0.25, 0.75, 0.1, 0.9):
        browser.move(*browser.run(MIDDLE, c, share))
        shown = browser.run(FACTS, "#tip")
        if shown is not None and shown.get("channel") == str(c):
            break
    return shown


def hover_all(browser, folder, channels):
    rows = channel_rows(folder)
    for c in channels if channels is not None else range(len(rows)):
        shown = point_at(browser, c)
        compare_channel(shown, rows[c], f"{folder.name}, pointer at channel {c}")
        compare_channel(browser.run(FACTS, "#readout"), rows[c],
                        f"{folder.name}, below the picture, channel {c}")


def hover(program, work):
    """Every channel of a mesh under the pointer, both directions."""
    page = run_page(program, work, "mesh_8x8.toml", "--set", "network.radix=4")
    with Browser() as browser:
        browser.open(page)
        hover_all(browser, work, None)
        finish(browser, page)


def networks(program, work):
    """Channels of every kind of network, wrap-around, express and between layers."""
    for config, options, channels in (
            ("torus_8ary_2cube.toml", (), (0, 1, 28, 31, 252, 255)),
            ("torus_10ary_3cube.toml", (), (0, 5, 2999, 5999)),
            ("hypercube_8.toml", ("--set", "network.dimensions=5"), (0, 3, 4, 79, 159)),
            ("butterfly_4ary_3fly.toml", (), (0, 3, 127)),
            ("irregular_10_switches.toml", (), (0, 1, 29)),
            ("express_mesh_16x16.toml", (), (0, 500, 1100)),
            ("torus_packets.toml", (), (0, 199))):
        folder = work / config.split(".", maxsplit=1)[0]
        page = run_page(program, folder, config, *options)
        with Browser() as browser:
            browser.open(page)
            hover_all(browser, folder, channels)
            finish(browser, page)


def keyboard(program, work):
    """Without a pointer: the picture is reached by tabs, and arrows go from channel to channel."""
    page = run_page(program, work, "mesh_8x8.toml")
    rows = channel_rows(work)
    busiest = max(range(len(rows)), key=lambda c: float(rows[c]["utilisation"]))
    with Browser() as browser:
        browser.open(page)
        for _ in range(40):
            browser.press(KEYS["tab"])
            if browser.run("return document.activeElement === picture.root;"):
                break
        else:
            raise Failure("the picture is not reached by 40 tabs")
        browser.press(KEYS["home"])
        compare_channel(browser.run(FACTS, "#readout"), rows[busiest], "the busiest")
        second = browser.run("return channelsByLoad(DATA.points[0].utilisation.length)[1];")
        browser.press(KEYS["down"])
        compare_channel(browser.run(FACTS, "#readout"), rows[second], "the second busiest")
        browser.press(KEYS["right"])
        compare_channel(browser.run(FACTS, "#readout"), rows[(second + 1) % len(rows)], "the next")
        browser.press(KEYS["escape"])
        check(browser.run(FACTS, "#readout") is None, "Escape does not let go")
        finish(browser, page)


def contents(program, work):
    """Figures, percentiles, configuration and the path of the slowest message of a run."""
    page = run_page(program, work, "torus_8ary_2cube.toml")
    results = json.loads((work / "results.json").read_text())
    with open(work / "slowest.csv", encoding="utf-8") as file:
        slowest = list(csv.DictReader(file))
    with Browser() as browser:
        browser.open(page)
        for key in ("latency", "accepted", "hops", "packets", "latency_p95"):
            text = browser.run("return document.querySelector(`[data-figure='${arguments[0]}']`)"
                               ".textContent;", key).replace("\u202f", "")
            check(abs(float(text) - results[key]) <= 1e-4 * results[key],
                  f"{key}: shown {text}, should be {results[key]}")
        check(browser.run("return document.getElementById('config').textContent;")
              == results["config"], "the configuration is not the run's")
        marks = browser.run("return [...document.querySelectorAll('[data-percentile]')].map((m) =>"
                            " m.textContent);")
        check(f"99 % {results['latency_p99']}" in marks, f"marked are {marks}")
        check(len(browser.run("return [...document.querySelectorAll('#slowest tbody tr')].map((r)"
                              " => r.textContent);")) == len(slowest), "not all slow messages")
        browser.run("document.querySelector('#slowest button').click();")
        hops = browser.run("return [...document.querySelectorAll('#path tbody tr')].map((r) =>"
                           " [...r.cells].map((c) => c.textContent.replace('\\u202f', '')));")
        first = slowest[0]
        check(hops[0][1] == "queued" and hops[0][5] == first["queued"], f"{hops[0]}")
        check(hops[1][1] == "injected" and hops[1][5] == first["injected"], f"{hops[1]}")
        check(hops[-2][3] == "terminal" and hops[-2][5] == first["head"], f"{hops[-2]}")
        check(hops[-1][5] == first["delivered"], f"{hops[-1]}")
        way = browser.run("return document.querySelectorAll('[data-way]').length;")
        check(way == len(hops) - 4, f"{way} channels are marked, the path has {len(hops) - 4}")
        finish(browser, page)


def sweep(program, work):
    """Two curves: the chosen point changes what is shown; saturation is marked."""
    shutil.rmtree(work, ignore_errors=True)
    turnpike(program, "sweep", ROOT / "configs/torus_8ary_2cube.toml", "--engine", "model", "--set",
             "run.measurement=2000", "--set", "router.virtual_channels=2,4", "--load",
             "0.1,0.3,0.9", "--jobs", 2, "--out", work)
    turnpike(program, "report", work)
    page = work / "report.html"
    data = json.loads((work / "sweep.json").read_text())
    with Browser() as browser:
        browser.open(page)
        check(browser.run("return document.querySelectorAll('#curve-charts .saturation').length;")
              == 4, "saturation is not marked in both charts for both curves")
        check(browser.run("return document.querySelectorAll('#curve-charts .interval').length;")
              >= 4, "confidence intervals are missing")
        index = 0
        for curve in data["curves"]:
            for point in curve["points"]:
                folder = work / "points" / pathlib.Path(point["file"]).stem
                browser.run("choosePoint(arguments[0]);", index)
                near(browser.run("return document.querySelector(`[data-figure='latency']`)"
                                 ".textContent;").replace("\u202f", ""), point["latency"],
                     3 - len(str(int(point["latency"]))), "latency")
                rows = channel_rows(folder)
                compare_channel(point_at(browser, 17), rows[17], f"point {index}")
                browser.move(2, 2)
                index += 1
        chosen = browser.run("document.querySelector('#curve-charts [data-point=\"1\"]')"
                             ".dispatchEvent(new Event('click')); return state.point;")
        check(chosen == 1, "a click on a point does not choose it")
        finish(browser, page)


def names(program, work):
    """A name that looks like markup is only a name."""
    work.mkdir(parents=True, exist_ok=True)
    config = work / "<script>document.title='caught'<%2Fscript>&quot;.toml"
    config.write_text((ROOT / "configs/mesh_8x8.toml").read_text())
    folder = work / "out"
    shutil.rmtree(folder, ignore_errors=True)
    turnpike(program, "run", config, "--engine", "model", "--set", "run.measurement=1000", "--out",
             folder)
    turnpike(program, "report", folder)
    results = folder / "results.json"  # a file's name cannot hold this one
    changed = json.loads(results.read_text())
    for name in (changed["name"], "</script><script>document.title = 'caught'</script><!--"):
        changed["name"] = name
        results.write_text(json.dumps(changed))
        turnpike(program, "report", folder)
        page = folder / "report.html"
        with Browser() as browser:
            browser.open(page)
            shown = browser.run("return document.getElementById('name').textContent;")
            check(shown == name, f"shown {shown}, should be {name}")
            title = browser.run("return document.title;")
            check(title == f"{name} - Turnpike", f"the title is {title}")
            finish(browser, page)


def workloads(program, work):
    """Figures and tables of a workload; a bar for each message of the critical path, a square for
    each flow, with a frame where it misses a limit."""
    for config, table, selector, options in (
            ("layers_4x4.toml", "critical_path.csv", "g", ()),
            ("flows_4x4.toml", "rates.csv", "rect", ("--set", "workload.scale=1.4"))):
        page = run_page(program, work / config, config, *options)
        results = json.loads((page.parent / "results.json").read_text())
        with (page.parent / table).open(newline="") as file:
            rows = list(csv.DictReader(file))
        with Browser() as browser:
            browser.open(page)
            for name, value in results["workload"]["figures"].items():
                text = browser.run("return document.querySelector(`[data-workload="
                                   "'${arguments[0]}']`).textContent;", name)
                check(abs(float(text.replace("\u202f", "")) - value) <= 1e-4 * value,
                      f"{name}: shown {text}, should be {value}")
            titles = browser.run("return [...document.querySelectorAll(`#workload-tables svg "
                                 "${arguments[0]} > title`)].map((t) => t.textContent);", selector)
            check(len(titles) == len(rows), f"{len(titles)} marks for {len(rows)} rows of {table}")
            missed = sum("misses" in title for title in titles)
            expected = sum(row.get("missed") == "1" for row in rows)
            check(expected > 0 or table != "rates.csv", "no flow misses a limit: nothing is tried")
            check(missed == expected, f"{missed} flows with a frame, {expected} miss a limit")
            cells = browser.run("return document.querySelectorAll('#workload-tables tbody tr')"
                                ".length;")
            check(cells == len(rows), f"{cells} rows of {table} are shown")
            browser.screenshot(work / f"{config}.png")
            finish(browser, page)


# Font size, in pixels of the screen, of the smallest text in a chart.
LEAST_TEXT = """
return Math.min(...[...document.querySelectorAll('svg.chart text')].map((text) => {
  const {a, b} = text.getScreenCTM();
  return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
}));"""


def deep(program, work):
    """A buffer of 16 flits is folded: its cells are about square, none has the place of another,
    and the front flit lies at the router."""
    page = run_page(program, work, "mesh_8x8.toml", "--set", "router.virtual_channels=1", "--set",
                    "router.buffer_depth=16")
    with Browser() as browser:
        browser.open(page)
        long, wide, lines, places, front = browser.run("""
            const grid = player.picture.grids[0];
            const {long, wide, lines} = player.picture.cells(grid, 16);
            const spots = Array.from({length: 16}, (_, slot) =>
              player.picture.cell(grid, 0, slot, 16));
            const along = ([x, y]) => (x - grid.x) * grid.along[0] + (y - grid.y) * grid.along[1];
            return [long, wide, lines, new Set(spots.map((s) => s.map((v) => v.toFixed(6)).join()))
              .size, spots.every((spot) => along(spot) >= along(spots[0]) - 1e-9)];""")
        check(0.5 < long / wide < 2, f"a cell is {long} by {wide}")
        check(lines > 1, "the buffer is not folded")
        check(places == 16, f"16 flits lie at {places} places")
        check(front, "the front flit does not lie at the router")
        finish(browser, page)


def schemes(program, work):
    """Light, dark, narrow and on paper: the page fits its width and complains of nothing."""
    page = run_page(program, work, "torus_8ary_2cube.toml")
    for width in (1280, 420):
        with Browser(width, 900) as browser:
            browser.open(page)
            for scheme in ("light", "dark"):
                browser.cdp("Emulation.setEmulatedMedia",
                            features=[{"name": "prefers-color-scheme", "value": scheme}])
                extent = browser.run("const d = document.documentElement;"
                                     " return [d.scrollWidth, d.clientWidth];")
                check(extent[0] <= extent[1], f"{scheme}: {extent[0]} wide in {extent[1]}")
                least = browser.run(LEAST_TEXT)
                check(least >= 7, f"{scheme}, {width} wide: text of a chart is {least} pixels high")
                browser.screenshot(work / f"{scheme}_{width}.png")
            printed = browser.cdp("Page.printToPDF", printBackground=True)["data"]
            check(len(printed) > 20000, "nothing is printed")
            finish(browser, page)


def play(program, work):
    """The run is played: keys and buttons step, a click on a flit follows its packet, its wait is
    said in words, filters dim the others."""
    page = run_page(program, work, "mesh_8x8.toml", "--set", "traffic.load=0.4")
    with Browser() as browser:
        browser.open(page)
        cycle = "return shownCycle();"
        end = browser.run("return player.play.end;")
        browser.run("byId('play-canvas').focus();")
        for key, expected in (("home", 0), ("right", 1), ("right", 2), ("left", 1), ("end", end),
                              ("right", end), ("left", end - 1)):
            browser.press(KEYS[key])
            check(browser.run(cycle) == expected, f"{key}: cycle {browser.run(cycle)}, should be"
                                                  f" {expected}")
        check(browser.run("return byId('play-slider').max;") == str(end), "the slider's end")
        browser.press(KEYS["home"])
        browser.run("byId('play-speed').value = '100';")
        browser.press(KEYS["space"])
        for _ in range(200):
            if browser.run(cycle) > 20:
                break
        else:
            raise Failure("space does not play")
        browser.press(KEYS["space"])
        at = browser.run(cycle)
        check(browser.run("return player.isOn;") is False, "space does not pause")
        check(browser.run(cycle) == at, "it goes on after a pause")
        follow_a_wait(browser)
        browser.run("follow(null); byId('play-source').value = '5';"
                    "byId('play-source').dispatchEvent(new Event('change'));")
        dim = browser.run("return [...Array(player.play.packets).keys()].every((p) =>"
                          " lookOf(p).isDim === (player.play.packet.source[p] !== 5));")
        check(dim, "the filter by source does not dim the packets of others")
        check(len(browser.run("return byId('play-latency').querySelector('.mean').getAttribute("
                              "'d');")) > 50, "no latency over time")
        finish(browser, page)


def follow_a_wait(browser):
    """A packet that waits for a credit: a click on its flit follows it, and the words name the VC
    and the router, in whose buffer there is no room."""
    found = browser.run("""
        for (let t = 100; t < player.play.end; ++t) {
          for (const [packet] of (player.time = t, waiting(t))) {
            const stage = player.play.placeOf(packet, t);
            const wait = player.play.wait(stage, t);
            if (wait.why !== 'credit') continue;
            goTo(t);
            follow(packet);
            follow(null);
            const channel = player.play.channelAt.get(wait.component * player.play.ports +
              wait.port);
            const [x, y] = player.picture.hits.find((hit) => hit[2] === packet);
            byId('play-canvas').scrollIntoView({block: 'center'});
            const box = byId('play-canvas').getBoundingClientRect();
            const network = DATA.networks[0];
            if (channel === undefined) continue;
            const [, , to, port] = network.channels[channel];
            return {packet, t, vc: wait.vc, to, x: box.left + x / network.width * box.width,
              y: box.top + y / network.height * box.height,
              room: network.buffer_depth - player.play.occupancy(t, network.names.length)[
                (to * player.play.ports + port) * network.vcs + wait.vc]};
          }
        }
        return null;""")
    check(found is not None, "no packet waits for a credit")
    browser.move(found["x"], found["y"])
    browser.click()
    check(browser.run("return player.followed;") == found["packet"], "a click does not follow")
    words = browser.run("return byId('play-story').textContent;")
    expected = f"waits for a credit of VC {found['vc']} at router {found['to']}"
    check(expected in words, f"shown: {words}; should say: {expected}")
    # Slots whose credits are on their way back count as taken.
    check(found["room"] <= 3, f"{found['room']} slots are free where a credit is waited for")


# Of each packet of the record: the cycles of its life, and [cycle, component, port, VC] of its head
# on each output, in the order of cycles.
PLAYED_PACKETS = """
const {play} = player;
const cycle = (value) => (value === NEVER ? null : value);
return Array.from({length: play.packets}, (_, p) => ({
  name: [play.packet.source[p], play.packet.number[p]], queued: play.packet.queued[p],
  injected: cycle(play.packet.injected[p]), delivered: cycle(play.packet.delivered[p]),
  hops: play.stagesOf(p).filter((s) => play.stage.kind[s] === STAGE.hop).map((s) =>
    [play.times[play.from[s]], DATA.networks[0].names[play.stage.component[s]],
     play.stage.port[s], play.stage.vc[s]]).sort((a, b) => a[0] - b[0])}));"""


def logged_packets(file):
    """The same from the event log of the run, as far as the page's record goes."""
    packets = {}
    with open(file, encoding="utf-8") as lines:
        next(lines)  # the version
        for row in csv.DictReader(lines):
            name = (int(row["source"]), int(row["packet"]))
            packet = packets.setdefault(name, {"name": list(name), "queued": None,
                                               "injected": None, "delivered": None, "hops": []})
            if row["event"] == "hop":
                packet["hops"].append([int(row["cycle"]), row["component"], int(row["port"]),
                                       int(row["vc"])])
            elif row["event"] in packet:
                packet[row["event"]] = int(row["cycle"])
    return packets


def packets(program, work):
    """What the page plays of packet routers is what the event log says of each packet, and words
    say why one waits."""
    for config in ("torus_packets.toml", "hypercube_6_packets.toml", "butterfly_packets.toml"):
        folder = work / config.split(".", maxsplit=1)[0]
        log = folder.with_suffix(".csv")
        page = run_page(program, folder, config, "--set", "run.warmup=0", "--set",
                        "run.measurement=300", "--set", "router.flit_bits=64", "--events", log)
        logged = logged_packets(log)
        with Browser() as browser:
            browser.open(page)
            check(browser.run("return player.play.isCut;") is False, f"{config}: not whole")
            played = browser.run(PLAYED_PACKETS)
            check(len(played) == len(logged) > 100,
                  f"{config}: {len(played)} packets are played, {len(logged)} are logged")
            for packet in played:
                right = logged[tuple(packet["name"])]
                check(packet == right, f"{config}: played {packet}, logged {right}")
            words = browser.run("""
                const found = new Set();
                for (let t = player.play.begin; t < player.play.end; t += 7) {
                  for (const [packet] of waiting(t)) found.add(story(packet, t)[0]);
                }
                return [...found];""")
            check(any("waits" in each for each in words), f"{config}: nobody waits: {words[:5]}")
            browser.run("byId('play-canvas').focus();")
            browser.press(KEYS["home"])
            check(browser.run("return shownCycle() === player.play.begin;"), "home: not the begin")
            finish(browser, page)


def late(program, work):
    """A run whose first message comes late is played from there on."""
    trace = work.with_suffix(".trace")
    trace.parent.mkdir(parents=True, exist_ok=True)
    trace.write_text("".join(f"{cycle} 0 {node} 5\n" for cycle, node in
                             ((4000, 3), (4000, 12), (4010, 15))))
    page = run_page(program, work, "mesh_8x8.toml", "--set", "network.radix=4", "--set",
                    "traffic.pattern=trace", "--set", f"traffic.file={trace}", "--unset",
                    "traffic.load", "--unset", "traffic.length")
    with Browser() as browser:
        browser.open(page)
        shown = browser.run("goTo(0); return [shownCycle(), player.play.begin,"
                            " Number(byId('play-slider').min)];")
        check(shown == [4000, 4000, 4000], f"the first cycle is {shown}, should be 4000")
        check(browser.run("return player.heatMap.loads.bins;") < 20,
              "the map of heat has cycles before the first event")
        finish(browser, page)


def deadlock(program, work):
    """The circle that the program reports is one that the page draws."""
    shutil.rmtree(work, ignore_errors=True)
    run = subprocess.run([program, "run", ROOT / "configs/torus_deadlock.toml", "--engine", "model",
                          "--allow-deadlock", "--out", work], capture_output=True, check=False,
                         timeout=120)
    check(run.returncode == 1, f"the run ends with {run.returncode}")
    turnpike(program, "report", work)
    page = work / "report.html"
    standstill = json.loads((work / "results.json").read_text())["standstill"]
    expected = {(place["component"], place["port"], place["vc"]) for place in standstill["waiting"]}
    with Browser() as browser:
        browser.open(page)
        circles = browser.run("""
            const {play} = player;
            goTo(play.end);
            return circlesNow(play.end).map(({list}) => list.map(({stage}) => {
              const [component, port] = play.receiverOf(stage);
              return [DATA.networks[0].names[component], port, play.stage.vc[stage]];
            }));""")
        check(expected in [{tuple(place) for place in circle} for circle in circles],
              f"{circles}, without {expected}")
        check("Deadlock" in browser.run("return byId('play-words').textContent;"), "not said")
        early = browser.run("return circlesNow(Math.min(...player.circles.map((c) => c.since)))"
                            ".length;")
        check(early == 0, "a circle is drawn before it closes")
        finish(browser, page)


TESTS = (play, packets, late, deadlock, deep, hover, networks, keyboard, contents, sweep, names,
         workloads, schemes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    by_name = {test.__name__: test for test in TESTS}
    parser.add_argument("test", choices=by_name)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/turnpike")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/page")
    arguments = parser.parse_args()
    try:
        by_name[arguments.test](arguments.program.resolve(),
                                arguments.work.resolve() / arguments.test)
    except (BrowserMissing, Failure, RuntimeError) as error:
        sys.exit(f"{arguments.test}: {error}")
    print(f"{arguments.test}: passed")


if __name__ == "__main__":
    main()
