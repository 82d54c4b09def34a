package numeri_test

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi/numeri"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type banco struct {
	*testkit.Ambiente
	pools *db.Pools
	anno  int
}

func apparecchia(t *testing.T) *banco {
	t.Helper()
	a := testkit.NuovoAmbiente(t, "alfa")
	a.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', 'serie.I', '"INTERNA"')`)
	return &banco{a, a.Pools(t, "elaborazione"), calendario.Da(clock.Now()).Anno()}
}

// lancia runs elaborazione numeri on the tenant; $A is this year, of the command's own clock, in arguments and answers.
func (b *banco) lancia(t *testing.T, riga_ string) (string, error) {
	t.Helper()
	ctx := tenant.With(context.Background(), b.Tenant("alfa"))
	c := numeri.Comando(func(_ *cobra.Command, _ string, azione comandi.Azione) error { return azione(ctx, b.pools) })
	var fuori bytes.Buffer
	c.SetOut(&fuori)
	c.SetArgs(append(strings.Fields(b.scritto(riga_)), "--tenant", "alfa"))
	c.SilenceErrors, c.SilenceUsage = true, true
	err := c.ExecuteContext(ctx)
	return fuori.String(), err
}

func (b *banco) scritto(s string) string { return strings.ReplaceAll(s, "$A", strconv.Itoa(b.anno)) }

// verbale records a fine with a number, this year, and a notice with the n-th number of the range; 0: none.
func (b *banco) verbale(t *testing.T, numero int64, lettera string, n int64) {
	t.Helper()
	b.Esegui(t, "elaborazione", "alfa", `WITH v AS (
		INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione, data_accertamento, luogo_istat,
			luogo_indirizzo, agenti, procedura, debito, ricorso, punti, riscossione)
		VALUES (gen_random_uuid(), $1, $2, $3, 'SOAP', 'prova', 'PL01', 'AB123CD', '', 'IT', now(), now(), '', '', '{}',
			'VALIDATO', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA')
		RETURNING id)
		INSERT INTO posizione (id, verbale, ordine, titolo) SELECT gen_random_uuid(), id, 1, 'OBBLIGATO' FROM v`, b.anno, numero, lettera)
	if n == 0 {
		return
	}
	b.avviso(t, numero, lettera, numeroAvviso(t, "1", n), "")
}

