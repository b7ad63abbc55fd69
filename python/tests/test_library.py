"""test_library.py - what turnpike.h has is in Python under its name, and does the same."""

import re
import threading

import numpy as np
import pytest

import turnpike

# Functions of a network that are something else in Python.
OTHERWISE = {"create", "destroy", "free", "error", "run", "run_together"}
WITHOUT_NETWORK = {"api_version", "version", "status_text"}


def functions_of_the_headers(root):
    names = set()
    for header in (root / "api").glob("turnpike*.h"):
        names |= set(re.findall(r"^TURNPIKE_API [^;(]*?\bturnpike_(\w+)\(", header.read_text(),
                                re.MULTILINE))
    return names


def test_every_function_has_its_name_in_all_languages(root):
    names = functions_of_the_headers(root)
    assert len(names) > 50 and names >= OTHERWISE | WITHOUT_NETWORK
    cpp = set(re.findall(r"\b(\w+)\(", (root / "api" / "turnpike.hpp").read_text()))
    for name in names - WITHOUT_NETWORK - {"create", "destroy", "free"}:
        assert name.removeprefix("get_") in cpp, name
    for name in names - WITHOUT_NETWORK - OTHERWISE:
        assert hasattr(turnpike.Network, name.removeprefix("get_")), name


def drawn(net, seed):
    """Packets of one cycle."""
    random = np.random.default_rng(seed)
    return random.integers(0, net.nodes, (4, 2))


def test_replies_from_a_callback_are_those_of_a_loop(mesh):
    def answer(net, tag, source, destination):
        if tag < 1000:
            net.offer(destination, source, 5, tag=tag + 1000)

    called = turnpike.Network(mesh)
    heard = []

    def on_delivery(delivery):
        heard.append((delivery.tag, delivery.delivered, delivery.source, delivery.hops))
        answer(called, delivery.tag, delivery.source, delivery.destination)

    called.on_delivery(on_delivery)
    looped = turnpike.Network(mesh)
    taken = []
    for net in (called, looped):
        for tag, (source, destination) in enumerate(drawn(net, 1)):
            net.offer(source, destination, 1, tag=tag)
    assert called.step_until_idle()
    while looped.outstanding:
        looped.step()
        for one in looped.take_deliveries():
            taken.append((one["tag"], one["delivered"], one["source"], one["hops"]))
            answer(looped, int(one["tag"]), int(one["source"]), int(one["destination"]))
    assert len(heard) == 8 and heard == taken
    assert called.deliveries_waiting == 0
    called.on_delivery(None)
    called.offer(0, 1)
    assert called.step_until_delivery() and called.deliveries_waiting == 1 and len(heard) == 8


def test_what_a_callback_raises_the_step_raises(mesh):
    net = turnpike.Network(mesh)

    def refuse(delivery):
        raise ValueError(f"tag {delivery.tag}")

    net.on_delivery(refuse)
    net.offer([0, 1], [0, 1], tag=[7, 8])
    for tag in (7, 8):  # each is heard once
        with pytest.raises(ValueError, match=f"tag {tag}"):
            net.step(1000)
    assert net.step_until_idle() and net.deliveries_waiting == 0

    def step(_delivery):
        net.step()

    net.on_delivery(step)
    net.offer(0, 1)
    with pytest.raises(turnpike.BusyError):
        net.step(100)
    net.on_event(lambda _event: net.cycle)
    net.on_delivery(None)
    net.offer(0, 1)
    with pytest.raises(turnpike.BusyError):
        net.step(100)


def test_a_callback_keeps_no_network(mesh):
    import gc
    import weakref
    net = turnpike.Network(mesh)
    net.on_delivery(lambda _delivery: net.cycle)
    there = weakref.ref(net)
    del net
    gc.collect()
    assert there() is None


def test_events_are_heard_with_tag_and_kind(mesh):
    net = turnpike.Network(mesh)
    heard = []
    net.on_event(lambda event: heard.append((turnpike.EVENT_KINDS[event.kind], event.tag)))
    net.record_events()
    net.offer(0, 1, 2, tag=9)
    net.step_until_idle()
    assert heard == [(kind, 9) for kind in ("queued", "injected", "hop", "hop", "head",
                                            "delivered")]
    assert net.events_waiting == 6
    assert [event["tag"] for event in net.take_events()] == [9] * 6


