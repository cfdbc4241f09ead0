#!/usr/bin/env python3
"""Takes all free memory of the first GPU, says so in one line, and keeps it until it is killed (10 minutes at most).

Plain allocations through the driver (cuMemAlloc), from 1 GiB down to 1 MiB, until nothing more is given.
"""

import ctypes
import time

cuda = ctypes.CDLL("libcuda.so.1")


def check(status, doing):
    if status != 0:
        raise SystemExit(f"{doing}: CUDA error {status}")


device, context = ctypes.c_int(), ctypes.c_void_p()
check(cuda.cuInit(0), "starting the driver")
check(cuda.cuDeviceGet(ctypes.byref(device), 0), "finding the GPU")
check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "opening the GPU")
check(cuda.cuCtxSetCurrent(context), "opening the GPU")
taken, size = 0, 1 << 30
while size >= 1 << 20:
    place = ctypes.c_uint64()
    if cuda.cuMemAlloc_v2(ctypes.byref(place), ctypes.c_size_t(size)) == 0:
        taken += size
    else:
        size >>= 1
print(f"   {taken >> 20} MiB of the GPU's memory are taken", flush=True)
time.sleep(600)
