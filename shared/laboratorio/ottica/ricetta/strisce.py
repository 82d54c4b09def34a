"""Strips for training the line reader: 32 px high, any width, paper light, with the text they bear.

Everything is drawn here by numbers from a seed: no picture of a real vehicle or paper is used.
"""
import io
import random
import string
from functools import lru_cache

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

import facce

LETTERE = "ABCDEFGHJKLMNPRSTVWXYZ"
TUTTE = string.ascii_uppercase
CIFRE = string.digits
ALFABETO = CIFRE + TUTTE + "/.-:,+<> "
INDICE = {c: i + 1 for i, c in enumerate(ALFABETO)}  # 0 is the blank of CTC
ALTEZZA = 32
MESI = "GEN FEB MAR APR MAG GIU LUG AGO SET OTT NOV DIC".split()


def cosi(r, insieme, n):
    return "".join(r.choice(insieme) for _ in range(n))


def testo_targa(r):
    """Half by the grammar of Italy, half at random: the net must not learn the grammar."""
    difficili = LETTERE + "WWMMNNHVYKXZRBP"
    u = r.random()
    if u < 0.34:
        return cosi(r, difficili, 2) + cosi(r, CIFRE, 3) + cosi(r, difficili, 2)
    if u < 0.46:
        return r.choice([cosi(r, CIFRE, 5), cosi(r, difficili, 2), cosi(r, CIFRE, 3) + cosi(r, difficili, 2), cosi(r, difficili, 2) + cosi(r, CIFRE, 5)])
    if u < 0.60:
        return cosi(r, TUTTE, r.randint(1, 3)) + cosi(r, CIFRE, r.randint(1, 4)) + cosi(r, TUTTE, r.randint(0, 3))
    if u < 0.66:
        return cosi(r, CIFRE, r.randint(1, 4)) + cosi(r, TUTTE, r.randint(1, 3)) + cosi(r, CIFRE, r.randint(1, 3))
    return cosi(r, TUTTE + CIFRE, r.randint(2, 8))


def testo_stampa(r):
    u = r.random()
    if u < 0.45:
        g, m, a, s = r.randint(1, 31), r.randint(1, 12), r.randint(1990, 2039), r.choice("//.--. ")
        anno = str(a) if r.random() < 0.6 else "%02d" % (a % 100)
        if r.random() < 0.35:
            return "%02d%s%s%s%s" % (g, s, r.choice(MESI), s, anno)
        return "%02d%s%02d%s%s" % (g, s, m, s, anno)
    if u < 0.52:
        return cosi(r, CIFRE, r.randint(1, 6)) + r.choice(",.") + cosi(r, CIFRE, 2)
    if u < 0.66:
        return cosi(r, CIFRE, r.choice([8, 11, 12, 18, 18]))
    if u < 0.72:
        return cosi(r, CIFRE, 11) + "-" + cosi(r, CIFRE, 1)
    if u < 0.82:
        return r.choice(["<" + cosi(r, CIFRE, 18) + ">", cosi(r, CIFRE, 8) + "+" + cosi(r, CIFRE, 2) + ">", cosi(r, CIFRE, 12) + "<", cosi(r, CIFRE, 3) + ">"])
    if u < 0.88:
        return cosi(r, TUTTE, 2) + cosi(r, CIFRE, 9) + cosi(r, TUTTE, 2)
    if u < 0.93:
        return "%02d%s%02d" % (r.randint(0, 23), r.choice(":."), r.randint(0, 59))
    return cosi(r, CIFRE + TUTTE, r.randint(2, 10))


@lru_cache(512)
def carattere(nome, corpo):
    return ImageFont.truetype(nome, corpo)


