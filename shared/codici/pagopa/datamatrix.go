package pagopa

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
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
	ImportoCent       importo.Cent
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
	testo := make([]byte, 0, LunghezzaDataMatrix)
	testo = append(testo, prefissoDM+"18"...)
	testo = append(testo, d.NumeroAvviso...)
	testo = append(testo, "12"...)
	testo = appendZeri(testo, d.ContoCorrente, lunghezzaConto)
	testo = append(testo, "10"...)
	testo = appendNumero(testo, int64(d.ImportoCent), lunghezzaCent)
	testo = append(testo, "3"+documentoDM+codaDM...)
	testo = append(testo, d.CodiceFiscaleEnte...)
	testo = appendSoggetto(testo, d.CodiceFiscaleDebitore, lunghezzaSoggetto)
	testo = appendSoggetto(testo, d.NomeDebitore, lunghezzaNome)
	testo = appendAdattato(testo, d.Causale, lunghezzaCausale)
	return string(append(testo, riempitivoDM+fineDM...)), nil
}

// appendSoggetto writes a field of the debtor, ANONIMO when nothing of it would be printed.
func appendSoggetto(testo []byte, soggetto string, larghezza int) []byte {
	inizio := len(testo)
	testo = appendAdattato(testo, soggetto, larghezza)
	if len(bytes.TrimRight(testo[inizio:], " ")) > 0 {
		return testo
	}
	return appendAdattato(testo[:inizio], Anonimo, larghezza)
}

// appendAdattato fits a text to a width: brought to what the code admits, then cut, or padded with
// blanks at its right.
func appendAdattato(testo []byte, campo string, larghezza int) []byte {
	fine := len(testo) + larghezza
	for testo = appendRipulito(testo, campo, fine); len(testo) < fine; {
		testo = append(testo, ' ')
	}
	return testo
}

func (d DataMatrix) controlla() error {
	if _, err := LeggiNumero(d.NumeroAvviso); err != nil {
		return err
	}
	if err := controllaEnte(d.CodiceFiscaleEnte); err != nil {
		return err
	}
	if err := controllaConto(d.ContoCorrente); err != nil {
		return err
	}
	if len(d.CodiceFiscaleDebitore) > lunghezzaSoggetto || !soloAlfanumerici(d.CodiceFiscaleDebitore) {
		return formato("codiceFiscaleDebitore", "il codice fiscale del debitore deve avere al massimo 16 lettere o cifre")
	}
	return controllaImporto(d.ImportoCent, importoMassimoDM)
}

func soloAlfanumerici(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// LeggiDataMatrix reads the 256 characters as a scanner gives them, in any case; what [codici.Letto]
// drops is dropped. Texts come back in capitals without the blanks of padding, the account
// without zeros at its left. The error is an [Errore].
func LeggiDataMatrix(testo string) (DataMatrix, error) {
	testo = codici.Letto(testo)
	if len(testo) != LunghezzaDataMatrix {
		return DataMatrix{}, formato("testo", "il DataMatrix deve essere di "+strconv.Itoa(LunghezzaDataMatrix)+" caratteri")
	}
	testo, ok := maiuscoloStampabile(testo)
	if !ok {
		return DataMatrix{}, formato("testo", "il DataMatrix contiene segni che non ammette")
	}
	if motivo := letteraliErrati(testo); motivo != "" {
		return DataMatrix{}, formato("testo", motivo)
	}
	if !codici.SoloCifre(testo[35:47]) || !codici.SoloCifre(testo[49:59]) {
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
