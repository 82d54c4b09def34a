package notifica_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/notifica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// tenuti are the lots that the plan asked for.
type tenuti struct {
	mu    sync.Mutex
	lotti [][]uuid.UUID
}

func (x *tenuti) DalPiano(_ context.Context, _ verbale.TipoLotto, posizioni []uuid.UUID) (lotto.Lotto, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.lotti = append(x.lotti, posizioni)
	return lotto.Lotto{}, nil
}

// pianificato is a command with its plan.
type pianificato struct {
	*banco.Banco
	piano *notifica.Piano
	lotti *tenuti
}

// nuovoPiano: the command sends with SEND, to which it is connected, then by post.
func nuovoPiano(t *testing.T, passi ...string) *pianificato {
	t.Helper()
	b := banco.NuovoBanco(t, append([]string{banco.Impostazione("notifica.canali", `["SEND","POSTALE"]`),
		banco.Impostazione("send.collegamento", `{"accesso":"send-chiave"}`)}, passi...)...)
	x := &pianificato{Banco: b, lotti: &tenuti{}}
	x.piano = x.replica(t)
	return x
}

func (x *pianificato) replica(t *testing.T) *notifica.Piano {
	t.Helper()
	return &notifica.Piano{Pools: x.Pools(t, "elaborazione"), Anagrafe: x.Ufficio.Anagrafe, Lotti: x.lotti, Adesso: x.Orologio.Adesso, Log: slog.New(slog.DiscardHandler)}
}

// giro judges, and gives how many fines it looked at.
func (x *pianificato) giro(t *testing.T) int {
	t.Helper()
	n, err := x.piano.Giro(context.Background(), x.Tenant("alfa"))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// sceglie changes a setting of the command.
func (x *pianificato) sceglie(t *testing.T, chiave, valore string) {
	t.Helper()
	x.Esegui(t, "core", "", banco.Impostazione(chiave, valore))
	if err := x.Ufficio.Anagrafe.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// pronta is a fine whose act is printed, of a violation so many days ago.
func (x *pianificato) pronta(t *testing.T, id string, giorni int) *banco.Pratica {
	t.Helper()
	u := banco.NuovaPratica(t, x.Banco, id, banco.ViolazioneDa(giorni), func(v *richiesta.Verbale) { v.Obbligato.Persona.CodiceFiscale = "RSSMRA80A01H501U" })
	u.Forma(t)
	return u
}

// come is the row of a fine.
func (x *pianificato) come(t *testing.T, u *banco.Pratica) string {
	t.Helper()
	return x.Elenca(t, "alfa", `SELECT concat_ws(' ', aspetta, nullif(via, ''), nullif(proposta, ''), to_char(entro, 'DD/MM')) FROM piano WHERE verbale = $1`, u.ID)
}

func (x *pianificato) vuole(t *testing.T, u *banco.Pratica, vuole string) {
	t.Helper()
	if come := x.come(t, u); come != vuole {
		t.Errorf("%s, want %s", come, vuole)
	}
}

// TestIlPianoSegueIlVerbale: a fine is judged when it changes, and only then; a choice is followed at once; who has paid is let go.
func TestIlPianoSegueIlVerbale(t *testing.T) {
	t.Parallel()
	x := nuovoPiano(t)
	x.Pratiche.Piano = x.piano
	u := banco.NuovaPratica(t, x.Banco, "A", banco.ViolazioneDa(10), func(v *richiesta.Verbale) { v.Obbligato.Persona.CodiceFiscale = "RSSMRA80A01H501U" })
	x.giro(t)
	x.vuole(t, u, "STAMPA 08/02")
	u.Forma(t)
	if n := x.giro(t); n != 1 {
		t.Errorf("%d judged", n)
	}
	x.vuole(t, u, "PARTENZA SEND 08/02")
	if n := x.giro(t); n != 0 {
		t.Errorf("%d judged again", n)
	}
	u.Fa(t, verbale.EventoViaScelta, `{"via":"MESSO"}`)
	x.vuole(t, u, "DECISIONE MESSO 08/02")
	u.Fa(t, verbale.EventoViaScelta, `{"via":"PIANO"}`)
	x.vuole(t, u, "PARTENZA SEND 08/02")
	u.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"MESSO"}`)
	x.vuole(t, u, "ESITO MESSO")
	u.Fa(t, verbale.EventoNotificaNonRiuscita, `{"motivo":"assente"}`)
	x.vuole(t, u, "PARTENZA SEND 08/02")
	u.Fa(t, verbale.EventoPosizioneChiusa, `{}`)
	x.vuole(t, u, "")
}

// TestLaViaSiSceglieBene: a way that the platform does not have is refused by name.
func TestLaViaSiSceglieBene(t *testing.T) {
	t.Parallel()
	x := nuovoPiano(t)
	u := x.pronta(t, "A", 10)
	for _, via := range []string{"", "PEC", "PICCIONE"} {
		_, _, err := u.Chiede(u.Stanze, mosse.RichiestaEvento{Tipo: string(verbale.EventoViaScelta), Motivo: "prova",
			Dati: []byte(`{"via":"` + via + `"}`), Idempotenza: "k" + via})
		if campi := banco.Campi(err); !slices.Contains(campi, "dati.via") {
			t.Errorf("%q: %v %v", via, campi, err)
		}
	}
}

// TestCambiareCanali: what has not left follows the new channels, in and out of the open lot of letters; what has left goes on.
func TestCambiareCanali(t *testing.T) {
	t.Parallel()
	x := nuovoPiano(t)
	ferma, partita := x.pronta(t, "A", 10), x.pronta(t, "B", 11)
	partita.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"SEND","parte":true}`)
	x.giro(t)
	inAttesa := func() int {
		return x.Conta(t, "alfa", `SELECT count(*) FROM voce WHERE tipo = 'POSTALE' AND stato = 'IN_ATTESA'`)
	}
	if n := inAttesa(); n != 0 {
		t.Errorf("%d letters", n)
	}
	x.sceglie(t, "notifica.canali", `["POSTALE"]`)
	x.giro(t)
	x.vuole(t, ferma, "LOTTO POSTA 08/02")
	x.vuole(t, partita, "ESITO SEND")
	if n := inAttesa(); n != 1 {
		t.Errorf("%d letters", n)
	}
	x.giro(t)
	x.vuole(t, ferma, "LOTTO POSTA 08/02")
	x.sceglie(t, "notifica.canali", `["SEND"]`)
	x.giro(t)
	x.vuole(t, ferma, "PARTENZA SEND 08/02")
	if n := inAttesa(); n != 0 {
		t.Errorf("%d letters", n)
	}
}

