"""test_network.py - a network to which packets are offered."""

import signal
import subprocess
import sys
import threading

import numpy as np
import pandas
import pytest

import turnpike


def test_a_packet_arrives_with_its_tag_and_cycles(mesh):
    net = turnpike.Network(mesh)
    assert net.nodes == len(net) == 16
    assert net.offer(0, 15, 4, tag=77) == 1
    assert net.outstanding == 1
    assert net.step_until_delivery()
    (delivery,) = net.take_deliveries()
    assert delivery["tag"] == 77
    assert (delivery["source"], delivery["destination"], delivery["flits"]) == (0, 15, 4)
    assert delivery["hops"] == 6
    assert delivery["queued"] == 0
    # One cycle a hop, the channels to and from the network besides; the tail 3 cycles behind.
    assert delivery["head"] == delivery["injected"] + 7
    assert delivery["delivered"] == delivery["head"] + 3
    assert net.outstanding == 0 and len(net.deliveries()) == 0


def test_arrays_are_broadcast_and_come_back_by_their_cycle(mesh):
    net = turnpike.Network(mesh)
    sources = np.arange(16)
    assert net.offer(sources, (sources + 1) % 16, 2, tag=sources + 100) == 16
    assert net.step_until_idle()
    found = net.deliveries()
    assert found.dtype == turnpike.DELIVERY
    assert sorted(found["tag"]) == list(range(100, 116))
    assert (np.diff(found["delivered"].astype(int)) >= 0).all()
    assert (found["destination"] == (found["source"] + 1) % 16).all()


def test_arrays_give_the_same_as_numbers(mesh):
    one, many = turnpike.Network(mesh), turnpike.Network(mesh)
    draw = np.random.default_rng(1)
    packets = np.zeros(50, turnpike.PACKET)
    packets["source"] = draw.integers(0, 16, 50)
    packets["destination"] = draw.integers(0, 16, 50)
    packets["flits"] = draw.integers(1, 9, 50)
    packets["tag"] = np.arange(50)
    assert many.offer_packets(packets) == 50
    for p in packets:
        one.offer(p["source"].item(), p["destination"].item(), p["flits"].item(), tag=int(p["tag"]))
    for net in (one, many):
        net.step(1000)
    assert (one.deliveries() == many.deliveries()).all()
    assert one.cycle == many.cycle == 1000


def test_a_full_queue_takes_no_more(mesh):
    net = turnpike.Network(mesh, queue_limit=3)
    assert net.offer(np.zeros(10, int), 5, 1) == 3
    assert net.queue_length(0) == 3
    assert net.offer(0, 5) == 0
    net.step(20)
    assert net.offer(0, 5) == 1


def test_bounds_in_cycles_are_kept(mesh):
    net = turnpike.Network(mesh)
    assert not net.step_until_delivery()  # nothing is under way
    assert net.cycle == 0
    net.offer(0, 15)
    assert not net.step_until_delivery(3)
    assert net.cycle == 3
    assert not net.step_until_idle(1)
    assert net.step_until_idle(10_000)
    net.step(10_000)
    assert net.cycle > 10_000


def test_reset_gives_the_same_again(mesh):
    net = turnpike.Network(mesh)
    found = []
    for _ in range(2):
        net.offer(np.arange(16), 3, 5)
        net.step_until_idle()
        found.append(net.deliveries())
        net.reset()
        assert net.cycle == 0
    assert (found[0] == found[1]).all()


def test_events_are_recorded_on_request(mesh):
    net = turnpike.Network(mesh)
    net.offer(0, 1)
    net.step_until_idle()
    assert len(net.events()) == 0
    net.record_events()
    net.offer(0, 2)
    net.step_until_idle()
    kinds = [turnpike.EVENT_KINDS[kind] for kind in net.take_events()["kind"]]
    assert kinds[0] == "queued" and kinds[-1] == "delivered"
    assert kinds.count("hop") >= 2
    assert len(net.events()) == 0


def test_statistics_are_those_of_the_schema(mesh):
    net = turnpike.Network(mesh)
    net.offer(np.arange(16), 0, 2)
    net.step_until_idle()
    statistics = net.statistics()
    assert list(statistics) == list(turnpike.schema("run")["properties"])
    assert statistics["packets"] == 16
    assert "latency" in net.statistics_table()


def test_configurations_of_all_kinds(mesh, tmp_path, root):
    file = tmp_path / "mesh.toml"
    file.write_text(mesh)
    as_dict = {"network": {"topology": "mesh", "radix": [4, 4]}}
    for config in (mesh, file, str(file), as_dict, root / "configs" / "mesh_8x8.toml"):
        assert turnpike.Network(config).topology == "mesh"
    wide = turnpike.Network(mesh, {"router.virtual_channels": 2, "network.radix": [4, 2]})
    assert wide.nodes == 8 and wide.shape.virtual_channels == 2
    assert turnpike.Network(mesh, ["network.radix=3"]).nodes == 9
    assert 'topology = "mesh"' in wide.configuration


