package esitopostale_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
)

// TestIndiceDelPacchetto: the index of a package as it is written, with the columns of the outcome added, is a good file;
// a code of a judicial act that is not the letter's sets the row apart.
func TestIndiceDelPacchetto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 3, `INSERT INTO intervallo (tenant, tipo, codice_fiscale_ente, segregazione, prefisso) VALUES ('alfa', 'RACCOMANDATA_AG', '', '', '786')`)
	sha := b.leggi(t, `SELECT sha256 FROM lotto_file WHERE nome = 'index.csv'`)[0]
	indice, err := b.lotti.Deposito.Leggi(b.ctx, "alfa", sha)
	if err != nil {
		t.Fatal(err)
	}
	righe := strings.Split(strings.TrimSpace(string(indice)), "\n")
	codice := slices.Index(strings.Split(righe[0], ";"), "codiceAG")
	const consegnata = ";CONSEGNATO;2026-11-25;281526382192"
	for i, coda := range []string{";esito;data;ricevuta", consegnata, consegnata, consegnata} {
		celle := strings.Split(righe[i], ";")
		switch i {
		case 2: // as the carrier prints it
			celle[codice] = celle[codice][:11] + "-" + celle[codice][11:]
		case 3: // another letter's
			celle[codice] = strings.Split(righe[1], ";")[codice]
		}
		righe[i] = strings.Join(celle, ";") + coda
	}
	d := b.prende(t, righe[0], righe[1:]...)
	if d.Righe != (esitopostale.Conteggi{Totale: 3, Applicati: 2, Sconosciuti: 1}) || len(d.Elementi) != 1 || d.Elementi[0].Colonna != "codiceAG" {
		t.Errorf("%+v %+v", d.Righe, d.Elementi)
	}
	if ha := b.stato(t, 3); ha != "AVVIATA - [] IN_NOTIFICA" {
		t.Error(ha)
	}
}
