package numeri_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
)

// intervallo is the range of notices of the tenant.
func (b *banco) intervallo(t *testing.T) (i anagrafe.Intervallo) {
	t.Helper()
	if err := b.Banca(t, "core", "").QueryRow(t.Context(), `SELECT id, codice_fiscale_ente, segregazione, prefisso FROM intervallo WHERE tenant = 'alfa' AND tipo = 'AVVISO'`).
		Scan(&i.ID, &i.CodiceFiscaleEnte, &i.Segregazione, &i.Prefisso); err != nil {
		t.Fatal(err)
	}
	return i
}

// prende takes notice numbers as a service that has just started does.
func (b *banco) prende(t *testing.T, i anagrafe.Intervallo, quanti int) []string {
	t.Helper()
	ctx := tenant.With(context.Background(), b.Tenant("alfa"))
	numeri, err := archivio.NuovoStore(b.pools, tempo.Adesso).NumeriAvviso(ctx, []anagrafe.Intervallo{i}, quanti)
	if err != nil {
		t.Fatal(err)
	}
	scritti := make([]string, len(numeri))
	for j, n := range numeri {
		scritti[j] = n.Numero
	}
	return scritti
}

// prendeAG takes codes of judicial acts likewise.
func (b *banco) prendeAG(t *testing.T, quanti int) []string {
	t.Helper()
	ctx := tenant.With(context.Background(), b.Tenant("alfa"))
	s := archivio.NuovoStore(b.pools, tempo.Adesso)
	codici := make([]string, quanti)
	for j := range codici {
		var err error
		if codici[j], err = s.CodiceAG(ctx, []anagrafe.IntervalloAG{{ID: b.idAG(t), Prefisso: "786"}}); err != nil {
			t.Fatal(err)
		}
	}
	return codici
}

func senzaDoppi(t *testing.T, numeri ...[]string) {
	t.Helper()
	tutti := slices.Concat(numeri...)
	slices.Sort(tutti)
	if n := len(slices.Compact(slices.Clone(tutti))); n != len(tutti) {
		t.Errorf("%d numeri diversi di %d", n, len(tutti))
	}
}

// TestDopoUnRipristino: the copy has the key, so the numbers that were printed after it tell the positions that were used, and
// none is given again; whichever of them was printed last.
func TestDopoUnRipristino(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	i := b.intervallo(t)
	prima := b.prende(t, i, 40) // a block of 100
	b.verbale(t, 1, "I", 0)
	for _, n := range prima {
		b.avviso(t, 1, "I", n, "")
	}
	nome := nomeDi(i)
	stampati := b.prende(t, i, 60) // after the copy, from another block
	b.Esegui(t, "elaborazione", "alfa", `UPDATE numero_avviso SET ultimo = 100`)
	for _, p := range []struct{ riga, dice string }{
		{"avanza", nome + ": resta a 100\n"},
		{"avanza --oltre " + stampati[9], nome + ": da 100 a 110\n"},
		{"avanza --oltre " + strings.Join(stampati, ",") + " --oltre 7/I/$A", nome + ": da 110 a 160\n"},
		{"avanza --oltre " + stampati[59], nome + ": resta a 160\n"},
		{"avanza --oltre " + prima[0], nome + ": resta a 160\n"},
		{"avanza --di 500", nome + ": da 160 a 540\n"}, // 40 known
	} {
		if uscita, err := b.lancia(t, p.riga); err != nil || !strings.Contains(uscita, p.dice) {
			t.Errorf("%s: %v\n%s", p.riga, err, uscita)
		}
	}
	senzaDoppi(t, prima, stampati, b.prende(t, i, 2000))

	uscita, err := b.lancia(t, "verifica")
	if err != nil || !strings.Contains(uscita, nome+": nessuno ha le posizioni da 41 a ") || !strings.Contains(uscita, "Avvisi letti: 40.") {
		t.Errorf("%v\n%s", err, uscita)
	}
	mai := numeroAvviso(t, "1", 123456789012) // of the range, and never given
	b.avviso(t, 1, "I", mai, "")
	uscita, err = b.lancia(t, "verifica")
	if !problem.Is(err, "NUMERI_FUORI_POSTO") || !strings.Contains(uscita, "avviso "+mai) || strings.Count(uscita, "ERRORE") != 1 {
		t.Errorf("%v\n%s", err, uscita)
	}
	prima2 := b.contatori(t)
	if uscita, err := b.lancia(t, "avanza --oltre "+mai); !problem.Is(err, "DATI_NON_VALIDI") || !strings.Contains(problem.As(err).Campi[0].Messaggio, mai) {
		t.Errorf("un numero mai dato sposta il contatore: %v\n%s", err, uscita)
	}
	if _, err := b.lancia(t, "avanza"); err != nil || b.contatori(t) != prima2 {
		t.Errorf("%v: %s, era %s", err, b.contatori(t), prima2)
	}
}