// avviso adds a notice to a fine; iuv is the number's where it is empty.
func (b *banco) avviso(t *testing.T, numero int64, lettera, avviso, iuv string) {
	t.Helper()
	if iuv == "" {
		iuv = avviso[1:]
	}
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO avviso (id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, giorni)
		SELECT gen_random_uuid(), v.id, p.id, 'RIDOTTO', $3, $4, '80012345670', 100, 60
		FROM verbale v JOIN posizione p ON p.verbale = v.id WHERE v.numero = $1 AND v.lettera = $2`, numero, lettera, avviso, iuv)
}

// numeroAvviso is the n-th number of the range with a prefix.
func numeroAvviso(t *testing.T, prefisso string, n int64) string {
	t.Helper()
	a, err := pagopa.Componi("01", fmt.Sprintf("%s%0*d", prefisso, 13-len(prefisso), n))
	if err != nil {
		t.Fatal(err)
	}
	return a.Numero
}

// contatori are the counters of the tenant, in words.
func (b *banco) contatori(t *testing.T) string {
	t.Helper()
	rows, err := b.Banca(t, "elaborazione", "alfa").Query(t.Context(), `SELECT x FROM (SELECT 1 AS o, anno || '/' || lettera || '=' || ultimo AS x FROM numerazione
		UNION ALL SELECT 2, 'avvisi=' || ultimo FROM numero_avviso) y ORDER BY o, x`)
	if err != nil {
		t.Fatal(err)
	}
	tutti, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(tutti, " ")
}

func TestAvanza(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	// I is numbered by the platform alone, M by the senders too; 2020 is over.
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO numerazione VALUES ($1, 'I', 2), ($1, 'M', 5), (2020, 'I', 70)`, b.anno)
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO numero_avviso SELECT 1, 100`)
	for numero, avviso := range map[int64]int64{1: 1, 2: 2, 3: 130} {
		b.verbale(t, numero, "I", avviso)
	}
	b.verbale(t, 4, "M", 0)
	b.verbale(t, 900, "M", 0)
	grande := numeroAvviso(t, "1", 5000)
	passi := []struct{ riga, spostati, contatori string }{
		{"avanza", "2 su 4", "2020/I=70 $A/I=3 $A/M=5 avvisi=130"},
		{"avanza", "0 su 4", "2020/I=70 $A/I=3 $A/M=5 avvisi=130"},
		{"avanza --di 200", "3 su 4", "2020/I=70 $A/I=203 $A/M=204 avvisi=330"},
		{"avanza --di 200", "0 su 4", "2020/I=70 $A/I=203 $A/M=204 avvisi=330"},
		{"avanza --di 100", "0 su 4", "2020/I=70 $A/I=203 $A/M=204 avvisi=330"},
		{"avanza --oltre 500/i/$A", "1 su 4", "2020/I=70 $A/I=500 $A/M=204 avvisi=330"},
		{"avanza --oltre 500/I/$A", "0 su 4", "2020/I=70 $A/I=500 $A/M=204 avvisi=330"},
		{"avanza --oltre 12/$A", "1 su 5", "2020/I=70 $A/=12 $A/I=500 $A/M=204 avvisi=330"},
		{"avanza --oltre " + grande, "1 su 5", "2020/I=70 $A/=12 $A/I=500 $A/M=204 avvisi=5000"},
		{"avanza --oltre " + grande, "0 su 5", "2020/I=70 $A/=12 $A/I=500 $A/M=204 avvisi=5000"},
	}
	for _, p := range passi {
		uscita, err := b.lancia(t, p.riga)
		if err != nil || !strings.Contains(uscita, "Contatori spostati: "+p.spostati) || b.contatori(t) != b.scritto(p.contatori) {
			t.Errorf("%s: %v\n%s%s", p.riga, err, uscita, b.contatori(t))
		}
	}
	for riga, campo := range map[string]string{
		"avanza --di 0": "di", "avanza --di 2000000": "di", "avanza --di 1 --oltre 1/$A": "oltre", "avanza --oltre pippo": "oltre", "avanza --oltre 1/A1/$A": "oltre",
		"avanza --oltre 1/A/1800": "oltre", "avanza --oltre " + numeroAvviso(t, "2", 1): "oltre", "avanza --oltre 301000000000000000": "oltre",
		"avanza tutto": "tutto",
	} {
		if _, err := b.lancia(t, riga); !problem.Is(err, "DATI_NON_VALIDI") || problem.As(err).Campi[0].Campo != campo {
			t.Errorf("%s: %v", riga, err)
		}
	}
	if n := b.righe(t); n != 8 {
		t.Errorf("%d righe di registro per 8 contatori spostati", n)
	}
}

// intervalloAG gives the tenant the codes that begin with 786, and a fine to carry them.
func (b *banco) intervalloAG(t *testing.T) {
	t.Helper()
	b.Esegui(t, "core", "", `INSERT INTO intervallo (tenant, tipo, codice_fiscale_ente, segregazione, prefisso) VALUES ('alfa', 'RACCOMANDATA_AG', '', '', '786')`)
	b.verbale(t, 1, "I", 0)
}

// idAG is the range of the codes.
func (b *banco) idAG(t *testing.T) (id int64) {
	t.Helper()
	if err := b.Banca(t, "core", "").QueryRow(t.Context(), `SELECT id FROM intervallo WHERE tipo = 'RACCOMANDATA_AG'`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

// atto adds an act with a code to the fine.
func (b *banco) atto(t *testing.T, codice string) {
	t.Helper()
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO documento (id, verbale, tipo, nome, mime, sha256, byte, creato, codice_ag)
		SELECT gen_random_uuid(), id, 'ATTO', 'a.pdf', 'application/pdf', encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex'), 1, now(), $1
		FROM verbale`, codice)
}

