"""The line reader: five 3x3 convolutions, then one along the line; CTC classes every 4 px."""
import torch.nn as nn

PIANI = (16, 32, 64, 64, 96)


class Rete(nn.Module):
    def __init__(self, classi):
        super().__init__()
        a, b, c, d, e = PIANI

        def strato(i, o, passo):
            return [nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(True), nn.MaxPool2d(passo)]

        self.corpo = nn.Sequential(*strato(1, a, 2), *strato(a, b, 2), *strato(b, c, (2, 1)), *strato(c, d, (2, 1)),
                                   nn.Conv2d(d, e, (2, 3), padding=(0, 1), bias=False), nn.BatchNorm2d(e), nn.ReLU(True), nn.Dropout(0.1))
        self.testa = nn.Conv1d(e, classi, 3, padding=1)

    def forward(self, x):  # N,1,32,W -> N,classes,W/4
        return self.testa(self.corpo(x).squeeze(2)).log_softmax(1)