func nomeDi(i anagrafe.Intervallo) string {
	return fmt.Sprintf("avvisi dell'ente %s, segregazione %s, prefisso %s", i.CodiceFiscaleEnte, i.Segregazione, i.Prefisso)
}

// TestIntervalliInUso: a range from which numbers were taken in sequence goes on with the rest of it, permuted; none is given
// again, neither those that a replica of the earlier release still takes.
func TestIntervalliInUso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	i := b.intervallo(t)
	i.Prefisso = "1234567"                                                                                                 // six digits: every number is tried
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO numero_avviso (intervallo, ultimo, dal) VALUES ($1, 400, 400)`, i.ID) // as the migration leaves it
	nuovi := b.prende(t, i, 3000)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE numero_avviso SET ultimo = ultimo + 100`) // by a replica of the earlier release: its numbers are the positions
	nuovi = append(nuovi, b.prende(t, i, 3000)...)
	var vecchi []string
	for n := int64(1); n <= 400; n++ {
		vecchi = append(vecchi, numeroAvviso(t, i.Prefisso, n))
	}
	senzaDoppi(t, vecchi, nuovi)
	// A counter that the earlier release made after the migration is closed at the first block.
	b.Esegui(t, "elaborazione", "alfa", `UPDATE numero_avviso SET ultimo = 400, dal = NULL`)
	senzaDoppi(t, vecchi, b.prende(t, i, 3000))
	if s := b.contatori(t); !strings.HasPrefix(s, "avvisi=") || s == "avvisi=400" {
		t.Error(s)
	}
}

// TestTuttoLIntervallo: a small range gives each of its numbers once, then waits for another range.
func TestTuttoLIntervallo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	i := b.intervallo(t)
	i.Prefisso = "12345678901" // two digits
	tutti := b.prende(t, i, 99)
	senzaDoppi(t, tutti)
	if slices.IsSorted(tutti) {
		t.Error("in sequenza")
	}
	ctx := tenant.With(context.Background(), b.Tenant("alfa"))
	if n, err := archivio.NuovoStore(b.pools, tempo.Adesso).NumeriAvviso(ctx, []anagrafe.Intervallo{i}, 1); !problem.Is(err, "INTERVALLO_ESAURITO") {
		t.Errorf("%v %v", n, err)
	}
}

// TestAttiDopoUnRipristino: codes of judicial acts come in an order of their own, and go on after a restore as notices do.
func TestAttiDopoUnRipristino(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.intervalloAG(t)
	prima, stampati := b.prendeAG(t, 30), b.prendeAG(t, 20)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE numero_raccomandata SET ultimo = 100`)
	for _, c := range prima {
		b.atto(t, c)
	}
	if slices.IsSorted(prima) {
		t.Error("in sequenza")
	}
	if uscita, err := b.lancia(t, "avanza --oltre "+strings.Join(stampati, ",")); err != nil || !strings.Contains(uscita, "atti giudiziari 786: da 100 a 120\n") {
		t.Errorf("%v\n%s", err, uscita)
	}
	senzaDoppi(t, prima, stampati, b.prendeAG(t, 300))
	if uscita, err := b.lancia(t, "verifica"); err != nil || !strings.Contains(uscita, "Codici di atti letti: 30.") ||
		!strings.Contains(uscita, "atti giudiziari 786: nessuno ha le posizioni da 31 a ") {
		t.Errorf("%v\n%s", err, uscita)
	}
}

// TestLaChiave: it is made with the schema, whole, and cannot be written.
func TestLaChiave(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	c := b.Collega(t, "elaborazione", "alfa")
	var byte_ int
	if err := c.QueryRow(t.Context(), `SELECT octet_length(chiave) FROM chiave_numeri`).Scan(&byte_); err != nil || byte_ != 32 {
		t.Errorf("%d byte, %v", byte_, err)
	}
	if _, err := c.Exec(t.Context(), `INSERT INTO chiave_numeri (chiave) VALUES (sha256('x'))`); err == nil {
		t.Error("una seconda chiave")
	}
}