// codiceAG is a code with its check digit.
func codiceAG(t *testing.T, undici string) string {
	t.Helper()
	c, ok := raccomandata.ComponiNazionale(undici)
	if !ok {
		t.Fatal(undici)
	}
	return c
}

// TestAvanzaAG: also the codes of judicial acts go beyond the highest one that an act carries, or that was
// printed after the copy.
func TestAvanzaAG(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.intervalloAG(t)
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO numero_raccomandata (intervallo, ultimo) VALUES ($1, 0)`, b.idAG(t)) // by the earlier release
	for _, codice := range []string{"786000000013", "786000000426", "612000000013"} {                                     // the check digit is of no account here
		b.atto(t, codice)
	}
	ultimo := codiceAG(t, "78600000900")
	for _, p := range []struct{ riga, dice string }{
		{"avanza", "atti giudiziari 786: da 0 a 42\n"}, {"avanza", "atti giudiziari 786: resta a 42\n"}, {"avanza --di 10", "atti giudiziari 786: da 42 a 52\n"},
		{"avanza --oltre " + ultimo, "atti giudiziari 786: da 52 a 900\n"}, {"avanza --oltre " + raccomandata.Stampa(ultimo), "atti giudiziari 786: resta a 900\n"},
		{"avanza --oltre " + codiceAG(t, "78600000100"), "atti giudiziari 786: resta a 900\n"},
	} {
		if uscita, err := b.lancia(t, p.riga); err != nil || !strings.Contains(uscita, p.dice) {
			t.Errorf("%s: %v\n%s", p.riga, err, uscita)
		}
	}
	sbagliato := ultimo[:11] + string('0'+(ultimo[11]-'0'+1)%10)
	for _, codice := range []string{sbagliato, codiceAG(t, "61200000900"), ultimo[:11]} {
		if uscita, err := b.lancia(t, "avanza --oltre "+codice); !problem.Is(err, "DATI_NON_VALIDI") || problem.As(err).Campi[0].Campo != "oltre" {
			t.Errorf("%s: %v\n%s", codice, err, uscita)
		}
	}
	if c := b.contatori(t); c != "avvisi=10" { // by --di
		t.Errorf("altri contatori mossi: %s", c)
	}
}

// TestVerificaAG: a code of a judicial act that could be given a second time, or is not the command's, is found.
func TestVerificaAG(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.intervalloAG(t)
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO numero_raccomandata (intervallo, ultimo) VALUES ($1, 0)`, b.idAG(t)) // by the earlier release
	if _, err := b.lancia(t, "avanza --oltre "+codiceAG(t, "78600000050")); err != nil {
		t.Fatal(err)
	}
	b.atto(t, codiceAG(t, "78600000001"))
	b.atto(t, codiceAG(t, "78600000050"))
	if uscita, err := b.lancia(t, "verifica"); err != nil || uscita != "atti giudiziari 786: nessuno ha le posizioni da 2 a 49\nAvvisi letti: 0. Codici di atti letti: 2. Tratti di numeri mancanti: 0. Errori: 0.\n" {
		t.Errorf("%v\n%s", err, uscita)
	}
	b.Esegui(t, "elaborazione", "alfa", `DROP INDEX documento_codice_ag`)
	giusto := codiceAG(t, "78600000002")
	for _, codice := range []string{codiceAG(t, "78600000051"), codiceAG(t, "61200000001"), giusto[:11] + string('0'+(giusto[11]-'0'+1)%10), codiceAG(t, "78600000050")} {
		b.atto(t, codice)
	}
	uscita, err := b.lancia(t, "verifica --anno $A")
	if !problem.Is(err, "NUMERI_FUORI_POSTO") || strings.Count(uscita, "ERRORE ") != 4 {
		t.Errorf("%v\n%s", err, uscita)
	}
	for _, frase := range []string{"è oltre il contatore (50) degli atti giudiziari 786", "non è di un intervallo del comando", "cifra di controllo sbagliata",
		"codice " + codiceAG(t, "78600000050") + ": usato 2 volte", "Codici di atti letti: 6."} {
		if !strings.Contains(uscita, frase) {
			t.Errorf("manca %q in\n%s", frase, uscita)
		}
	}
	if uscita, err := b.lancia(t, "verifica --anno 2020"); err != nil || !strings.Contains(uscita, "Codici di atti letti: 0.") {
		t.Errorf("un altro anno: %v\n%s", err, uscita)
	}
}

