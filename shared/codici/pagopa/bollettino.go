package pagopa

import (
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// TipoBollettino is the type of document printed at the end of the code line.
type TipoBollettino string

// The types that carry a client code. 451 and 123 have none and are not read.
const (
	Bollettino896 TipoBollettino = "896" // the amount is in the line
	Bollettino674 TipoBollettino = "674" // the payer writes the amount: the line leaves it blank
)

// Bollettino is a postal payment slip of before pagoPA, as its code line says it.
type Bollettino struct {
	// CodiceCliente is the reference of the creditor, 18 digits of which the last two are of control.
	CodiceCliente string
	Tipo          TipoBollettino
	// ContoCorrente is the postal account, 12 digits at most; zeros at its left do not count.
	ContoCorrente string
	// ImportoCent is 0 when the line leaves the amount blank.
	ImportoCent importo.Cent
}

const (
	lunghezzaCliente   = 18
	lunghezzaCodeline  = 59
	cifreEuroCodeline  = 8
	importoMassimoSlip = 9_999_999_999
)

// CodiceCliente completes the 16 digits that the creditor chose with their two check digits, the
// remainder of the division by 93, as for notice numbers. The error is an [Errore].
func CodiceCliente(prime16 string) (string, error) {
	if len(prime16) != cifreControllate || !codici.SoloCifre(prime16) {
		return "", formato("codiceCliente", "servono le prime 16 cifre del codice cliente")
	}
	return prime16 + controllo(prime16), nil
}

// VerificaCodiceCliente judges the 18 digits of a client code, no clean-up. The error is an [Errore]:
// ErrDigitazione when only the check digits are wrong.
func VerificaCodiceCliente(codice string) error {
	if len(codice) != lunghezzaCliente || !codici.SoloCifre(codice) {
		return formato("codiceCliente", "il codice cliente deve essere di 18 cifre")
	}
	if codice[cifreControllate:] != controllo(codice[:cifreControllate]) {
		return digitazione("codiceCliente", "le cifre di controllo del codice cliente non corrispondono: il codice è scritto male")
	}
	return nil
}

func (b Bollettino) controlla() error {
	if err := VerificaCodiceCliente(b.CodiceCliente); err != nil {
		return err
	}
	if err := controllaConto(b.ContoCorrente); err != nil {
		return err
	}
	switch {
	case b.Tipo == Bollettino896:
		return controllaImporto(b.ImportoCent, importoMassimoSlip)
	case b.Tipo != Bollettino674:
		return formato("tipo", "il tipo di bollettino deve essere 896 o 674: gli altri non portano il codice cliente")
	case b.ImportoCent != 0:
		return controllaImporto(b.ImportoCent, importoMassimoSlip)
	}
	return nil
}

func controllaConto(conto string) error {
	if conto == "" || len(conto) > lunghezzaConto || !codici.SoloCifre(conto) {
		return formato("contoCorrente", "il conto corrente postale deve avere da 1 a 12 cifre")
	}
	return nil
}

// ComponiBollettino writes the code line in its 59 columns: client code in 1–20, amount in 27–38,
// account in 41–53, type in 56–59. Printed in OCR-B, ten characters an inch. The columns of a 674's
// amount stay blank. The error is an [Errore] that names the field.
func ComponiBollettino(b Bollettino) (string, error) {
	if err := b.controlla(); err != nil {
		return "", err
	}
	if b.Tipo == Bollettino674 && b.ImportoCent != 0 {
		return "", formato("importoCent", "il bollettino 674 non porta l'importo: lo scrive chi paga")
	}
	riga := make([]byte, 0, lunghezzaCodeline)
	riga = append(riga, '<')
	riga = append(riga, b.CodiceCliente...)
	riga = append(riga, ">      "...)
	if b.Tipo == Bollettino674 {
		riga = append(riga, "            "...)
	} else {
		riga = appendNumero(riga, int64(b.ImportoCent/100), cifreEuroCodeline)
		riga = append(riga, '+')
		riga = appendNumero(riga, int64(b.ImportoCent%100), 2)
		riga = append(riga, '>')
	}
	riga = append(riga, "  "...)
	riga = appendZeri(riga, b.ContoCorrente, lunghezzaConto)
	riga = append(riga, "<  "...)
	riga = append(riga, b.Tipo...)
	return string(append(riga, '>')), nil
}

// appendZeri appends digits padded with zeros at their left.
func appendZeri[T string | []byte](testo []byte, cifre T, larghezza int) []byte {
	for range larghezza - len(cifre) {
		testo = append(testo, '0')
	}
	return append(testo, cifre...)
}

// appendNumero appends a number that is not negative, padded with zeros at its left.
func appendNumero(testo []byte, n int64, larghezza int) []byte {
	var cifre [20]byte
	return appendZeri(testo, strconv.AppendInt(cifre[:0], n, 10), larghezza)
}

// LeggiBollettino reads a code line as printed or as a camera saw it: blanks do not count, wherever
// they are, so that shifted or collapsed columns read the same; the account may lack its zeros at the
// left; the first < and the last > may be cut off. The + between euro and cents may not: without it
// a lost digit would be another sum. A 674 with an amount is read with it. The error is an [Errore].
func LeggiBollettino(codeline string) (Bollettino, error) {
	if len(codeline) > lunghezzaGrezza {
		return Bollettino{}, formato("codeline", "la riga è troppo lunga: sono 59 caratteri")
	}
	riga := senzaSpazi(codici.Letto(codeline))
	if riga == "" {
		return Bollettino{}, formato("codeline", "la riga manca")
	}
	if motivo := segniErrati(riga); motivo != "" {
		return Bollettino{}, formato("codeline", motivo)
	}
	campi, ok := spezza(riga)
	if !ok {
		return Bollettino{}, formato("codeline", "la riga deve essere <codice cliente>importo>conto<tipo>")
	}
	cent, err := leggiImportoCodeline(campi.importo)
	if err != nil {
		return Bollettino{}, err
	}
	b := Bollettino{CodiceCliente: campi.cliente, Tipo: TipoBollettino(campi.tipo), ImportoCent: cent}
	if err := controllaConto(campi.conto); err != nil {
		return Bollettino{}, err
	}
	b.ContoCorrente = conto(campi.conto)
	if err := b.controlla(); err != nil {
		return Bollettino{}, err
	}
	return b, nil
}

func senzaSpazi(riga string) string {
	return strings.Map(func(r rune) rune {
		if r != '-' && r != '.' && separatore(r) {
			return -1
		}
		return r
	}, riga)
}

func segniErrati(riga string) string {
	switch {
	case strings.IndexFunc(riga, func(r rune) bool { return !strings.ContainsRune("0123456789<>+", r) }) < 0:
		return ""
	case strings.ContainsAny(riga, "OoQIlS"):
		return "la riga contiene lettere: forse O sta per 0, I per 1 o S per 5, rileggere il bollettino"
	}
	return "la riga contiene segni diversi da cifre, <, > e +"
}

// parti are the four fields between the brackets of a code line.
type parti struct{ cliente, importo, conto, tipo string }

func spezza(riga string) (parti, bool) {
	riga = strings.TrimSuffix(strings.TrimPrefix(riga, "<"), ">")
	sinistra, tipo, ok := strings.Cut(riga, "<")
	if !ok {
		return parti{}, false
	}
	campi := strings.Split(sinistra, ">")
	switch len(campi) {
	case 2: // the > of a blank amount is not printed
		return parti{campi[0], "", campi[1], tipo}, true
	case 3:
		return parti{campi[0], campi[1], campi[2], tipo}, true
	}
	return parti{}, false
}

func leggiImportoCodeline(campo string) (importo.Cent, error) {
	if campo == "" {
		return 0, nil
	}
	euro, cent, ok := strings.Cut(campo, "+")
	if !ok || euro == "" || len(euro) > cifreEuroCodeline || len(cent) != 2 || !codici.SoloCifre(euro) || !codici.SoloCifre(cent) {
		return 0, formato("importoCent", "l'importo deve essere di euro, +, e due cifre di centesimi")
	}
	return leggiCent(euro + cent)
}
