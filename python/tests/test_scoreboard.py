"""test_scoreboard.py - references beside components and networks around them."""

import pytest

import turnpike

SHAPE = {"VCS": 2, "DEPTH": 3}


def test_pins_have_the_widths_of_the_hardware():
    router = turnpike.Scoreboard("router", **SHAPE)
    assert list(router.inputs)[:3] == ["enable_i", "node_i", "limit_i"]
    assert router.inputs["in_flit_i"] == 5 * 34
    assert router.outputs == {"out_valid_o": 5, "out_vc_o": 5, "out_flit_o": 170, "out_route_o": 25,
                              "in_credit_o": 10, "error_o": 1, "idle_o": 1}
    interchange = turnpike.Scoreboard("interchange")
    assert "in_route_i" not in interchange.inputs and "paced_i" in interchange.inputs
    assert turnpike.Scoreboard("packet_router").outputs["queue_o"] == 5 * 5


def test_a_router_in_a_network_is_right_until_a_bit_is_turned_over():
    router = turnpike.Scoreboard("router", **SHAPE)
    around = turnpike.Surroundings(**SHAPE, RADIX=4, PLACE=5)
    router.reset()
    inputs = around.reset()
    assert inputs["enable_i"] == 1
    for _ in range(1000):
        outputs = router.expected()
        router.check(outputs)
        router.cycle(inputs)
        inputs = around.cycle(outputs)
    assert around.sent > around.delivered > 300
    assert router.now == 1000
    around.stop()
    while around.delivered != around.sent:
        outputs = router.expected()
        router.cycle(inputs)
        inputs = around.cycle(outputs)
    outputs = router.expected()
    expected = outputs["in_credit_o"]
    outputs["in_credit_o"] ^= 1 << 3
    with pytest.raises(turnpike.DifferenceError) as difference:
        router.check(outputs)
    assert str(difference.value) == (
        f"cycle {router.now}, port 1, in_credit_o: expected {expected >> 2 & 3:#x}, "
        f"actual {expected >> 2 & 3 ^ 2:#x}")
    assert isinstance(difference.value, AssertionError)


def test_inputs_that_break_a_duty_are_told_and_a_reset_helps():
    router = turnpike.Scoreboard("router", **SHAPE)
    router.reset()
    with pytest.raises(turnpike.DifferenceError, match="cycle 0: the inputs break a duty"):
        router.cycle({"out_credit_i": 1})  # of a flit that nobody sent
    with pytest.raises(turnpike.StateError, match="needs a reset"):
        router.expected()
    router.reset()
    assert router.expected()["idle_o"] == 1


def test_wrong_use_is_answered():
    with pytest.raises(turnpike.ArgumentError, match='"ruoter" is no component'):
        turnpike.Scoreboard("ruoter")
    with pytest.raises(turnpike.ArgumentError, match="VCS is 99; allowed: 1 to 16"):
        turnpike.Scoreboard("router", VCS=99)
    with pytest.raises(turnpike.ArgumentError, match="PLACE is 16"):
        turnpike.Surroundings(PLACE=16)
    with pytest.raises(TypeError, match="VCS: found 2.0"):
        turnpike.Scoreboard("router", VCS=2.0)
    router = turnpike.Scoreboard("router", **SHAPE)
    with pytest.raises(turnpike.StateError, match="no reset yet"):
        router.expected()
    router.reset()
    with pytest.raises(ValueError, match=r"out_valid_o: found 0x20, allowed: 5 bits"):
        router.check({"out_valid_o": 32})
    with pytest.raises(ValueError, match="out_valid_o: found -0x1"):
        router.check({"out_valid_o": -1})
    with pytest.raises(ValueError, match=r"pins: found \['valid'\]"):
        router.check({"valid": 1})


def test_closed_ones_say_so():
    router = turnpike.Scoreboard("router", **SHAPE)
    router.reset()
    assert repr(router) == "<turnpike.Scoreboard router, cycle 0>"
    with turnpike.Surroundings(**SHAPE, RADIX=4, PLACE=5) as around:
        around.reset()
        assert repr(around) == "<turnpike.Surroundings, 0 packets sent, 0 delivered>"
    router.close()
    router.close()
    assert repr(router) == "<turnpike.Scoreboard, closed>"
    assert repr(around) == "<turnpike.Surroundings, closed>"
    for call in (router.reset, router.expected, lambda: router.check({}), lambda: router.cycle({}),
                 lambda: router.now):
        with pytest.raises(turnpike.StateError, match="the Scoreboard was closed"):
            call()
    for call in (around.reset, around.stop, lambda: around.cycle({}), lambda: around.sent):
        with pytest.raises(turnpike.StateError, match="the Surroundings was closed"):
            call()
