#!/usr/bin/env python3
"""latency_curve.py - latency over traffic of an 8x8 mesh with 1, 2 and 4 virtual channels."""
import matplotlib.pyplot as plt

import turnpike

mesh = {"network": {"topology": "mesh", "radix": 8, "dimensions": 2}, "run": {"measurement": 2000}}
loads = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4]
frame = turnpike.sweep(mesh, loads, {"router.virtual_channels": [1, 2, 4]})
for channels, curve in frame[~frame["saturated"]].groupby("router.virtual_channels"):
    plt.plot(curve["accepted"], curve["latency"], "o-", label=f"{channels} virtual channels")
plt.xlabel(f"accepted traffic ({frame.attrs['units']['accepted']})")
plt.ylabel(f"latency ({frame.attrs['units']['latency']})")
plt.legend()
plt.savefig("latency_curve.png")