// TestOgniNotteUnLotto: once a day what is ready leaves, the nearest term first, whichever replica is first; a command that chooses SEND by
// day sees the plan before anything leaves.
func TestOgniNotteUnLotto(t *testing.T) {
	t.Parallel()
	x := nuovoPiano(t, banco.Impostazione("notifica.lottoSend", `"MANUALE"`))
	lontana, vicina := x.pronta(t, "A", 10), x.pronta(t, "B", 60)
	x.giro(t)
	x.sceglie(t, "notifica.lottoSend", `"AUTOMATICO"`)
	x.giro(t)
	x.vuole(t, vicina, "PARTENZA SEND 20/12")
	if len(x.lotti.lotti) != 0 {
		t.Fatal("it left by day")
	}
	x.Orologio.Avanza(24 * time.Hour)
	var insieme sync.WaitGroup
	for _, p := range []*notifica.Piano{x.piano, x.replica(t)} {
		insieme.Go(func() {
			if _, err := p.Giro(context.Background(), x.Tenant("alfa")); err != nil {
				t.Error(err)
			}
		})
	}
	insieme.Wait()
	x.giro(t)
	if n := len(x.lotti.lotti); n == 0 || n > 2 {
		t.Fatalf("%d lots", n)
	}
	vuole := []uuid.UUID{banco.Parse(vicina.PosizioneDi(t, vicina.ID.String())), banco.Parse(lontana.PosizioneDi(t, lontana.ID.String()))}
	for _, l := range x.lotti.lotti {
		if !slices.Equal(l, vuole) {
			t.Errorf("%v, want %v", l, vuole)
		}
	}
}

// TestSendNonRisponde: what is ready waits for the channel; near the term the post is proposed, and nothing leaves at night.
func TestSendNonRisponde(t *testing.T) {
	t.Parallel()
	x := nuovoPiano(t)
	lontana, vicina := x.pronta(t, "A", 10), x.pronta(t, "B", 82)
	data := x.pronta(t, "C", 20)
	data.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"SEND","parte":true}`)
	x.Esegui(t, "connessione", "alfa", `INSERT INTO invio (id, verbale, posizione, documento, sha256, chiesto, ferma, ferma_dal)
		SELECT id, verbale, posizione, posizione, 'ab', '2026-11-20', 'SEND_NON_RISPONDE', '2026-11-19' FROM verbali_v1.notifica WHERE verbale = $1`, data.ID)
	x.Orologio.Avanza(24 * time.Hour)
	x.giro(t)
	x.vuole(t, lontana, "CANALE_FERMO SEND 08/02")
	x.vuole(t, vicina, "DECISIONE SEND POSTA 28/11")
	x.vuole(t, data, "CANALE_FERMO SEND 29/01")
	if len(x.lotti.lotti) != 0 {
		t.Error("it left")
	}
	x.Esegui(t, "connessione", "alfa", `UPDATE invio SET ferma = '', ferma_dal = NULL`)
	x.giro(t)
	if len(x.lotti.lotti) != 1 {
		t.Errorf("%d lots once SEND is back", len(x.lotti.lotti))
	}
}

// TestIlCanaleChiama: what the channel says of an attempt that it has is in the plan at the next round, though nothing happened to the
// fine; it is judged once, and again when the channel no longer says so.
func TestIlCanaleChiama(t *testing.T) {
	t.Parallel()
	x := nuovoPiano(t)
	u := x.pronta(t, "A", 20)
	u.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"SEND","parte":true}`)
	x.Esegui(t, "connessione", "alfa", `INSERT INTO invio (id, verbale, posizione, documento, sha256, chiesto)
		SELECT id, verbale, posizione, posizione, 'ab', '2026-11-20' FROM verbali_v1.notifica WHERE verbale = $1`, u.ID)
	x.giro(t)
	for _, c := range []struct{ dice, vuole string }{
		{"", "ESITO SEND"},
		{"ferma = 'ATTO_MANCANTE', ferma_dal = '2026-11-20'", "CANALE_FERMO SEND 29/01"},
		{"persona = 'SENZA_ISTANTE', persona_dal = '2026-11-20'", "DECISIONE SEND 29/01"},
		{"ferma = '', ferma_dal = NULL", "DECISIONE SEND 29/01"},
		{"persona = '', persona_dal = NULL", "ESITO SEND"},
	} {
		if c.dice != "" {
			x.Esegui(t, "connessione", "alfa", `UPDATE invio SET `+c.dice)
		}
		x.giro(t)
		x.vuole(t, u, c.vuole)
		if n := x.giro(t); n != 0 {
			t.Errorf("%q: %d judged again", c.dice, n)
		}
	}
}

