package pagopa

import "github.com/piattaforma-verbali/verbali/shared/codici"

const (
	lunghezzaBarre = 50
	// codaBarre is the length of the type, then the type: only 896 has a bar code.
	codaBarre = "3" + documentoDM
)

// ComponiBarre writes the fifty digits that the bar code beside an 896's code line carries (Code 128
// set C, or DataMatrix): each field after its own length. For pagoPA slips see [ComponiDataMatrix].
// The error is an [Errore] that names the field.
func ComponiBarre(b Bollettino) (string, error) {
	if err := b.controlla(); err != nil {
		return "", err
	}
	if b.Tipo != Bollettino896 {
		return "", formato("tipo", "solo il bollettino 896 ha il codice a barre")
	}
	barre := make([]byte, 0, lunghezzaBarre)
	barre = append(barre, "18"...)
	barre = append(barre, b.CodiceCliente...)
	barre = append(barre, "12"...)
	barre = appendZeri(barre, b.ContoCorrente, lunghezzaConto)
	barre = append(barre, "10"...)
	barre = appendNumero(barre, int64(b.ImportoCent), lunghezzaCent)
	return string(append(barre, codaBarre...)), nil
}

// LeggiBarre reads the fifty digits of a slip's bar code; blanks and an end of line do not count.
// The error is an [Errore].
func LeggiBarre(testo string) (Bollettino, error) {
	if len(testo) > lunghezzaGrezza {
		return Bollettino{}, formato("testo", "il codice a barre del bollettino deve essere di 50 cifre")
	}
	barre := senzaSpazi(codici.Letto(testo))
	switch {
	case len(barre) != lunghezzaBarre || !codici.SoloCifre(barre):
		return Bollettino{}, formato("testo", "il codice a barre del bollettino deve essere di 50 cifre")
	case barre[:2] != "18" || barre[20:22] != "12" || barre[34:36] != "10" || barre[46:] != codaBarre:
		return Bollettino{}, formato("testo", "il codice a barre non è di un bollettino 896: le lunghezze dei campi devono essere 18, 12, 10 e 3")
	}
	cent, err := leggiCent(barre[36:46])
	if err != nil {
		return Bollettino{}, err
	}
	b := Bollettino{CodiceCliente: barre[2:20], Tipo: Bollettino896, ContoCorrente: conto(barre[22:34]), ImportoCent: cent}
	if err := b.controlla(); err != nil {
		return Bollettino{}, err
	}
	return b, nil
}
