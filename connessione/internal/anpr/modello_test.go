package anpr

import (
	"net/http"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
)

// TestSenzaChiaveNonSiUniscono: two elements without the register's key are one person only where their tax codes say so.
func TestSenzaChiaveNonSiUniscono(t *testing.T) {
	t.Parallel()
	const una, altra = `{"codiceFiscale":{"codFiscale":"SCNAAA80A01Z001X"},"cognome":"UNA"}`, `{"codiceFiscale":{"codFiscale":"SCNBBB80A01Z001Y"},"cognome":"ALTRA"}`
	const viva, casa = `"infoSoggettoEnte":[{"id":"1003","valore":"S"}]`, `"residenza":[{"indirizzo":{"cap":"00100"}}]`
	for nome, c := range map[string]struct {
		elementi string
		persone  int
	}{
		"two tax codes":                       {`{"generalita":` + una + `},{"generalita":` + altra + `,` + casa + `}`, 2},
		"one tax code":                        {`{"generalita":` + una + `},{"generalita":` + una + `,` + casa + `}`, 1},
		"neither key nor tax code":            {`{"generalita":` + una + `},{` + casa + `}`, 2},
		"two elements that name nobody":       {`{` + casa + `},{` + viva + `}`, 2},
		"one key":                             {`{"identificativi":{"idANPR":"AN001AAAS"},"generalita":` + una + `},{"identificativi":{"idANPR":"AN001AAAS"},` + viva + `}`, 1},
		"a key and none, with the tax code":   {`{"identificativi":{"idANPR":"AN001AAAS"},"generalita":` + una + `},{"generalita":` + una + `,` + viva + `}`, 1},
		"a key and none, without a tax code":  {`{"identificativi":{"idANPR":"AN001AAAS"},"generalita":` + una + `},{` + viva + `}`, 2},
		"two keys under one tax code are two": {`{"identificativi":{"idANPR":"AN001AAAS"},"generalita":` + una + `},{"identificativi":{"idANPR":"AN001AABS"},"generalita":` + una + `}`, 2},
	} {
		a := esterno.Answer{Status: http.StatusOK, Body: []byte(`{"listaSoggetti":{"datiSoggetto":[` + c.elementi + `]}}`)}
		if tutti, err := leggi(a); err != nil || len(tutti) != c.persone {
			t.Errorf("%s: %d persons, want %d: %v", nome, len(tutti), c.persone, err)
		}
		if _, err := leggiPersona(a, Domanda{}, ""); c.persone > 1 && !seVuole[*PiuSoggetti](err) {
			t.Errorf("%s: %v", nome, err)
		}
	}
}
