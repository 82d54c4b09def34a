"""Writes strips for the test of the Go reader: campioni.py WEIGHTS.pt OUT_FOLDER (strisce.png: one strip of 336 px a row; strisce.txt: width and text)."""
import sys

import numpy as np
import torch
from PIL import Image

import strisce
from addestra import letto
from rete import Rete


def main():
    rete = Rete(len(strisce.ALFABETO) + 1)
    rete.load_state_dict(torch.load(sys.argv[1]))
    rete.eval()
    righe, testi = [], []
    for genere in ("targhe", "stampa"):
        o, presi = strisce.Officina(genere, 202, valutazione=True), 0
        o.duro = 0.4
        while presi < 12:
            x, t = o.striscia()
            if len(t) < 3 or x.shape[1] > 336:
                continue
            p = rete(torch.from_numpy(np.pad(x, ((0, 0), (0, -x.shape[1] % 4)), mode="edge"))[None, None])
            if letto(p.detach())[0] != t:
                continue
            righe.append(np.pad((np.clip((x + 1) / 2, 0, 1) * 255).astype(np.uint8), ((0, 0), (0, 336 - x.shape[1]))))
            testi.append(f"{x.shape[1]} {t}")
            presi += 1
    Image.fromarray(np.vstack(righe)).save(sys.argv[2] + "/strisce.png")
    open(sys.argv[2] + "/strisce.txt", "w").write("\n".join(testi) + "\n")


if __name__ == "__main__":
    main()
