package libro_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// TestTheOldBooksAreCarriedOver: what the two services had written before they had the same book is in it, and nothing else.
func TestTheOldBooksAreCarriedOver(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ number, old, want string }{
		"vpn": {"00028", `INSERT INTO domanda (quando, registro, cosa, verbale, attore, esito, costo_millesimi) VALUES
			('2026-05-01T10:00:00Z', 'INFOWS', 'VEICOLO', '018f0000-0000-7000-8000-000000000001', 'sistema', 'TROVATO', 406),
			('2026-05-02T10:00:00Z', 'PRA', 'PATENTE', NULL, 'mario', 'SENZA_RISPOSTA', 6000)`,
			`VEICOLO sistema  t  TROVATO INFOWS f {"INFOWS": 406}|PATENTE mario  f  SENZA_RISPOSTA PRA f {"PRA": 6000}`},
		"connessione": {"00017",
			`INSERT INTO interrogazione (id, quando, tipo, attore, motivo, verbale, codice_fiscale, esito, fonte, riuso, costo_cent, costi) VALUES
			(gen_random_uuid(), '2026-05-01T10:00:00Z', 'DOMICILIO', 'mario', 'ALTRO', '018f0000-0000-7000-8000-000000000001', 'A', 'TROVATO', 'IPA',
				false, 12, '{"INI-PEC": 10, "IPA": 2}'),
			(gen_random_uuid(), '2026-05-02T10:00:00Z', 'VISURA', 'sistema', 'RICORSO', NULL, 'B', 'TROVATO', 'REGISTRO_IMPRESE', false, 30, '{}'),
			(gen_random_uuid(), '2026-05-03T10:00:00Z', 'DOMICILIO', 'mario', 'RICORSO', NULL, 'C', 'NON_TROVATO', '', false, 10, '{}'),
			(gen_random_uuid(), '2026-05-04T10:00:00Z', 'VISURA', 'mario', 'RICORSO', NULL, 'D', 'TROVATO', 'ANPR', false, 0, '{}'),
			(gen_random_uuid(), '2026-05-05T10:00:00Z', 'VISURA', 'mario', 'RICORSO', NULL, 'D', 'TROVATO', 'ANPR', true, 0, '{}'),
			(gen_random_uuid(), '2026-05-06T10:00:00Z', 'VERIFICA', 'mario', 'RICORSO', NULL, 'E', 'REGISTRO_NON_DISPONIBILE', 'INAD', false, 0, '{}')`,
			`DOMICILIO mario ALTRO t A TROVATO IPA f {"IPA": 20, "INI-PEC": 100}|VISURA sistema RICORSO f B TROVATO REGISTRO_IMPRESE f {"REGISTRO_IMPRESE": 300}` +
				`|DOMICILIO mario RICORSO f C NON_TROVATO  f {"NON_INDICATO": 100}|VISURA mario RICORSO f D TROVATO ANPR f {"ANPR": 0}` +
				`|VISURA mario RICORSO f D TROVATO ANPR t {}|VERIFICA mario RICORSO f E REGISTRO_NON_DISPONIBILE INAD f {}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var lines string
			err := testkit.MigraDa(t, name, c.number, c.old).Pool.QueryRow(t.Context(), `SELECT string_agg(concat_ws(' ', tipo, attore, motivo, verbale IS NOT NULL, codice_fiscale,
				esito, fonte, riuso, costi), '|' ORDER BY quando) FROM libro`).Scan(&lines)
			if diff := cmp.Diff(c.want, lines); err != nil || diff != "" {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}

// TestALineIsWrittenAndSummed: a line that is enough once is not written twice, and a look-up counts at each register that it asked.
func TestALineIsWrittenAndSummed(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	pools := a.Pools(t, "connessione")
	ctx := tenant.With(t.Context(), a.Tenant("alfa"))
	database, err := pools.Tenant(ctx)
	if err != nil {
		t.Fatal(err)
	}
	day := calendario.MustParse("2026-05-01")
	write := func(r libro.Riga) (written bool) {
		t.Helper()
		r.Quando, r.Attore, r.Esito = day.Inizio(), "sistema", "TROVATO"
		if err := database.Transaction(ctx, func(tx *db.Tx) (err error) { written, err = libro.Scrivi(tx, r); return err }); err != nil {
			t.Fatal(err)
		}
		return written
	}
	once := libro.Riga{Tipo: "VISURA", UnaVolta: true}
	once.Risposta.UUID, once.Risposta.Valid = [16]byte{1}, true
	if !write(once) || write(once) {
		t.Error("a line that is enough once is written once")
	}
	write(libro.Riga{Tipo: "DOMICILIO", Costi: map[string]int64{"INI-PEC": 100, "INAD": 0}})
	write(libro.Riga{Tipo: "DOMICILIO", Costi: map[string]int64{"INI-PEC": 100}})
	sums, err := libro.Conti{Pools: pools, Libri: []string{"libro"}}.DelMese(ctx, day)
	want := []libro.Spesa{{Registro: "INAD", Cosa: "DOMICILIO", Domande: 1}, {Registro: "INI-PEC", Cosa: "DOMICILIO", Domande: 2, CostoMillesimi: 200}}
	if diff := cmp.Diff(want, sums); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	if _, err := database.Pool.Exec(ctx, `UPDATE libro SET esito = 'ALTRO'`); err == nil {
		t.Error("a line was changed")
	}
}
