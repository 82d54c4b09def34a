package app_test

import (
	"encoding/csv"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// rigaCalcolata is a row of the sheet on one of its days, as the desk is to price it.
type rigaCalcolata struct {
	codice, giorno string
	mostra         []string
}

// righeDaCalcolare are the rows of the sheet with a band, each on its first day and on its last until a day.
func righeDaCalcolare(t *testing.T, oggi calendario.Giorno) (tutte []rigaCalcolata) {
	t.Helper()
	f, err := os.Open("../../../shared/legge/sanzione/testdata/foglio.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	lettore := csv.NewReader(f)
	lettore.Comma = ';'
	righe, err := lettore.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, celle := range righe[1:] {
		r := map[string]string{}
		for i, nome := range righe[0] {
			r[nome] = celle[i]
		}
		minimo, errMin := strconv.Atoi(r["min_cents"])
		massimo, errMax := strconv.Atoi(r["max_cents"])
		if errMin != nil || errMax != nil {
			continue // a crime, or a sum that the law gives otherwise
		}
		dal, al := calendario.MustParse(r["valid_from"]), oggi
		if fine := r["valid_to"]; fine != "" && calendario.MustParse(fine).Before(oggi) {
			al = calendario.MustParse(fine)
		}
		mostra := []string{importo.Cent(minimo).Euro(), importo.Cent(massimo).Euro()}
		if d := r["discount30"]; d == "yes" || d == "conditional" {
			mostra = append(mostra, importo.Cent((minimo*7+5)/10).Euro())
		}
		for _, g := range []calendario.Giorno{dal, al} {
			tutte = append(tutte, rigaCalcolata{r["codice"], g.String(), mostra})
		}
	}
	return tutte
}

// TestOgniRigaDelFoglioAllaScrivania: the calculator, asked as an officer asks it, says the band of the sheet and the sum within
// five days for each row, on the first and on the last of its days: the last of a row that was changed is the day before.
func TestOgniRigaDelFoglioAllaScrivania(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.dentro(t, "agente")
	righe := righeDaCalcolare(t, calendario.MustParse("2026-11-20"))
	if len(righe) < 600 {
		t.Fatalf("%d rows", len(righe))
	}
	for _, x := range righe {
		q := url.Values{"violazione": {x.codice}, "giorno": {x.giorno}, "pagamento": {x.giorno}}
		r := n.apri("/CoreService/calcoli/importo?" + q.Encode())
		if r.stato != http.StatusOK {
			t.Errorf("%s on %s: %d", x.codice, x.giorno, r.stato)
			continue
		}
		_, esito, _ := strings.Cut(r.corpo, "Da pagare ") // behind the list of all rows
		for _, detto := range x.mostra {
			if !strings.Contains(esito, detto) {
				t.Errorf("%s on %s does not say %s", x.codice, x.giorno, detto)
			}
		}
	}
}
