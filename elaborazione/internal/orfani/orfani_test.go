package orfani

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// banco is a folder of documents and the rows of alfa.
type banco struct {
	*testkit.Ambiente
	*Spazzino
	cartella string
	giorni   int // by which the sweeper's clock is ahead
}

func nuovoBanco(t *testing.T) *banco {
	t.Helper()
	b := &banco{Ambiente: testkit.NuovoAmbiente(t, "alfa"), cartella: t.TempDir()}
	b.Spazzino = b.altro(t)
	return b
}

// altro is the sweeper of another process.
func (b *banco) altro(t *testing.T) *Spazzino {
	t.Helper()
	d, err := deposito.Apri(t.Context(), "file://"+b.cartella+"?durevole=no")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Chiudi() })
	s := Nuovo(Spazzino{Deposito: d, Pools: b.Ambiente.Pools(t, "elaborazione"), Log: slog.New(slog.DiscardHandler),
		Adesso: func() time.Time { return tempo.Macchina().AddDate(0, 0, b.giorni) }}, prometheus.NewRegistry())
	s.passo = 0
	return s
}

// metti stores a document as it was stored so long ago.
func (b *banco) metti(t *testing.T, contenuto string, fa time.Duration) string {
	t.Helper()
	r, err := b.Deposito.Metti(t.Context(), "alfa", []byte(contenuto), "")
	if err == nil {
		err = os.Chtimes(b.percorso(r.SHA256), time.Time{}, tempo.Macchina().Add(-fa))
	}
	if err != nil {
		t.Fatal(err)
	}
	return r.SHA256
}

func (b *banco) percorso(sha string) string { return filepath.Join(b.cartella, "alfa", sha) }

// concedi gives elaborazione what diritti.sql of another service would.
const concedi = `GRANT USAGE ON SCHEMA connessione_v1 TO verbali_elaborazione_uso;
	GRANT SELECT ON connessione_v1.archivio TO verbali_elaborazione_uso`

const nuovoEsito = `INSERT INTO esito_postale (id, sha256, byte, stato, caricato, caricato_da) VALUES ($1, $2, 1, 'COMPLETATO', now(), 'prova')`

func (b *banco) spazza(t *testing.T, vuole Esito) {
	t.Helper()
	if e, err := b.Spazza(t.Context(), b.Ambiente.Tenant("alfa")); err != nil || e != vuole {
		t.Errorf("%+v %v, want %+v", e, err, vuole)
	}
}

func (b *banco) ciSono(t *testing.T, shas ...string) {
	t.Helper()
	for _, sha := range shas {
		if _, err := b.Deposito.Leggi(t.Context(), "alfa", sha); err != nil {
			t.Error(err)
		}
	}
}

