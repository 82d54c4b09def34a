package conservazione_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// mole is how many fines a portion is measured on: ten years of a large command.
const mole = 1_000_000

// senzaVincoli takes from the tables that are filled what costs time only while they are.
const senzaVincoli = `DO $$ DECLARE x record; BEGIN
	FOR x IN SELECT conrelid::regclass AS tabella, conname FROM pg_constraint WHERE contype = 'f'
		AND conrelid IN ('verbale'::regclass, 'evento'::regclass, 'posizione'::regclass, 'documento'::regclass) LOOP
		EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', x.tabella, x.conname);
	END LOOP;
	FOR x IN SELECT indexrelid::regclass AS indice FROM pg_index WHERE indrelid = 'verbale'::regclass AND NOT indisunique
		AND indexrelid::regclass::text <> 'verbale_conservabile' LOOP
		EXECUTE format('DROP INDEX %s', x.indice);
	END LOOP; END $$`

// moltiVerbali are fines of ten years, one a row of a number: of ten, six are paid, one is annulled, three go on. Each has
// two events, a person and a photograph.
var moltiVerbali = []string{
	`CREATE TABLE mole (n integer, id uuid, inserito timestamptz)`,
	`INSERT INTO mole SELECT n, gen_random_uuid(), now() - interval '10 years' * n / $1::integer FROM generate_series(1, $1::integer) n`,
	`INSERT INTO soggetto (id, tipo, codice_fiscale, cognome) SELECT id, 'PERSONA', 'CF' || n, 'Bianchi' FROM mole`,
	`INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione, data_accertamento,
		luogo_istat, luogo_indirizzo, agenti, inserito, sequenza, procedura, debito, ricorso, punti, riscossione)
		SELECT id, 2026, n, 'V', 'WEB', 'prova', 'PL01', 'AB123CD', 'AUTO', 'IT', inserito, inserito::date, '039014', 'Via Roma', '{A001}', inserito, 2,
			CASE n % 10 WHEN 9 THEN 'ARCHIVIATO' ELSE 'NOTIFICATO' END, CASE WHEN n % 10 < 6 THEN 'PAGATO' ELSE 'DOVUTO' END,
			'NESSUNO', 'NON_DOVUTI', 'NESSUNA' FROM mole`,
	`INSERT INTO evento (verbale, sequenza, tipo, data_legale, registrato, attore)
		SELECT id, s, 'NOTA', inserito::date, inserito + interval '90 days' * (s - 1), 'prova' FROM mole, generate_series(1, 2) s`,
	`INSERT INTO posizione (id, verbale, ordine, titolo, soggetto) SELECT id, id, 1, 'OBBLIGATO', id FROM mole`,
	`INSERT INTO documento (id, verbale, tipo, nome, mime, creato, sha256, byte) SELECT id, id, 'ALLEGATO', 'foto.jpg', 'image/jpeg', inserito,
		encode(sha256(uuid_send(id)), 'hex'), 1 FROM mole`,
}

// BenchmarkPorzione measures a portion of each kind that goes with fines, where half of those that are over have outlived their term.
func BenchmarkPorzione(b *testing.B) {
	a := testkit.NuovoAmbiente(b)
	conn := a.Collega(b, "elaborazione", "alfa")
	for _, sql := range append([]string{senzaVincoli}, moltiVerbali...) {
		var args []any
		if sql == moltiVerbali[1] {
			args = []any{mole}
		}
		if _, err := conn.Exec(b.Context(), sql, args...); err != nil {
			b.Fatalf("%v: %s", err, sql)
		}
	}
	a.Esegui(b, "elaborazione", "alfa", `ANALYZE`)
	for _, classe := range []verbale.ClasseConservazione{"FOTO", "VERBALE_PAGATO", "VERBALE_ANNULLATO"} {
		a.Esegui(b, "core", "alfa", `INSERT INTO conservazione (id, classe, mesi, fonte, anteprima, proposta_da, confermata, confermata_da)
			VALUES (gen_random_uuid(), $1, 60, 'prova', 0, 'una', now(), 'altra')`, string(classe))
		b.Run(string(classe), func(b *testing.B) {
			for b.Loop() {
				righe, err := conn.Exec(b.Context(), `SELECT * FROM conserva($1, 100)`, string(classe))
				if err != nil || righe.RowsAffected() != 100 {
					b.Fatalf("%v: %v", righe, err)
				}
			}
		})
	}
}