@pytest.mark.parametrize("config, overrides, kind, words", [
    ("no/such.toml", None, turnpike.ConfigurationError, "no/such.toml: cannot be read"),
    ("[network]\ntopology = 3\n", None, turnpike.ConfigurationError,
     "configuration:2: key 'network.topology': found 3, allowed:"),
    ({"network": {"topology": "mesh", "radix": 4, "dimensions": 2}}, {"router.bufer_depth": 2},
     turnpike.ConfigurationError, "nearest known key: 'router.buffer_depth'"),
    ({"network": {"topology": "torus", "radix": 4, "dimensions": 1, "direction": "unidirectional"},
      "router": {"virtual_channels": 1}}, None, turnpike.UnsoundError, "deadlock"),
])
def test_bad_configurations_have_the_programs_text(config, overrides, kind, words):
    with pytest.raises(kind) as caught:
        turnpike.Network(config, overrides)
    assert words in str(caught.value)
    assert isinstance(caught.value, turnpike.Error) and caught.value.status < 0


def test_wrong_use_is_answered(mesh):
    net = turnpike.Network(mesh)
    with pytest.raises(turnpike.ArgumentError, match="16"):
        net.offer(0, 16)
    with pytest.raises(turnpike.ArgumentError):
        net.offer(0, 1, 0)
    with pytest.raises(ValueError, match="destination: found -1"):
        net.offer(0, np.array([-1]))
    with pytest.raises(ValueError, match="source: found -1"):
        net.offer(-1, 0)
    with pytest.raises(TypeError, match="flits: found 1.5"):
        net.offer(0, 1, 1.5)
    with pytest.raises(TypeError, match="allowed: whole numbers"):
        net.offer(0, np.array([1.0]))
    with pytest.raises(ValueError):
        net.offer(np.arange(3), np.arange(4))
    with pytest.raises(TypeError, match="overrides"):
        turnpike.Network(mesh, "a=b")
    with pytest.raises(TypeError, match="found None"):
        turnpike.Network({"network": {"radix": None}})
    assert net.outstanding == 0
    net.close()
    with pytest.raises(turnpike.Error):
        net.step()