func (b *banco) righe(t *testing.T) (n int) {
	t.Helper()
	if err := b.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT count(*) FROM registro WHERE azione = 'NUMERI_AVANZATI'`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestVerifica(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO numerazione VALUES ($1, 'I', 9)`, b.anno)
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO numero_avviso SELECT 1, 100`)
	for _, n := range []int64{1, 2, 4, 7, 50} {
		b.verbale(t, n, "I", n)
	}
	uscita, err := b.lancia(t, "verifica")
	const intervallo = "avvisi dell'ente 80012345670, segregazione 01, prefisso 1: nessuno ha "
	atteso := b.scritto("serie $A/I: manca 3\nserie $A/I: mancano da 5 a 6\nserie $A/I: mancano da 8 a 9\n" +
		intervallo + "la posizione 3\n" + intervallo + "le posizioni da 5 a 6\n" + intervallo + "le posizioni da 8 a 49\n" + intervallo + "le posizioni da 51 a 100\nAvvisi letti: 5. Codici di atti letti: 0. Tratti di numeri mancanti: 3. Errori: 0.\n")
	if err != nil || uscita != atteso {
		t.Errorf("%v\n%s", err, uscita)
	}
	if uscita, err := b.lancia(t, "verifica --anno 2020"); err != nil || uscita != "Avvisi letti: 0. Codici di atti letti: 0. Tratti di numeri mancanti: 0. Errori: 0.\n" {
		t.Errorf("un altro anno: %v\n%s", err, uscita)
	}
	buono := numeroAvviso(t, "1", 60)
	for _, x := range [][2]string{
		{numeroAvviso(t, "1", 101), ""}, {numeroAvviso(t, "2", 1), ""}, {buono, numeroAvviso(t, "1", 61)[1:]}, {buono[:17] + string('0'+(buono[17]-'0'+1)%10), ""},
	} {
		b.avviso(t, 1, "I", x[0], x[1])
	}
	b.Esegui(t, "elaborazione", "alfa", `ALTER TABLE verbale DROP CONSTRAINT verbale_anno_lettera_numero_key`)
	b.verbale(t, 7, "I", 0)
	uscita, err = b.lancia(t, "verifica --anno $A")
	if !problem.Is(err, "NUMERI_FUORI_POSTO") || strings.Count(uscita, "ERRORE ") != 5 {
		t.Errorf("%v\n%s", err, uscita)
	}
	for _, frase := range []string{"verbale 7/I/$A: usato 2 volte", "è oltre il contatore (100)", "non è di un intervallo del comando",
		"ha un altro IUV", "cifre di controllo sbagliate", "Errori: 5."} {
		if !strings.Contains(uscita, b.scritto(frase)) {
			t.Errorf("manca %q in\n%s", frase, uscita)
		}
	}
	if _, err := b.lancia(t, "verifica --anno 3"); !problem.Is(err, "DATI_NON_VALIDI") {
		t.Errorf("%v", err)
	}
}