// TestSiTolgonoSoloGliOrfaniVecchi: whatever a row names stays, whoever's row it is.
func TestSiTolgonoSoloGliOrfaniVecchi(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	const ieri = 30 * time.Hour
	documento, parte, esito, altrui := b.metti(t, "documento", ieri), b.metti(t, "parte", ieri), b.metti(t, "esito", ieri), b.metti(t, "altrui", ieri)
	orfano, giovane, corrotto := b.metti(t, "orfano", ieri), b.metti(t, "giovane", time.Hour), b.metti(t, "corrotto", ieri)
	if err := os.WriteFile(b.percorso(corrotto), []byte("altro"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(b.percorso(corrotto), time.Time{}, tempo.Macchina().Add(-ieri)); err != nil {
		t.Fatal(err)
	}
	lotto := uuid.New()
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO lotto (id, tipo, stato, creato, creato_da) VALUES ($1, 'PDF', 'BOZZA', now(), 'x')`, lotto)
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO lotto_file (lotto, nome, sha256, byte, pagine) VALUES ($1, 'a', $2, 1, 0)`, lotto, parte)
	b.Esegui(t, "elaborazione", "alfa", nuovoEsito, uuid.New(), esito)
	b.Esegui(t, "elaborazione", "alfa", `ALTER TABLE documento DROP CONSTRAINT documento_verbale_fkey`)
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO documento (id, verbale, tipo, nome, mime, sha256, byte, creato) VALUES (gen_random_uuid(), gen_random_uuid(), 'ALLEGATO', 'a', 'b', $1, 1, now())`, documento)
	b.Esegui(t, "connessione", "alfa", `CREATE TABLE connessione.archivio (sha256 text)`)
	b.Esegui(t, "connessione", "alfa", `INSERT INTO connessione.archivio VALUES ($1)`, altrui)
	b.Esegui(t, "connessione", "alfa", `CREATE VIEW connessione_v1.archivio AS SELECT sha256 FROM connessione.archivio`)
	b.Esegui(t, "connessione", "alfa", concedi)

	b.spazza(t, Esito{Visti: 6, Accantonati: 1, Corrotti: 1})
	b.ciSono(t, documento, parte, esito, altrui, giovane, orfano) // also what is aside
	if _, err := os.Stat(b.percorso(orfano)); !os.IsNotExist(err) {
		t.Error("non è da parte", err)
	}
	b.spazza(t, Esito{Visti: 5, Corrotti: 1})
	b.giorni = 2
	b.spazza(t, Esito{Visti: 6, Accantonati: 1, Eliminati: 1, Corrotti: 1}) // the young one is old now
	b.ciSono(t, documento, parte, esito, altrui, giovane)
	if file, err := filepath.Glob(b.percorso(orfano) + "*"); err != nil || len(file) > 0 {
		t.Errorf("%v %v", file, err)
	}
	b.Esegui(t, "elaborazione", "alfa", nuovoEsito, uuid.New(), giovane) // named after all
	b.spazza(t, Esito{Visti: 6, Ripristinati: 1, Corrotti: 1})
	if _, err := os.Stat(b.percorso(giovane)); err != nil {
		t.Error(err)
	}
}

// TestLeProveDiSendRestano: what connessione keeps of a service is named by its view alone.
func TestLeProveDiSendRestano(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	const ieri = 30 * time.Hour
	prova, superata, orfano := b.metti(t, "prova", ieri), b.metti(t, "superata", ieri), b.metti(t, "orfano", ieri)
	invio := uuid.New()
	b.Esegui(t, "connessione", "alfa", `INSERT INTO invio (id, verbale, posizione, documento, sha256, chiesto) VALUES ($1, $1, $1, $1, 'ab', now())`, invio)
	for sha, altra := range map[string]bool{prova: false, superata: true} {
		b.Esegui(t, "connessione", "alfa", `INSERT INTO invio_prova (id, invio, chiave, categoria, elemento, sha256, superata)
			VALUES (gen_random_uuid(), $1, $2, 'RECIPIENT_ACCESS', 'e', $2, $3)`, invio, sha, altra)
	}
	b.spazza(t, Esito{Visti: 3, Accantonati: 1})
	b.giorni = 2
	b.spazza(t, Esito{Visti: 2, Eliminati: 1})
	b.ciSono(t, prova, superata)
	if _, err := os.Stat(b.percorso(orfano)); !os.IsNotExist(err) {
		t.Error(err)
	}
}

// TestSenzaTutteLeRigheNonSiToglieNulla: a view that may not be read, a column that cannot be compared, rows
// that seem lost, another process at work.
func TestSenzaTutteLeRigheNonSiToglieNulla(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.metti(t, "orfano", 30*time.Hour)
	rifiuta := func(dice string) {
		t.Helper()
		if e, err := b.Spazza(t.Context(), b.Ambiente.Tenant("alfa")); err == nil || !strings.Contains(err.Error(), dice) || e.Accantonati > 0 {
			t.Errorf("%+v %v", e, err)
		}
	}
	b.Esegui(t, "connessione", "alfa", `CREATE TABLE connessione.archivio (sha256 text)`)
	b.Esegui(t, "connessione", "alfa", `CREATE VIEW connessione_v1.archivio AS SELECT sha256 FROM connessione.archivio`)
	rifiuta("permission denied")
	b.Esegui(t, "connessione", "alfa", `DROP VIEW connessione_v1.archivio`)
	b.Esegui(t, "connessione", "alfa", `CREATE VIEW connessione_v1.archivio AS SELECT sha256::bytea AS atto_sha256 FROM connessione.archivio`)
	b.Esegui(t, "connessione", "alfa", concedi)
	rifiuta("non è testo")
	b.Esegui(t, "connessione", "alfa", `DROP VIEW connessione_v1.archivio`)
	altrove := b.Collega(t, "elaborazione", "alfa")
	if _, err := altrove.Exec(t.Context(), `SELECT pg_advisory_lock(hashtext('verbali.orfani'))`); err != nil {
		t.Fatal(err)
	}
	b.spazza(t, Esito{})
	_ = altrove.Close(t.Context())
	for i := range sospetti + 1 {
		b.metti(t, fmt.Sprint("perso ", i), 30*time.Hour)
	}
	rifiuta("manca la banca dati?")
}

// TestUnaRigaCheSiScriveNonPerdeIlSuoFile: orphans that are stored again and named while two processes sweep,
// and are read without a pause from their commit on.
func TestUnaRigaCheSiScriveNonPerdeIlSuoFile(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	const n = 300
	shas := make([]string, n)
	for i := range shas {
		shas[i] = b.metti(t, fmt.Sprint("documento ", i), 30*time.Hour)
	}
	ctx, basta := context.WithCancel(t.Context())
	var spazzano sync.WaitGroup
	for _, s := range []*Spazzino{b.Spazzino, b.altro(t)} {
		spazzano.Go(func() {
			for ctx.Err() == nil {
				if _, err := s.Spazza(ctx, b.Ambiente.Tenant("alfa")); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			}
		})
	}
	database, err := b.Spazzino.Pools.Of(t.Context(), b.Ambiente.Tenant("alfa"))
	if err != nil {
		t.Fatal(err)
	}
	var scrivono sync.WaitGroup
	for i := range 4 {
		scrivono.Go(func() {
			for j := i; j < n; j += 4 {
				if _, err := b.Deposito.Metti(t.Context(), "alfa", fmt.Append(nil, "documento ", j), ""); err != nil {
					t.Error(err)
				}
				if _, err := database.Pool.Exec(t.Context(), nuovoEsito, uuid.New(), shas[j]); err != nil {
					t.Error(err)
				}
				b.ciSono(t, shas[j], shas[i])
			}
		})
	}
	scrivono.Wait()
	basta()
	spazzano.Wait()
	for b.giorni = range 4 {
		if _, err := b.Spazza(t.Context(), b.Ambiente.Tenant("alfa")); err != nil {
			t.Fatal(err)
		}
		b.ciSono(t, shas...)
	}
}

// TestSiTolgonoIProvvisoriDiChiEMorto: those of a writer that may still write, and whatever is not the store's, stay.
func TestSiTolgonoIProvvisoriDiChiEMorto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	sha := b.metti(t, "documento", time.Hour)
	for nome, fa := range map[string]time.Duration{
		sha + ".18a1b2c3d4e5f607.tmp": 30 * time.Hour, sha + ".orfano.18a1b2c3d4e5f608.tmp": 30 * time.Hour,
		sha + ".18a1b2c3d4e5f609.tmp": 23 * time.Hour, "appunti.tmp": 30 * time.Hour, sha + ".tmp": 30 * time.Hour,
	} {
		if err := os.WriteFile(b.percorso(nome), []byte("mezzo"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(b.percorso(nome), time.Time{}, tempo.Macchina().Add(-fa)); err != nil {
			t.Fatal(err)
		}
	}
	b.spazza(t, Esito{Provvisori: 2})
	b.spazza(t, Esito{})
	for _, nome := range []string{sha, sha + ".18a1b2c3d4e5f609.tmp", "appunti.tmp", sha + ".tmp"} {
		if _, err := os.Stat(b.percorso(nome)); err != nil {
			t.Error(err)
		}
	}
}