def test_threads_of_different_networks_run_at_the_same_time(mesh):
    found = {}

    def work(seed):
        net = turnpike.Network(mesh)
        net.offer(np.arange(16), np.arange(16)[::-1], 1 + seed)
        net.step(20_000)
        found[seed] = net.deliveries()

    threads = [threading.Thread(target=work, args=(i % 2,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found[0]) == len(found[1]) == 16
    assert (found[1]["flits"] == 2).all()


def test_packets_are_taken_by_the_names_and_types_of_their_fields(mesh):
    one, other = turnpike.Network(mesh), turnpike.Network(mesh)
    packets = np.zeros(3, turnpike.PACKET)
    packets["tag"], packets["source"] = [70, 80, 90], [1, 2, 3]
    packets["destination"], packets["flits"] = [15, 14, 13], [4, 5, 6]
    turned = np.zeros(3, [(name, turnpike.PACKET[name])
                          for name in reversed(turnpike.PACKET.names)])
    for name in turnpike.PACKET.names:
        turned[name] = packets[name]
    assert one.offer_packets(packets) == other.offer_packets(turned) == 3
    for net in (one, other):
        assert net.step_until_idle()
    found = one.deliveries()
    assert sorted(found["tag"]) == [70, 80, 90]
    assert (found == other.deliveries()).all()
    assert one.offer_packets(packets[::2]) == 2  # a view with gaps
    assert one.offer_packets(np.zeros(0, turnpike.PACKET)) == 0


def wrong_packets():
    names = list(turnpike.PACKET.names)
    fields = [(name, turnpike.PACKET[name]) for name in names]
    return [np.array([1.7, 1.2]), np.array([1, 2]), np.zeros(2, fields[:-1]),
            np.zeros(2, [*fields, ("more", "u4")]), np.zeros(2, [("id", "u8"), *fields[1:]]),
            np.zeros(2, [(name, "f8") for name in names]),
            np.zeros(2, [(name, "i8") for name in names]),
            np.zeros(2, turnpike.PACKET.newbyteorder(">")), np.zeros(2, turnpike.DELIVERY),
            [(0, 1, 2, 3, 0)], [], "packets"]


def test_a_frame_is_taken_by_the_names_of_its_columns(mesh):
    one, other = turnpike.Network(mesh), turnpike.Network(mesh)
    frame = pandas.DataFrame({"tag": [70, 80], "flits": [4, 5], "destination": [15, 14],
                              "source": [1, 2]})
    assert one.offer_packets(frame) == 2
    assert other.offer([1, 2], [15, 14], [4, 5], tag=[70, 80]) == 2
    assert other.offer_packets(frame[["destination", "source"]][:0]) == 0
    for net in (one, other):
        assert net.step_until_idle()
    assert (one.deliveries() == other.deliveries()).all()
    assert one.offer_packets(frame[["destination", "source"]]) == 2  # of one flit


@pytest.mark.parametrize("frame, words", [
    (pandas.DataFrame({"source": [1], "to": [2]}), "columns .*'to'.*allowed: source and"),
    (pandas.DataFrame({"source": [1]}), "columns .'source'."),
    (pandas.DataFrame([[1, 2, 3]], columns=["source", "destination", "source"]), "columns"),
    (pandas.DataFrame({"source": [1.7], "destination": [2]}), "source: found an array of float64"),
    (pandas.DataFrame({"source": ["1"], "destination": [2]}), "source: found an array of"),
    (pandas.Series([1, 2], name="source"), "packets: found Series"),
])
def test_frames_of_something_else_are_refused(mesh, frame, words):
    net = turnpike.Network(mesh)
    with pytest.raises(TypeError, match=words):
        net.offer_packets(frame)
    assert net.outstanding == 0


def test_a_number_is_taken_without_the_detour_by_an_array(mesh, monkeypatch):
    """A packet at a time once cost as much as fifty in an array."""
    net = turnpike.Network(mesh)
    monkeypatch.setattr(turnpike.network, "broadcast", None)  # nor by a check in Python
    monkeypatch.setattr(turnpike.records, "_whole", None)
    assert net.offer(0, 15, 4, message_class=0, tag=7) == 1
    assert net.offer(np.int64(0), np.uint32(14), np.uint8(4), tag=np.uint64(2**64 - 1)) == 1
    assert net.step_until_idle()
    assert sorted(net.deliveries()["tag"].tolist()) == [7, 2**64 - 1]


@pytest.mark.parametrize("source", [True, np.True_, "1", None, 1.0, np.float64(1), -1, 2**32,
                                    np.int64(-1), [1.5], [-1], ["1"], [True]])
def test_what_is_no_node_is_refused(mesh, source):
    net = turnpike.Network(mesh)
    with pytest.raises((TypeError, ValueError), match="source: found"):
        net.offer(source, 1)
    with pytest.raises((TypeError, ValueError), match="source: found"):
        net.offer(source, [1, 2])
    assert net.outstanding == 0


@pytest.mark.parametrize("packets", wrong_packets(), ids=range(len(wrong_packets())))
def test_arrays_of_other_records_are_refused(mesh, packets):
    net = turnpike.Network(mesh)
    with pytest.raises(TypeError, match="packets: found .* allowed: .*turnpike.PACKET"):
        net.offer_packets(packets)
    assert net.outstanding == 0


def test_no_packets_are_an_offer_of_none(mesh):
    net = turnpike.Network(mesh)
    assert net.offer([], 0) == 0
    assert net.offer(0, np.zeros(0, int), []) == 0
    assert net.outstanding == 0


def test_an_idle_network_is_idle_at_once(mesh):
    net = turnpike.Network(mesh)
    assert net.step_until_idle()
    assert not net.step_until_delivery()
    assert net.cycle == 0


def test_a_closed_network_says_so(mesh):
    net = turnpike.Network(mesh)
    assert "16 nodes" in repr(net)
    net.close()
    net.close()
    assert repr(net) == "<turnpike.Network, closed>"
    for call in (net.step, net.deliveries, net.graph, net.statistics, net.reset,
                 lambda: net.offer(0, 1), lambda: net.nodes, lambda: len(net), lambda: net.cycle):
        with pytest.raises(turnpike.StateError, match="the network was closed"):
            call()


def test_a_network_in_use_has_a_repr(mesh):
    net = turnpike.Network(mesh)
    stop = threading.Event()

    def work():
        while not stop.is_set():
            net.step(1000)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        while repr(net) != "<turnpike.Network, in use by another thread>":
            pass
    finally:
        stop.set()
        thread.join()
    assert "16 nodes" in repr(net)


def test_signals_are_looked_for_within_a_call_on_a_loaded_network(mesh):
    """All these cycles once were one piece, after which the handler ran for the first time."""
    net = turnpike.Network(mesh, {"network.radix": 32, "network.dimensions": 2})
    sources = np.repeat(np.arange(1024), 100)
    net.offer(sources, (sources * 7 + 13) % 1024, 5)
    seen = []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(net.cycle))
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    try:
        net.step(1000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert seen and seen[0] < 1000


def test_a_process_made_by_fork_goes_on_and_ends(mesh):
    """Its threads did not come with it: steps, and the end of Python, once waited for them."""
    code = f"""
import os, sys, turnpike
net = turnpike.Network({mesh!r}, threads=2)
net.offer(list(range(16)), 3, 5)
net.step(5)
child = os.fork()
if child == 0:
    if sys.argv[1] == "step":
        assert net.step_until_idle() and len(net.deliveries()) == 16
    sys.exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
assert net.step_until_idle() and len(net.deliveries()) == 16
"""
    for what in ("step", "leave"):
        subprocess.run([sys.executable, "-c", code, what], check=True, timeout=120)
