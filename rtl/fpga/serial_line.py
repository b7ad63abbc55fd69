"""serial_line.py - commands to a network in an FPGA, and the random numbers that it begins with."""

import math
import os
import select
import struct
import termios
import tty

MASK = (1 << 64) - 1
SELF = 254  # the demonstrator itself


class Refused(Exception):
    """Something that a user can mend."""


# ---- Random numbers, as model/common/random.h has them

def mix(x):
    """Finalizer of splitmix64."""
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def state_of(seed, node):
    """State of a node's generator in cycle 0 (model/traffic/xorshift_traffic.h)."""
    generator = 12  # the stream
    key = mix(mix(mix(seed) ^ generator) ^ node)
    return (mix(mix(key) ^ key) >> 32) or 1


def rounded(value):
    """To the nearest whole number, halves up."""
    return math.floor(value + 0.5)


# ---- The line

class Line:
    """Commands of rtl/fpga/serial_commands.v over a serial line."""

    def __init__(self, device, baud, timeout):
        try:
            self.file = os.open(device, os.O_RDWR | os.O_NOCTTY)
            tty.setraw(self.file)
            speed = getattr(termios, f"B{baud}")
            attributes = termios.tcgetattr(self.file)
            attributes[4] = attributes[5] = speed
            termios.tcsetattr(self.file, termios.TCSANOW, attributes)
            termios.tcflush(self.file, termios.TCIOFLUSH)
        except (OSError, termios.error) as error:
            raise Refused(f"{device}: {error.args[-1]}") from error
        except AttributeError as error:
            raise Refused(f"--baud: {baud} is no speed of a serial line") from error
        self.device = device
        self.timeout = timeout
        os.write(self.file, bytes(7))  # what is left of a command ends here
        self.drain()

    def drain(self):
        while select.select([self.file], [], [], 0.1)[0]:
            if not os.read(self.file, 4096):
                break

    def command(self, first, node, register, data):
        os.write(self.file, struct.pack("<cBBI", first, node, register, data & 0xFFFFFFFF))
        answer = b""
        while len(answer) < 5:
            if not select.select([self.file], [], [], self.timeout)[0]:
                raise Refused(f"{self.device}: no answer in {self.timeout} s")
            answer += os.read(self.file, 5 - len(answer))
        if answer[:1] != first:
            raise Refused(f"{self.device}: an answer that belongs to no command: {answer.hex()}")
        return struct.unpack("<I", answer[1:])[0]

    def write(self, node, register, data):
        self.command(b"W", node, register, data)

    def read(self, node, register):
        return self.command(b"R", node, register, 0)