// TestSimula: the fines of a month under other channels, and what is wrong with a question.
func TestSimula(t *testing.T) {
	t.Parallel()
	x := nuovoPiano(t)
	x.pronta(t, "A", 10)
	banco.NuovaPratica(t, x.Banco, "B", banco.ViolazioneDa(11)) // without a tax code
	x.Inserisce(x.Integratore("alfa"), t, banco.UnVerbale("C", banco.ViolazioneDa(12)))
	ctx := x.Come("alfa", "ufficio.alfa")
	for canali, vuole := range map[string]string{"SEND POSTALE": "SEND 1 (200), POSTA 1 (0), persone 1", "POSTALE": "POSTA 2 (0), persone 1",
		"SEND": "SEND 1 (200), persone 2", "": "persone 3"} {
		r, err := x.piano.Simula(ctx, event.DomandaSimulazione{Canali: strings.Fields(canali), Mese: "2026-11"})
		if got := simulata(r); err != nil || r.Destinatari != 3 || got != vuole {
			t.Errorf("%s: %d %s %v, want %s", canali, r.Destinatari, got, err, vuole)
		}
	}
	for campo, q := range map[string]event.DomandaSimulazione{"mese": {Canali: []string{"SEND"}, Mese: "novembre"},
		"canali": {Canali: []string{"SEND", "SEND"}, Mese: "2026-11"}} {
		if _, err := x.piano.Simula(ctx, q); problem.As(err) == nil || !slices.Contains(banco.Campi(err), campo) {
			t.Errorf("%s: %v", campo, err)
		}
	}
}

// simulata is an answer in words: each way with how many and the least cost in cents.
func simulata(r event.RispostaSimulazione) string {
	var pezzi []string
	for _, v := range r.Vie {
		pezzi = append(pezzi, fmt.Sprintf("%s %d (%d)", v.Via, v.Quanti, v.CostoDaCent))
	}
	return strings.Join(append(pezzi, fmt.Sprintf("persone %d", r.Persone)), ", ")
}

// TestUnDomicilioToglieDalLottoAperto: a domicile found while the letter lies in the open lot takes it out; a person decides, or SEND has it.
func TestUnDomicilioToglieDalLottoAperto(t *testing.T) {
	t.Parallel()
	x := nuovoPiano(t, banco.Impostazione("notifica.canali", `["POSTALE"]`))
	u := x.pronta(t, "A", 10)
	x.giro(t)
	x.vuole(t, u, "LOTTO POSTA 08/02")
	x.Esegui(t, "elaborazione", "alfa", `INSERT INTO visura (id, verbale, posizione, registro, soggetto, stato, giorno)
		SELECT gen_random_uuid(), verbale, id, 'DOMICILIO_DIGITALE', soggetto, 'TROVATA', '2026-11-20' FROM posizione WHERE verbale = $1`, u.ID)
	x.Esegui(t, "elaborazione", "alfa", `UPDATE piano SET sequenza = sequenza - 1`) // as the event of the answer makes it
	x.giro(t)
	x.vuole(t, u, "DECISIONE 08/02")
	if n := x.Conta(t, "alfa", `SELECT count(*) FROM voce WHERE tipo = 'POSTALE' AND stato = 'SALTATO'`); n != 1 {
		t.Errorf("%d letters taken out", n)
	}
	x.sceglie(t, "notifica.canali", `["SEND","POSTALE"]`)
	x.giro(t)
	x.vuole(t, u, "PARTENZA SEND 08/02")
}
