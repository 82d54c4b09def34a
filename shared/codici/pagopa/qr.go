package pagopa

import (
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

const (
	prefissoQR    = "PAGOPA"
	versioneQR    = "002"
	campiQR       = 5
	lunghezzaEnte = 11
	// lunghezzaMassimaQR is that of the largest amount.
	lunghezzaMassimaQR = 53
	importoMassimoQR   = 99_999_999_999
)

// QR is what the code on a notice says. The amount is that of the day of printing; the one really
// asked is answered when the citizen pays.
type QR struct {
	NumeroAvviso, CodiceFiscaleEnte string
	ImportoCent                     importo.Cent
}

// ComponiQR writes the text of the QR code: PAGOPA|002|NAV|creditor|cents, the amount not padded
// beyond two characters. The error is an [Errore] that names the field.
func ComponiQR(q QR) (string, error) {
	if err := q.controlla(); err != nil {
		return "", err
	}
	testo := make([]byte, 0, lunghezzaMassimaQR)
	testo = append(testo, prefissoQR+"|"+versioneQR+"|"...)
	testo = append(testo, q.NumeroAvviso...)
	testo = append(testo, '|')
	testo = append(testo, q.CodiceFiscaleEnte...)
	testo = append(testo, '|')
	if q.ImportoCent < 10 {
		testo = append(testo, '0')
	}
	return string(strconv.AppendInt(testo, int64(q.ImportoCent), 10)), nil
}

func (q QR) controlla() error {
	if _, err := LeggiNumero(q.NumeroAvviso); err != nil {
		return err
	}
	if err := controllaEnte(q.CodiceFiscaleEnte); err != nil {
		return err
	}
	return controllaImporto(q.ImportoCent, importoMassimoQR)
}

func controllaEnte(codice string) error {
	if len(codice) != lunghezzaEnte || !codici.SoloCifre(codice) {
		return formato("codiceFiscaleEnte", "il codice fiscale dell'ente deve essere di 11 cifre")
	}
	return nil
}

func controllaImporto(cent, massimo importo.Cent) error {
	if cent <= 0 {
		return formato("importoCent", "l'importo deve essere maggiore di zero")
	}
	if cent > massimo {
		return formato("importoCent", "l'importo è troppo grande: al massimo "+strconv.FormatInt(int64(massimo), 10)+" centesimi")
	}
	return nil
}

// LeggiQR reads the text of a QR code as a scanner gives it: what [codici.Letto] drops is dropped.
// Amounts padded with zeros, which some issuers write, are accepted. The error is an [Errore].
func LeggiQR(testo string) (QR, error) {
	if len(testo) > lunghezzaGrezza {
		return QR{}, formato("testo", "il codice QR è troppo lungo")
	}
	campi := strings.Split(codici.Letto(testo), "|")
	switch {
	case len(campi) != campiQR:
		return QR{}, formato("testo", "il codice QR deve avere cinque campi separati da |")
	case campi[0] != prefissoQR:
		return QR{}, formato("testo", "il codice QR deve iniziare per PAGOPA, in maiuscolo")
	case campi[1] != versioneQR:
		return QR{}, formato("testo", "la versione del codice QR deve essere 002")
	}
	cent, err := leggiImportoQR(campi[4])
	if err != nil {
		return QR{}, err
	}
	q := QR{NumeroAvviso: campi[2], CodiceFiscaleEnte: campi[3], ImportoCent: cent}
	if err := q.controlla(); err != nil {
		return QR{}, err
	}
	return q, nil
}

func leggiImportoQR(campo string) (importo.Cent, error) {
	if len(campo) < 2 || len(campo) > 11 || !codici.SoloCifre(campo) {
		return 0, formato("importoCent", "l'importo del codice QR deve avere da 2 a 11 cifre, in centesimi")
	}
	return leggiCent(campo)
}

// leggiCent reads digits already counted: at most fifteen, so they always fit.
func leggiCent(cifre string) (importo.Cent, error) {
	cent, err := strconv.ParseInt(cifre, 10, 64)
	if err != nil {
		return 0, formato("importoCent", "l'importo deve essere fatto di cifre")
	}
	return importo.Cent(cent), nil
}
