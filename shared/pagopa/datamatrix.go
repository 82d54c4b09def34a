package pagopa

import (
	"fmt"
	"strconv"
	"strings"
)

// LunghezzaDataMatrix is the fixed number of characters of the postal slip's DataMatrix.
const LunghezzaDataMatrix = 256

// Anonimo stands for an unknown debtor, both as code and as name.
const Anonimo = "ANONIMO"

const (
	prefissoDM        = "codfase=NBPA;"
	documentoDM       = "896"
	codaDM            = "1P1"
	riempitivoDM      = "            "
	fineDM            = "A"
	lunghezzaConto    = 12
	lunghezzaCent     = 10
	lunghezzaSoggetto = 16
	lunghezzaNome     = 40
	lunghezzaCausale  = 110
	importoMassimoDM  = 9_999_999_999
)

// DataMatrix is what the code of the postal slip says.
type DataMatrix struct {
	NumeroAvviso string
	// ContoCorrente is the postal account, 12 digits at most; zeros at its left do not count.
	ContoCorrente     string
	ImportoCent       int64
	CodiceFiscaleEnte string
	// CodiceFiscaleDebitore is a tax code or a VAT number; empty becomes ANONIMO.
	CodiceFiscaleDebitore string
	// NomeDebitore is cut at 40 characters; empty becomes ANONIMO.
	NomeDebitore string
	// Causale is cut at 110 characters.
	Causale string
}

// ComponiDataMatrix writes the 256 characters of the DataMatrix. Names and reason are brought to
// plain capital letters (see [Ripulisci]) and cut; the other fields are checked. The error is an
// [Errore] that names the field.
func ComponiDataMatrix(d DataMatrix) (string, error) {
	if err := d.controlla(); err != nil {
		return "", err
	}
	debitore := Ripulisci(d.CodiceFiscaleDebitore)
	if debitore == "" {
		debitore = Anonimo
	}
	nome := Ripulisci(d.NomeDebitore)
	if strings.TrimSpace(nome) == "" {
		nome = Anonimo
	}
	var testo strings.Builder
	testo.Grow(LunghezzaDataMatrix)
	testo.WriteString(prefissoDM + "18" + d.NumeroAvviso)
	testo.WriteString("12" + zeri(d.ContoCorrente, lunghezzaConto))
	testo.WriteString("10" + zeri(strconv.FormatInt(d.ImportoCent, 10), lunghezzaCent))
	testo.WriteString("3" + documentoDM + codaDM)
	testo.WriteString(d.CodiceFiscaleEnte)
	testo.WriteString(adatta(debitore, lunghezzaSoggetto))
	testo.WriteString(adatta(nome, lunghezzaNome))
	testo.WriteString(adatta(Ripulisci(d.Causale), lunghezzaCausale))
	testo.WriteString(riempitivoDM + fineDM)
	return testo.String(), nil
}

func (d DataMatrix) controlla() error {
	if _, err := LeggiNumero(d.NumeroAvviso); err != nil {
		return err
	}
	if err := controllaEnte(d.CodiceFiscaleEnte); err != nil {
		return err
	}
	if d.ContoCorrente == "" || len(d.ContoCorrente) > lunghezzaConto || !soloCifre(d.ContoCorrente) {
		return formato("contoCorrente", "il conto corrente postale deve avere da 1 a 12 cifre")
	}
	if len(d.CodiceFiscaleDebitore) > lunghezzaSoggetto || strings.Trim(Ripulisci(d.CodiceFiscaleDebitore), alfanumerici) != "" {
		return formato("codiceFiscaleDebitore", "il codice fiscale del debitore deve avere al massimo 16 lettere o cifre")
	}
	return controllaImporto(d.ImportoCent, importoMassimoDM)
}

const alfanumerici = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// zeri pads digits at their left.
func zeri(cifre string, larghezza int) string {
	return strings.Repeat("0", larghezza-len(cifre)) + cifre
}

// adatta fits ASCII text to a width: cut, or padded with blanks at its right.
func adatta(testo string, larghezza int) string {
	if len(testo) >= larghezza {
		return testo[:larghezza]
	}
	return testo + strings.Repeat(" ", larghezza-len(testo))
}

// LeggiDataMatrix reads the 256 characters as a scanner gives them, in any case; an end of line
// after them is dropped. Texts come back in capitals without the blanks of padding, the account
// without zeros at its left. The error is an [Errore].
func LeggiDataMatrix(testo string) (DataMatrix, error) {
	testo = senzaFineRiga(testo)
	if len(testo) != LunghezzaDataMatrix {
		return DataMatrix{}, formato("testo", "il DataMatrix deve essere di "+strconv.Itoa(LunghezzaDataMatrix)+" caratteri")
	}
	testo = maiuscoloASCII(testo)
	if strings.ContainsFunc(testo, func(r rune) bool { return r < ' ' || r > '~' }) {
		return DataMatrix{}, formato("testo", "il DataMatrix contiene segni che non ammette")
	}
	if motivo := letteraliErrati(testo); motivo != "" {
		return DataMatrix{}, formato("testo", motivo)
	}
	if !soloCifre(testo[35:47]) || !soloCifre(testo[49:59]) {
		return DataMatrix{}, formato("testo", "conto corrente e importo del DataMatrix devono essere fatti di cifre")
	}
	cent, err := leggiCent(testo[49:59])
	if err != nil {
		return DataMatrix{}, err
	}
	d := DataMatrix{
		NumeroAvviso:          testo[15:33],
		ContoCorrente:         conto(testo[35:47]),
		ImportoCent:           cent,
		CodiceFiscaleEnte:     strings.TrimRight(testo[66:77], " "),
		CodiceFiscaleDebitore: strings.TrimRight(testo[77:93], " "),
		NomeDebitore:          strings.TrimRight(testo[93:133], " "),
		Causale:               strings.TrimRight(testo[133:243], " "),
	}
	if err := d.controlla(); err != nil {
		return DataMatrix{}, err
	}
	return d, nil
}

func letteraliErrati(testo string) string {
	letterali := [...]struct {
		da     int
		valore string
	}{
		{0, "CODFASE=NBPA;"}, {13, "18"}, {33, "12"}, {47, "10"}, {59, "3" + documentoDM + codaDM},
		{243, riempitivoDM + fineDM},
	}
	for _, l := range letterali {
		if testo[l.da:l.da+len(l.valore)] != l.valore {
			return fmt.Sprintf("il DataMatrix deve avere %q dal carattere %d", l.valore, l.da+1)
		}
	}
	return ""
}

func conto(cifre string) string {
	if senza := strings.TrimLeft(cifre, "0"); senza != "" {
		return senza
	}
	return "0"
}
