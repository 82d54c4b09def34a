package pagopa

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Lineare is what the linear bar code of old notices says: GS1-128 with (415) the location number of
// the creditor, (8020) the notice number, (3902) the amount. It is no longer printed.
type Lineare struct {
	// GLN is the creditor's GS1 location number, 13 digits; its own check digit is not judged.
	GLN          string
	NumeroAvviso string
	ImportoCent  importo.Cent
}

const (
	lunghezzaGLN         = 13
	importoLineareCifre  = 15
	applicazioneGLN      = "415"
	applicazioneAvviso   = "8020"
	applicazioneImporto  = "3902"
	aiutoSequenzaLineare = "il codice a barre deve avere (415) e 13 cifre, (8020) e il numero avviso, (3902) e l'importo"
)

// LeggiLineare reads the linear bar code of old paper as a scanner or a person writes it: with or
// without brackets around the identifiers, the separator FNC1 and the symbology prefix (]C1); blanks
// do not count. The error is an [Errore].
func LeggiLineare(testo string) (Lineare, error) {
	if len(testo) > lunghezzaGrezza {
		return Lineare{}, formato("testo", "il codice a barre è troppo lungo")
	}
	resto := strings.NewReplacer("(", "", ")", "").Replace(senzaSpazi(codici.Letto(testo)))
	gln, resto, ok := campoLineare(resto, applicazioneGLN, lunghezzaGLN)
	if !ok {
		return Lineare{}, formato("testo", aiutoSequenzaLineare)
	}
	nav, resto, ok := campoLineare(resto, applicazioneAvviso, lunghezzaNAV)
	if !ok {
		return Lineare{}, formato("testo", aiutoSequenzaLineare)
	}
	cifre, _, ok := campoLineare(resto, applicazioneImporto, len(resto)-len(applicazioneImporto))
	if !ok || len(cifre) > importoLineareCifre {
		return Lineare{}, formato("testo", aiutoSequenzaLineare)
	}
	cent, err := leggiCent(cifre)
	if err != nil {
		return Lineare{}, err
	}
	if _, err := LeggiNumero(nav); err != nil {
		return Lineare{}, err
	}
	if err := controllaImporto(cent, importoMassimoQR); err != nil {
		return Lineare{}, err
	}
	return Lineare{GLN: gln, NumeroAvviso: nav, ImportoCent: cent}, nil
}

// campoLineare takes one application identifier and its digits from the beginning of testo.
func campoLineare(testo, identificatore string, cifre int) (campo, resto string, ok bool) {
	testo, ok = strings.CutPrefix(testo, identificatore)
	if !ok || cifre < 1 || len(testo) < cifre || !codici.SoloCifre(testo[:cifre]) {
		return "", "", false
	}
	return testo[:cifre], testo[cifre:], true
}
