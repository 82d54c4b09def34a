"""Trains the weights: addestra.py SECONDS OUT.pt [START.pt]

Plates and print are one net: half of the strips each. Some processes draw strips and descend at once on shared weights, without a lock.
Seeds: 101.. train, 202 validates; evaluation is the bench's (make bench, row ottica), with a seed by flag.
"""
import os
import sys
import time

import numpy as np
import torch
import torch.multiprocessing as mp

import strisce
from rete import Rete

LOTTO = 32
PROCESSI = int(os.environ.get("PROCESSI", "2"))


def lotti(officina, quante=128):
    xs = sorted((officina.striscia() for _ in range(quante)), key=lambda z: z[0].shape[1])
    for i in range(0, quante, LOTTO):
        b = xs[i:i + LOTTO]
        w = (max(x.shape[1] for x, _ in b) + 3) // 4 * 4
        yield np.stack([np.pad(x, ((0, 0), (0, w - x.shape[1])), mode="edge") for x, _ in b])[:, None], [t for _, t in b]


def letto(p):
    testi = []
    for riga in p.argmax(1).numpy():
        s, prima = "", 0
        for v in riga:
            if v != prima and v:
                s += strisce.ALFABETO[v - 1]
            prima = v
        testi.append(s)
    return testi


def valida(rete, prove):
    rete.eval()
    giusti = tutti = 0
    with torch.no_grad():
        for x, t in prove:
            for a, b in zip(letto(rete(torch.from_numpy(x))), t):
                giusti += a == b
                tutti += 1
    rete.train()
    return giusti / tutti


def scendi(quale, rete, durata, esce, dolce):
    torch.set_num_threads(1)
    torch.manual_seed(101 + quale)
    seme = 101 + quale + (0 if dolce else int(time.time()) % 100000 * 10)
    officine = [strisce.Officina(g, seme) for g in ("targhe", "stampa")]
    massimo = 3e-3 if dolce else 1.5e-3
    passi, n, perdite, inizio = torch.optim.AdamW(rete.parameters(), massimo, weight_decay=1e-4), 0, [], time.time()
    ctc = torch.nn.CTCLoss(zero_infinity=True)
    prove = {g: list(lotti(strisce.Officina(g, 202, valutazione=True), 256)) for g in ("targhe", "stampa")} if quale == 0 else {}
    ultimo = inizio
    while time.time() - inizio < durata:
        for o in officine:
            o.duro = min(1.0, 0.2 + (time.time() - inizio) / (durata * 0.15)) if dolce else 1.0
        for x, testi in [l for o in officine for l in lotti(o)]:
            p = rete(torch.from_numpy(x))
            bersagli = torch.tensor([strisce.INDICE[c] for t in testi for c in t], dtype=torch.long)
            perdita = ctc(p.permute(2, 0, 1), bersagli, torch.full((len(testi),), p.shape[2], dtype=torch.long), torch.tensor([len(t) for t in testi]))
            passi.zero_grad()
            perdita.backward()
            torch.nn.utils.clip_grad_norm_(rete.parameters(), 5)
            parte = min(1.0, (time.time() - inizio) / durata)
            for g in passi.param_groups:
                g["lr"] = massimo * min(1, n / 3200 + 0.05) * (0.5 * (1 + np.cos(np.pi * parte)) + 0.005)
            passi.step()
            n += len(testi)
            perdite.append(perdita.item())
        if quale == 0 and time.time() - ultimo > 90:
            ultimo = time.time()
            torch.save(rete.state_dict(), esce)
            misure = " ".join(f"{g}={valida(rete, p):.3f}" for g, p in prove.items())
            print(f"{ultimo - inizio:.0f}s strisce={n} perdita={np.mean(perdite[-200:]):.3f} validazione: {misure}", flush=True)
    if quale == 0:
        torch.save(rete.state_dict(), esce)
        misure = " ".join(f"{g}={valida(rete, p):.3f}" for g, p in prove.items())
        print(f"fine: strisce={n} per processo, perdita={np.mean(perdite[-400:]):.3f} validazione: {misure}", flush=True)


def main():
    durata, esce = float(sys.argv[1]), sys.argv[2]
    rete = Rete(len(strisce.ALFABETO) + 1)
    if len(sys.argv) > 3:
        rete.load_state_dict(torch.load(sys.argv[3]))
    rete.train()
    rete.share_memory()
    mp.spawn(scendi, args=(rete, durata, esce, len(sys.argv) < 4), nprocs=PROCESSI)


if __name__ == "__main__":
    main()
