package tariffa

import (
	"io"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// Colonne is the header of the CSV: amounts in cents, days YYYY-MM-DD, several values of a cell separated by spaces.
func Colonne() []string {
	return []string{"idVerbale", "numero", "lettera", "anno", "dataViolazione", "codici", "differenze", "rigaDiOggi", "chiestoCent", "dovutoCent", "versatoCent",
		"procedura", "debito", "ricorso", "punti", "riscossione", "rimedio", "entro", "segnalato", "cheFare"}
}

// Foglio writes fines as CSV, row by row, as an office opens it.
type Foglio struct{ penna *foglio.Penna }

// NuovoFoglio writes the header.
func NuovoFoglio(w io.Writer) (*Foglio, error) {
	f := &Foglio{foglio.NuovaPenna(w)}
	return f, f.penna.Scrivi(Colonne()...)
}

// Scrivi writes a fine.
func (f *Foglio) Scrivi(v revisione.Verbale) error {
	var codici, oggi, differenze []string
	for _, x := range v.Violazioni {
		codici = append(codici, x.Codice)
		oggi = append(oggi, strings.Join(x.Codici, "|"))
	}
	for _, d := range v.Differenze() {
		differenze = append(differenze, string(d))
	}
	dovuto, segnalato := "", "no"
	if v.DovutoCent != nil {
		dovuto = cent(*v.DovutoCent)
	}
	if v.Segnalato {
		segnalato = "si"
	}
	return f.penna.Scrivi(v.IDVerbale.String(), strconv.FormatInt(v.Numero, 10), v.Lettera, strconv.Itoa(v.Anno), v.DataViolazione.String(),
		strings.Join(codici, " "),
		strings.Join(differenze, " "), strings.Join(oggi, " "), cent(v.ChiestoCent), dovuto, cent(v.VersatoCent), string(v.Procedura), string(v.Debito),
		string(v.Ricorso), string(v.Punti), string(v.Riscossione), string(v.Rimedio), v.Entro.String(), segnalato, v.CheFare)
}

// Chiudi writes the rows still in the buffer.
func (f *Foglio) Chiudi() error { return f.penna.Chiudi() }

func cent(c importo.Cent) string { return strconv.FormatInt(int64(c), 10) }
