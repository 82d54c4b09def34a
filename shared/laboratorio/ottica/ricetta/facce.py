"""Typefaces of the recipe, all from Debian packages. A family trains or evaluates, never both."""
import os

RADICI = ("/usr/share/fonts/truetype/", "/usr/share/fonts/opentype/", "/usr/share/fonts/")

TARGHE = """opendin/OSP-DIN.ttf opendin/OSP-DIN.ttf roadgeek/RG2014B.ttf roadgeek/RG2014C.ttf roadgeek/RG2014D.ttf roadgeek/RG2014E.ttf
liberation/LiberationSansNarrow-Bold.ttf liberation/LiberationSansNarrow-Regular.ttf liberation/LiberationSans-Bold.ttf
roboto/unhinted/RobotoCondensed-Medium.ttf roboto/unhinted/RobotoCondensed-Bold.ttf roboto/unhinted/RobotoTTF/Roboto-Medium.ttf
open-sans/OpenSans-CondBold.ttf open-sans/OpenSans-Semibold.ttf dosis/Dosis-SemiBold.otf dosis/Dosis-Bold.otf cabin/Cabin-SemiBold.otf
quicksand/Quicksand-Bold.ttf urw-base35/NimbusSansNarrow-Bold.otf urw-base35/URWGothic-Demi.otf lato/Lato-Bold.ttf
dejavu/DejaVuSansCondensed-Bold.ttf cantarell/Cantarell-Bold.otf paratype/PTN77F.ttf paratype/PTN57F.ttf paratype/PTC75F.ttf
jetbrains-mono/JetBrainsMono-Bold.ttf""".split()

TARGHE_VALUTAZIONE = """fonts-go/Go-Bold.ttf fonts-go/Go-Medium.ttf clear-sans/ClearSans-Bold.ttf yanone-kaffeesatz/YanoneKaffeesatz-SemiBold.otf
apropal/Apropal-Bold.otf b612/B612-Bold.otf""".split()

STAMPA = """liberation/LiberationMono-Regular.ttf liberation/LiberationMono-Bold.ttf ocr-b/OCRB.otf ocr-b/OCRB.otf ocr-b/OCRBS.otf
dejavu/DejaVuSansMono.ttf dejavu/DejaVuSansMono-Bold.ttf dejavu/DejaVuSans.ttf dejavu/DejaVuSans-Bold.ttf
urw-base35/NimbusMonoPS-Regular.otf urw-base35/NimbusMonoPS-Bold.otf urw-base35/NimbusSans-Regular.otf urw-base35/NimbusSans-Bold.otf
urw-base35/NimbusSansNarrow-Bold.otf urw-base35/NimbusRoman-Regular.otf urw-base35/NimbusRoman-Bold.otf freefont/FreeMono.ttf
freefont/FreeMonoBold.ttf inconsolata/Inconsolata.otf liberation/LiberationSans-Regular.ttf liberation/LiberationSans-Bold.ttf
liberation/LiberationSansNarrow-Regular.ttf liberation/LiberationSansNarrow-Bold.ttf roboto/unhinted/RobotoCondensed-Regular.ttf
roboto/unhinted/RobotoCondensed-Bold.ttf open-sans/OpenSans-CondBold.ttf courier-prime/Courier%20Prime.otf courier-prime/Courier%20Prime%20Bold.otf
lato/Lato-Regular.ttf hack/Hack-Regular.ttf opendin/OSP-DIN.ttf""".split()

STAMPA_VALUTAZIONE = """fonts-go/Go-Mono.ttf fonts-go/Go-Mono-Bold.ttf fonts-go/Go-Regular.ttf clear-sans/ClearSans-Medium.ttf
anonymous-pro/Anonymous%20Pro.ttf crosextra/Carlito-Bold.ttf gnutypewriter/GNUTypewriter.ttf ocr-b/OCRBX.otf""".split()


def percorsi(nomi):
    """Paths of the faces; a missing one stops the recipe with its name."""
    trovati = []
    for nome in (n.replace("%20", " ") for n in nomi):
        for radice in RADICI:
            if os.path.exists(radice + nome):
                trovati.append(radice + nome)
                break
        else:
            raise SystemExit("manca il carattere " + nome + ": vedi README.md")
    return trovati