def test_bytes_come_out_as_they_went_in(mesh):
    net = turnpike.Network(mesh, packet_bytes=16, header_flits=1, queue_limit=4)
    data = bytes(range(50))
    assert net.send_bytes(0, 15, data, tag=3)
    assert net.class_queue(0) == (4, 4 + 50 // 4 + 1)  # headers, and flits of 4 bytes
    assert not net.send_bytes(0, 15, data)  # four packets wait
    assert net.send_bytes(1, 2, memoryview(data)[::5])
    assert net.send_bytes(2, 3, b"")
    net.step_until_idle()
    assert net.messages_waiting == 3 and net.deliveries_waiting == 0
    found = {}
    while (message := net.take_message()) is not None:
        found[message.source] = message
    assert [found[node].data for node in range(3)] == [data, data[::5], b""]
    assert found[0].tag == 3 and found[0].packets == 4 and found[0].destination == 15
    assert found[0].queued == 0 < found[0].delivered == found[0].released
    heard = []
    net.on_message(lambda message: heard.append(message.data))
    net.send_bytes(0, 15, data)
    net.step_until_idle()
    assert heard == [data] and net.messages_waiting == 0
    for wrong in (5, "text", [1, 2]):
        with pytest.raises(TypeError):
            net.send_bytes(0, 1, wrong)


CLASSES = {"router.message_classes": 2, "router.virtual_channels": 4}


def test_ordered_classes_keep_the_order_of_pairs(mesh):
    def released(ordered):
        net = turnpike.Network(mesh, CLASSES, ordered_classes=ordered)
        for cycle in range(300):
            for source in range(16):
                net.offer(source, (source * 5 + cycle % 2 * 3) % 16, 1 + cycle % 7, tag=cycle)
            net.step()
        net.step_until_idle()
        last = {}
        late = 0
        found = net.take_deliveries()
        for one in found[np.argsort(found["released"], kind="stable")]:
            pair = (one["source"], one["destination"])
            late += one["tag"] < last.get(pair, 0)
            last[pair] = one["tag"]
        return late, net.reorder_state()

    late, state = released(0)
    assert late > 0 and state.most_flits == 0
    late, state = released(1)
    assert late == 0 and state.most_flits > 0 and state.packets == 0
    with pytest.raises(turnpike.ArgumentError, match="ordered_classes: found 0x4"):
        turnpike.Network(mesh, CLASSES, ordered_classes=4)


def test_a_class_has_a_queue_and_limits_of_its_own(mesh):
    net = turnpike.Network(mesh, CLASSES, queue_limit=2, queue_limit_flits=10)
    assert net.queue_space(0) == net.queue_space(0, 1) == (2, 10)
    assert net.offer([0, 0, 0], 5, 4) == 2
    assert net.queue_space(0) == (0, 2) and net.queue_space(0, 1) == (2, 10)
    assert net.offer(0, 5, 4, message_class=1) == 1
    net.set_queue_limits(0, 0)
    assert net.queue_space(0) == (2**32 - 1, 2**32 - 1)
    net.set_queue_limit(1)
    assert net.offer(0, 5) == 0


def test_a_node_that_takes_nothing_in_stalls_the_network(mesh):
    net = turnpike.Network(mesh)
    net.hold_deliveries(5)
    net.offer(np.repeat(np.arange(16), 5), 5, 4)
    net.step(2000)
    assert net.deliveries_waiting == 0 and net.outstanding == 80
    net.hold_deliveries(5, held=False)
    assert net.step_until_idle() and net.deliveries_waiting == 80


def test_idle_time_is_free_and_told(mesh):
    net = turnpike.Network(mesh)
    assert net.next_event is None
    assert net.step(10**15) and net.cycle == 10**15
    net.offer(0, 1)
    assert net.next_event == net.cycle
    with pytest.raises(turnpike.StateError, match="run.clock_mhz: found auto"):
        net.time_ns


def test_times_are_in_ns_where_the_clock_is_known(mesh):
    net = turnpike.Network(mesh, {"run.clock_mhz": 2000})
    assert net.clock_period == 0.5
    net.offer(0, 3, 2)
    assert net.step_until_ns(50.3) and net.cycle == 100 and net.time_ns == 50
    assert net.step_until_ns(20) and net.cycle == 100  # is over
    assert net.take_deliveries()["delivered_ns"][0] == 0.5 * (2 + 3 + 1)  # of 3 hops, 2 flits
    for wrong in (-1, 1e300, float("nan")):
        with pytest.raises(turnpike.ArgumentError, match="ns: found"):
            net.step_until_ns(wrong)
    for cycle in range(101, 400):  # sums of 0.5 ns, one cycle each
        net.step_until_ns(0.5 * cycle)
        assert net.cycle == cycle


def test_a_network_goes_on_from_a_file(mesh, tmp_path):
    net = turnpike.Network(mesh)
    net.offer(np.arange(16), 15 - np.arange(16), 20)
    net.step(10)
    net.save(tmp_path / "state")
    net.step_until_idle()
    rest = net.take_deliveries()
    other = turnpike.Network(mesh)
    other.restore(tmp_path / "state")
    assert other.cycle == 10 and other.step_until_idle()
    assert (other.take_deliveries() == rest).all() and len(rest) == 16
    with pytest.raises(turnpike.ConfigurationError, match="radix"):
        turnpike.Network(mesh, {"network.radix": 5}).restore(tmp_path / "state")


def test_another_thread_ends_a_step(mesh):
    net = turnpike.Network(mesh)
    net.hold_deliveries(5)
    net.offer(0, 5, 4)  # under way for ever
    timer = threading.Timer(0.1, net.interrupt)
    timer.start()
    assert not net.step(10**12)
    timer.join()
    net.interrupt()  # of the next one
    assert not net.step_until_idle()
    net.hold_deliveries(5, held=False)
    assert net.step_until_idle()


def test_channels_have_their_flits(mesh):
    net = turnpike.Network(mesh)
    assert net.channel_flits().size == net.channel_utilisation().size == 0
    net.offer(0, 1, 5)
    net.step(20)
    flits = net.channel_flits()
    assert flits.sum() == 5 and flits.dtype == np.uint64
    way = [(channel.source, channel.target) for channel in net.channels()]
    assert way[int(flits.argmax())] == (0, 1)
    assert (net.channel_utilisation() == flits / 20).all()
    assert net.channel(int(flits.argmax())).latency == net.component(0).kind == 0


def test_statistics_are_text_too(mesh):
    net = turnpike.Network(mesh)
    net.step(5)
    assert '"cycles": 5' in net.statistics_json()
    assert re.fullmatch("[0-9a-f]{32}", net.inputs)
