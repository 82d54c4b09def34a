package conservazione_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/conservazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/elaborazione/migrazioni"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/retention"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/oblio"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// archivio is a bench with the rules of every service that keeps data of persons.
type archivio struct {
	*banco.Banco
	pools *db.Pools
}

func nuovoArchivio(t *testing.T, passi ...string) *archivio {
	t.Helper()
	b := banco.NuovoBanco(t, passi...)
	return &archivio{Banco: b, pools: b.Pools(t, "elaborazione")}
}

// caso is a fine of a person, which the text of every request names.
type caso struct {
	*banco.Pratica
	persona, codice string
}

// verbaleDi is a fine of somebody, with a note and a photograph that name her.
func (a *archivio) verbaleDi(t *testing.T, persona, codiceFiscale string, cambia ...func(*richiesta.Verbale)) *caso {
	t.Helper()
	foto := []byte("\xff\xd8\xff\xe0" + persona)
	u := banco.NuovaPratica(t, a.Banco, "C-"+uuid.NewString(), func(v *richiesta.Verbale) {
		v.Violazioni = []richiesta.Violazione{{Articolo: "7", Comma: "14", Codice: "7-14-p1"}} // takes no points
		v.Obbligato.Persona.Cognome, v.Obbligato.Persona.CodiceFiscale = persona, codiceFiscale
		v.Obbligato.Indirizzo.Via = "Via di " + persona
		v.Note = "il veicolo è di " + persona
		v.Allegati = []richiesta.Allegato{{Nome: persona + ".jpg", Tipo: "image/jpeg", Contenuto: foto}}
		for _, f := range cambia {
			f(v)
		}
	})
	return &caso{u, persona, codiceFiscale}
}

// fa records an event whose every free text names the person.
func (c *caso) fa(t *testing.T, tipo verbale.TipoEvento, dati string) {
	t.Helper()
	c.N++
	_, nuovo, err := c.Chiede(c.Stanze, mosse.RichiestaEvento{Tipo: string(tipo), Motivo: "lo chiede " + c.persona, Prova: "AR di " + c.persona,
		Dati: []byte(strings.ReplaceAll(dati, "§", c.persona)), Idempotenza: fmt.Sprintf("%s %d", c.persona, c.N), Posizione: c.Posizione})
	if err != nil || !nuovo {
		t.Fatalf("%s: %v %v", tipo, nuovo, err)
	}
}

// serve prints the act and serves it.
func (c *caso) serve(t *testing.T) {
	t.Helper()
	c.Forma(t)
	c.fa(t, verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`)
	c.fa(t, verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`)
}

// paga pays what the first notice asks.
func (c *caso) paga(t *testing.T) {
	t.Helper()
	s, err := c.Archivio.Stato(c.Ctx, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	cent := int64(s.Avvisi[0].ImportoCent)
	r, nuovo, err := c.Pratiche.RegistraPagamento(c.Come("alfa", "operatore.alfa", auth.RuoloOperatore), conseguenze.RichiestaPagamento{
		NumeroAvviso: s.Avvisi[0].NumeroAvviso, ImportoCent: &cent, Data: "2026-11-20", Canale: "BANCA", Riferimento: "bonifico di " + c.persona,
		Pagatore: c.persona})
	if err != nil || !nuovo {
		t.Fatalf("%+v %v", r, err)
	}
}

// invecchia puts what happened so far ten years back.
func (a *archivio) invecchia(t *testing.T) {
	t.Helper()
	a.Esegui(t, "elaborazione", "alfa", `ALTER TABLE evento DISABLE TRIGGER evento_solo_aggiunte`)
	a.Esegui(t, "elaborazione", "alfa", `UPDATE evento SET registrato = registrato - interval '10 years'`)
	a.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET inserito = inserito - interval '10 years'`)
	a.Esegui(t, "elaborazione", "alfa", `UPDATE documento SET creato = creato - interval '10 years'`)
	a.Esegui(t, "elaborazione", "alfa", `UPDATE anomalia SET aperta = aperta - interval '10 years'`)
	a.Esegui(t, "elaborazione", "alfa", `ALTER TABLE evento ENABLE TRIGGER evento_solo_aggiunte`)
}

// regola is a rule that two people have made.
func (a *archivio) regola(t *testing.T, classe verbale.ClasseConservazione, mesi int) {
	t.Helper()
	a.Esegui(t, "core", "alfa", `INSERT INTO conservazione (id, classe, mesi, fonte, anteprima, proposta_da, confermata, confermata_da)
		VALUES (gen_random_uuid(), $1, $2, 'prova', 0, 'una', now(), 'altra')`, string(classe), mesi)
}

// giro runs the rules of elaborazione on alfa.
func (a *archivio) giro(t *testing.T) map[string]int {
	t.Helper()
	fatti, err := conservazione.Regole(a.pools, nil, slog.New(slog.DiscardHandler)).Round(context.Background(), a.Tenant("alfa"))
	if err != nil {
		t.Fatal(err)
	}
	return fatti
}

// obbediscono lets the services that keep copies find what was erased.
func (a *archivio) obbediscono(t *testing.T) {
	t.Helper()
	for _, modulo := range []string{"connessione", "core", "vpn"} {
		r := retention.Runner{Pools: a.Pools(t, modulo), Copies: oblio.Copie()}
		if _, err := r.Round(context.Background(), a.Tenant("alfa")); err != nil {
			t.Fatalf("%s: %v", modulo, err)
		}
	}
}

// tuttoRivive fails unless every fine of alfa replays to what its tables hold.
func (a *archivio) tuttoRivive(t *testing.T) {
	t.Helper()
	r, err := a.Archivio.RicalcolaDopo(a.Come("alfa", "prova"), uuid.Nil, 10_000)
	if err != nil || r.Verbali == 0 || len(r.Diversi) > 0 {
		t.Errorf("ricalcolo di %d verbali: %v %+v", r.Verbali, err, r.Diversi)
	}
}

// somme are the totals of alfa.
func (a *archivio) somme(t *testing.T) string {
	t.Helper()
	return a.Elenca(t, "alfa", `SELECT row(count(*), sum(importo_cent), sum(prezzo_cent), sum(versato_cent), sum(eccedenza_cent), sum(rimborsato_cent),
			sum(residuo_cent), sum(sgravato_cent), sum(sequenza))::text FROM verbale
		UNION ALL SELECT row(count(*), sum(importo_cent))::text FROM pagamento UNION ALL SELECT row(count(*), sum(importo_cent))::text FROM avviso
		UNION ALL SELECT row(count(*), sum(sequenza))::text FROM evento
		UNION ALL SELECT string_agg(row(procedura, debito, ricorso, punti, riscossione)::text, ' ' ORDER BY id) FROM verbale`)
}

// esportato is the register of deletions as it leaves.
func (a *archivio) esportato(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	if err := conservazione.Esporta(a.Come("alfa", "prova"), a.pools, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// proprietario opens the databases with the role that owns the tables.
func (a *archivio) proprietario(t *testing.T) *db.Pools {
	t.Helper()
	p, err := db.Open(db.Options{DSN: a.DSN("elaborazione"), Application: "prova", PerDatabase: 2, Total: 8, Tenant: migrazioni.Tenant(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}