class Officina:
    """Makes strips of one kind ("targhe" or "stampa") from one seed."""

    def __init__(self, genere, seme, valutazione=False):
        self.genere, self.r, self.g = genere, random.Random(seme), np.random.RandomState(seme % (2**32))
        nomi = {("targhe", False): facce.TARGHE, ("targhe", True): facce.TARGHE_VALUTAZIONE,
                ("stampa", False): facce.STAMPA, ("stampa", True): facce.STAMPA_VALUTAZIONE}[genere, valutazione]
        self.facce = facce.percorsi(nomi)
        self.targhe = genere == "targhe"
        self.duro = 1.0  # how much of the dirt and distance: training begins easy

    def striscia(self):
        """One strip as float32 [32, W] between -1.6 and 1.6, and its text; one in twenty-five bears none."""
        r = self.r
        vuota = r.random() < 0.04
        testo = "" if vuota else (testo_targa(r) if self.targhe else testo_stampa(r))
        inchiostro, largo = (None, r.randint(48, 200)) if vuota else self.inchiostro(testo)
        x = self.fondo(largo, testo, inchiostro)
        x = self.guasta(x)
        return normalizza(x), testo.replace(" ", "")  # a gap is no character: the grammar knows where words end

    def maschera(self, testo):
        """The letters alone, white on black, cut to their box."""
        r = self.r
        f = carattere(r.choice(self.facce), r.choice([44, 50]))
        im = Image.new("L", (80 + len(testo) * 66 + 120, 130), 0)
        d = ImageDraw.Draw(im)
        x, passo = 20.0, (r.uniform(0, 11) if self.targhe else r.choice([0, 0, r.uniform(-1, 7)]))
        salto = r.uniform(2, 34)
        storto = 0 if self.targhe else r.uniform(0, 2.0)
        for i, c in enumerate(testo):
            if self.targhe and i and testo[i - 1].isdigit() != c.isdigit():
                x += salto
                if r.random() < 0.3:  # the round mark of the Republic, a seal, a dash
                    y, q = 35 + r.uniform(8, 36), r.uniform(4, 13)
                    (d.ellipse if r.random() < 0.6 else d.rectangle)([x - q - 1, y, x - 1, y + (q if r.random() < 0.7 else q / 2)], fill=r.choice([120, 180, 255]))
                    x += 2
            if c == " ":
                x += r.uniform(11, 26)
                continue
            d.text((x, 35 + r.gauss(0, storto)), c, font=f, fill=255)
            x += d.textlength(c, font=f) + passo
        return im.crop(im.getbbox() or (0, 0, 8, 8))

    def inchiostro(self, testo):
        """The letters as they fall on the strip (double size), and the strip's width."""
        r = self.r
        im = self.maschera(testo)
        u = r.random()
        if u < 0.25:
            im = im.filter(ImageFilter.MaxFilter(3))
        elif u < 0.4:
            im = im.filter(ImageFilter.MinFilter(3))
        alto = r.uniform(18, 27.5) if self.targhe else r.uniform(14, 25)
        sy = alto / im.height
        sx = sy * (r.uniform(0.62, 1.45) if self.targhe else r.uniform(0.75, 1.3))
        ml, mr = r.uniform(2, 28), r.uniform(2, 28)
        largo = int(min(336, max(40, im.width * sx + ml + mr)))
        sx = min(sx, (largo - 6) / im.width)
        ml = min(ml, largo - 3 - im.width * sx)
        su = (ALTEZZA - alto) / 2 + r.gauss(0, 1.2)
        k = 2
        m = np.array([[sx * k, 0, ml * k], [0, sy * k, su * k], [0, 0, 1.0]])
        cx, cy = largo * k / 2, 16.0 * k
        obliquo, giro, fuga = r.gauss(0, 0.10), r.gauss(0, 0.02), r.gauss(0, 0.00012)
        p = np.array([[1, obliquo, -obliquo * cy], [giro, 1, -giro * cx], [fuga, 0, 1 - fuga * cx]]) @ m
        inv = np.linalg.inv(p)
        inv /= inv[2, 2]
        # shrinking without blur first would drop strokes
        im = im.filter(ImageFilter.BoxBlur(max(0.0, (1 / (sy * k) - 1) / 2)))
        im = im.transform((largo * k, ALTEZZA * k), Image.PERSPECTIVE, tuple(inv.flatten()[:8]), Image.BILINEAR)
        return im, largo

    def fondo(self, largo, testo, inchiostro):
        r, g, k = self.r, self.g, 2
        w, h = largo * k, ALTEZZA * k
        carta = r.uniform(0.55, 1)
        b = Image.new("F", (w, h), carta)
        luce = Image.fromarray(g.rand(3, 6).astype(np.float32)).resize((w, h), Image.BICUBIC)
        x = np.asarray(b) * (1 - r.uniform(0, 0.4) * np.asarray(luce))
        im = Image.fromarray((np.clip(x, 0, 1) * 255).astype(np.uint8))
        d = ImageDraw.Draw(im)
        (self.cornice if self.targhe else self.righe)(d, w, h)
        if inchiostro is None:
            if r.random() < 0.7:
                for _ in range(r.randint(2, 14)):
                    a, c = r.uniform(0, w), r.uniform(0, h)
                    forma = r.choice([d.line, d.ellipse, d.rectangle])
                    forma([a, c, a + r.uniform(2, w / 3), c + r.uniform(2, h)], fill=r.randint(0, 255))
            return np.asarray(im, np.float32) / 255
        nero = int(255 * min(r.uniform(0, 0.5), carta - 0.15))
        if self.targhe and r.random() < 0.35:  # embossed letters throw a shadow or catch the light
            dx, dy = r.randint(-3, 3), r.randint(-3, 3)
            ombra = ImageChops.offset(inchiostro, dx, dy).filter(ImageFilter.GaussianBlur(1))
            im.paste(r.choice([nero + 30, 255]), mask=ombra.point(lambda v, q=r.uniform(0.2, 0.7): v * q))
        if not self.targhe and r.random() < 0.35:  # a worn stamp, a dry ribbon
            toppe = Image.fromarray(g.rand(r.randint(3, 9), r.randint(8, 30)).astype(np.float32)).resize((w, h), Image.BICUBIC)
            forte = np.clip((np.asarray(toppe) - r.uniform(0, 0.3)) * 5, 0, 1)
            inchiostro = Image.fromarray((np.asarray(inchiostro) * forte).astype(np.uint8))
        im.paste(nero, mask=inchiostro)
        if r.random() < 0.06:
            im = ImageChops.invert(im)
        return np.asarray(im, np.float32) / 255

    def cornice(self, d, w, h):
        """Ends of the plate with state letter and stickers, frame, screws, halves of the neighbouring line."""
        r = self.r
        for destra in (False, True):
            if r.random() < 0.5:
                q = r.uniform(3, 30)
                a, b = (w - q, w) if destra else (0, q)
                buio = r.randint(10, 150)
                d.rectangle([a, 0, b, h], fill=buio)
                if q > 12:
                    f = carattere(r.choice(self.facce), r.choice([12, 16, 20]))
                    chiaro = r.randint(buio + 40, 255)
                    if destra:
                        d.text((a + 1, r.uniform(2, 12)), cosi(r, CIFRE, 2), font=f, fill=chiaro)
                        d.text((a + 1, h - 22), cosi(r, LETTERE, 2), font=f, fill=chiaro)
                    else:
                        d.text((a + 3, h - r.uniform(20, 30)), r.choice("IIIIFDEA"), font=f, fill=chiaro)
                        d.ellipse([a + 3, 6, b - 3, 6 + q - 6], outline=chiaro)
        for giu in (False, True):
            if r.random() < 0.4:
                q = r.uniform(1, 8)
                d.rectangle([0, h - q, w, h] if giu else [0, 0, w, q], fill=r.randint(0, 160))
        if r.random() < 0.12:  # letters of the other line of a two-line plate
            f = carattere(r.choice(self.facce), 50)
            d.text((r.uniform(-10, w / 3), r.choice([-r.uniform(38, 46), h - r.uniform(8, 18)])), cosi(r, TUTTE + CIFRE, 5), font=f, fill=r.randint(0, 90))
        for _ in range(r.randint(1, 4) if r.random() < 0.3 else 0):
            a, c, q = r.uniform(0, w), r.uniform(0, h), r.uniform(1, 6)
            d.ellipse([a, c, a + q, c + q], fill=r.choice([10, 60, 120, 240]))

    def righe(self, d, w, h):
        """Printed rules, box sides, an arc of the stamp, words of the line above or below."""
        r = self.r
        if r.random() < 0.35:
            y = r.choice([r.uniform(0, 10), r.uniform(50, 63)])
            d.line([0, y, w, y + r.gauss(0, 3)], fill=r.randint(0, 190), width=r.randint(1, 4))
        if r.random() < 0.3:
            a = r.choice([r.uniform(0, 8), w - r.uniform(0, 8)])
            d.line([a, 0, a + r.gauss(0, 2), h], fill=r.randint(0, 190), width=r.randint(1, 4))
        if r.random() < 0.25:
            q = r.uniform(60, 200)
            cy = r.choice([-q + r.uniform(0, 12), h + q - r.uniform(0, 12)])
            d.ellipse([w / 2 - q, cy - q, w / 2 + q, cy + q], outline=r.randint(0, 170), width=r.randint(2, 4))
        if r.random() < 0.25:
            f = carattere(r.choice(self.facce), r.choice([24, 32, 40]))
            d.text((r.uniform(-20, w / 2), r.choice([-r.uniform(18, 30), h - r.uniform(6, 16)])), cosi(r, TUTTE + CIFRE + "  ", r.randint(3, 12)), font=f, fill=r.randint(0, 150))
        if r.random() < 0.12:  # a pen across
            d.line([r.uniform(0, w), r.uniform(-20, h), r.uniform(0, w), r.uniform(0, h + 20)], fill=r.randint(0, 160), width=r.randint(1, 3))

    def guasta(self, x):
        """Dirt, distance, motion, contrast, noise, JPEG."""
        r, g = self.r, self.g
        h, w = x.shape
        if r.random() < 0.35:
            sporco = np.asarray(Image.fromarray(g.rand(5, 16).astype(np.float32)).resize((w, h), Image.BICUBIC))
            x = x * (1 - r.random() * 0.6 * np.clip((sporco - 0.55) * 3, 0, 1))
        largo = w // 2
        f = r.triangular(0.34, 1.1, 0.75) if self.targhe else r.triangular(0.45, 1.2, 0.9)
        f = 1 + (f - 1) * self.duro
        w2, h2 = max(12, int(largo * f)), max(9, int(ALTEZZA * f * r.uniform(0.9, 1.1)))
        im = Image.fromarray(x.astype(np.float32)).resize((w2, h2), Image.BOX if f < 0.9 else Image.BILINEAR)
        x = np.asarray(im)
        s = r.uniform(0, 1.0) * self.duro
        if s > 0.3:
            a = min(0.33, s * s / 3)
            x = np.pad(x, 1, mode="edge")
            x = a * x[:, :-2] + (1 - 2 * a) * x[:, 1:-1] + a * x[:, 2:]
            x = a * x[:-2] + (1 - 2 * a) * x[1:-1] + a * x[2:]
        if r.random() < 0.25:
            n = r.choice([2, 3])
            y = np.pad(x, ((0, 0), (n, n)), mode="edge")
            x = sum(y[:, i:i + x.shape[1]] for i in range(n)) / n
        forza = r.uniform(0.25, 1)
        x = 0.5 + (x - 0.5) * forza + r.uniform(-0.1, 0.1) * (1 - forza)
        x = x + g.normal(0, r.uniform(0, 0.06) * self.duro * max(0.35, forza), x.shape)
        im = Image.fromarray((np.clip(x, 0, 1) * 255).astype(np.uint8))
        if r.random() < 0.5:
            buf = io.BytesIO()
            im.save(buf, "JPEG", quality=r.randint(45, 92))
            im = Image.open(buf)
        im = im.resize((largo, ALTEZZA), Image.BILINEAR)
        return np.asarray(im, np.float32) / 255


def normalizza(x):
    """The same stretch as the Go reader: 4th percentile to -1, 90th to 1."""
    lo, hi = np.percentile(x, 4), np.percentile(x, 90)
    return (np.clip((x - lo) / max(hi - lo, 1e-3), -0.3, 1.3) * 2 - 1).astype(np.float32)
