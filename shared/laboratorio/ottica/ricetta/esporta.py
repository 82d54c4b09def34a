"""Writes weights as the Go reader takes them: esporta.py IN.pt OUT.pesi

Batch normalisation is folded into the convolutions; weights are 8-bit integers with one scale for each output plane.
Layout, little endian: "PVL1", u16 length of the alphabet and the alphabet (class 0 is the blank and is not in it), u8 layers; each layer:
u8 kernel height, u8 kernel width, u8 pool height, u8 pool width, u16 planes in, u16 planes out, f32 scale[out], f32 bias[out], i8 weight[out][in][kh][kw].
"""
import hashlib
import struct
import sys

import numpy as np
import torch
import torch.nn as nn

import strisce
from rete import Rete


def strati(rete):
    """Kernel, bias and pooling of each layer, in order."""
    corpo = list(rete.corpo)
    for i, m in enumerate(corpo):
        if not isinstance(m, nn.Conv2d):
            continue
        bn = corpo[i + 1]
        scala = (bn.weight / torch.sqrt(bn.running_var + bn.eps)).detach()
        w = (m.weight * scala[:, None, None, None]).detach().numpy()
        b = (bn.bias - bn.running_mean * scala).detach().numpy()
        passo = (1, 1)
        for p in corpo[i + 2:i + 4]:
            if isinstance(p, nn.MaxPool2d):
                passo = p.kernel_size if isinstance(p.kernel_size, tuple) else (p.kernel_size, p.kernel_size)
        yield w, b, passo
    yield rete.testa.weight.detach().numpy()[:, :, None, :], rete.testa.bias.detach().numpy(), (1, 1)


def main():
    rete = Rete(len(strisce.ALFABETO) + 1)
    rete.load_state_dict(torch.load(sys.argv[1], map_location="cpu"))
    rete.eval()
    tutti = list(strati(rete))
    esce = b"PVL1" + struct.pack("<H", len(strisce.ALFABETO)) + strisce.ALFABETO.encode() + struct.pack("<B", len(tutti))
    for w, b, passo in tutti:
        co, ci, kh, kw = w.shape
        scala = np.abs(w).reshape(co, -1).max(1) / 127 + 1e-12
        interi = np.clip(np.rint(w / scala[:, None, None, None]), -127, 127).astype(np.int8)
        esce += struct.pack("<BBBBHH", kh, kw, passo[0], passo[1], ci, co)
        esce += scala.astype("<f4").tobytes() + b.astype("<f4").tobytes() + interi.tobytes()
    open(sys.argv[2], "wb").write(esce)
    print(len(esce), "byte, sha256", hashlib.sha256(esce).hexdigest())


if __name__ == "__main__":
    main()
