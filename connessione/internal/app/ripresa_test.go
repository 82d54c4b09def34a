package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/anpr"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// TestIComandiDoveNullaAspettaSiLascianoChiusi: at the start every command is looked at once, and what a dead process had put aside goes
// on. From then on the databases of the commands where nothing waits stay closed, while another's day is used up and its work goes on the
// day after.
func TestIComandiDoveNullaAspettaSiLascianoChiusi(t *testing.T) {
	t.Parallel()
	var fermi []string
	for i := range 20 {
		fermi = append(fermi, fmt.Sprintf("fermo%02d", i))
	}
	b := montaRegistri(t, slices.Concat([]string{"alfa", "beta"}, fermi, []string{"zeta"}), func(*Impostazioni) {})
	var banche []string
	for _, nome := range fermi {
		banche = append(banche, b.ambiente.Tenant(nome).Database)
	}
	spia := b.ambiente.Banca(t, "core", "")
	conta := func(sql string) (n int) {
		if err := spia.QueryRow(t.Context(), sql, banche).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	const aperte, sessioni = `SELECT count(*) FROM pg_stat_activity WHERE datname = ANY ($1)`,
		`SELECT sum(sessions)::int FROM pg_stat_database WHERE datname = ANY ($1)`

	b.lascia(t, "zeta")
	b.avvia(t)
	testkit.Attendi(t, attesa, "the fact of what a dead process left", func() bool { return len(b.fatti(t, "fatti.zeta.visura.esito")) == 1 })
	testkit.Attendi(t, attesa, "the end of the relay's sweep", func() bool {
		var vecchi int
		err := b.ambiente.Banca(t, modulo, "zeta").QueryRow(t.Context(), `SELECT count(*) FROM ricevuto WHERE consumatore = 'vecchio'`).Scan(&vecchi)
		return err == nil && vecchi == 0
	})
	testkit.Attendi(t, attesa, "no open database", func() bool { return conta(aperte) == 0 })
	prima := conta(sessioni)
	if prima < len(fermi) {
		t.Fatalf("%d sessions: a start looks at %d commands", prima, len(fermi))
	}

	for _, registro := range []string{"anpr-c001", "anpr-c030"} {
		b.ambiente.Esegui(t, modulo, "alfa", `INSERT INTO quota (chi, dal, usate) VALUES ($1, $2, $3)`, registro, calendario.MustParse(oggi).Inizio(), anpr.AlGiorno)
	}
	v := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = persona("001") })
	b.incarica(t, event.LavoroVisura{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()}, "uno")
	var messa, ora string // the version of the row
	daParte := func() bool {
		err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT coalesce(max(xmin::text), '') FROM attesa WHERE lavoro IS NOT NULL`).Scan(&ora)
		return err == nil && ora != "" && ora != messa
	}
	testkit.Attendi(t, attesa, "work put aside", daParte)
	messa = ora
	testkit.Attendi(t, attesa, "work tried again and put aside", daParte)
	b.orologio.Avanza(24 * time.Hour)
	testkit.Attendi(t, attesa, "the fact of the day after", func() bool { return len(b.fatti(t, "fatti.alfa.visura.esito")) == 1 })
	if dopo, n := conta(sessioni), conta(aperte); dopo != prima || n != 0 {
		t.Errorf("%d sessions were opened, %d are open, where nothing waits", dopo-prima, n)
	}
}

// lascia writes what a process that died leaves in the database of a command: work put aside, and a message taken long ago.
func (b *bancoRegistri) lascia(t *testing.T, nome string) {
	t.Helper()
	v := b.inserisci(t, nome, 1, func(v *verbaleProva) { v.CodiceFiscale = persona("002") })
	lavoro, err := json.Marshal(event.LavoroVisura{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()})
	if err != nil {
		t.Fatal(err)
	}
	b.ambiente.Esegui(t, modulo, nome, `INSERT INTO attesa (posizione, registro, verbale, codice, detto, dal, ultimo, lavoro)
		VALUES ($1, 'RESIDENZA', $2, 'QUOTA_ESAURITA', 'prova', $3, $3, $4)`, v.Posizione, v.ID, b.orologio.Adesso(), string(lavoro))
	b.ambiente.Esegui(t, modulo, nome, `INSERT INTO ricevuto (consumatore, id, quando) VALUES ('vecchio', $1, now() - interval '50 days')`, uuid.NewString())
}
