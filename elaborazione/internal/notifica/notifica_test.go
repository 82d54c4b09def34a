package notifica_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/notifica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const iun = "UJRX-APEQ-UEYZ-202606-R-1"

// dopo is the instant at which the outcomes arrive: the 29th.
func dopo() time.Time { return banco.Ora().AddDate(0, 0, 9) }

// spedita is a fine whose act left by SEND on the 20th of November 2026, as the attempt.
type spedita struct {
	*banco.Pratica
	s         *notifica.Service
	tentativo string
	messaggi  int
}

func spedisci(t *testing.T, b *banco.Banco, idEsterno string, giorni int) *spedita {
	t.Helper()
	u := banco.NuovaPratica(t, b, idEsterno, banco.ViolazioneDa(giorni))
	u.Forma(t)
	x := &spedita{Pratica: u, s: &notifica.Service{Archivio: b.Archivio, Pools: b.Pools(t, "elaborazione"), Adesso: dopo}}
	x.parte(t)
	return x
}

// parte begins an attempt by SEND.
func (x *spedita) parte(t *testing.T) {
	t.Helper()
	x.tentativo = uuid.NewString()
	x.Fa(t, verbale.EventoNotificaAvviata, fmt.Sprintf(`{"canale":"SEND","parte":true,"notifica":%q}`, x.tentativo))
	x.dice(t, passo{})
}

// dice writes connessione's row as its last revision would be.
func (x *spedita) dice(t *testing.T, p passo) {
	t.Helper()
	x.Esegui(t, "connessione", "alfa", `INSERT INTO invio (id, verbale, posizione, documento, sha256, chiesto, revisione, giorno)
		VALUES ($1, $2, $3, $3, 'ab', now(), $4, nullif($5, '')::date)
		ON CONFLICT (id) DO UPDATE SET (revisione, giorno) = (EXCLUDED.revisione, EXCLUDED.giorno) WHERE invio.revisione < EXCLUDED.revisione`,
		x.tentativo, x.ID, x.PosizioneDi(t, x.ID.String()), p.revisione, x.fatto(t, p).Giorno)
}

// passo is an outcome of the attempt: state, revision, day of service (of November 2026) and codes.
type passo struct {
	stato     string
	revisione int
	giorno    int
	codici    string
}

// fatto is what connessione publishes.
func (x *spedita) fatto(t *testing.T, p passo) event.InvioEsito {
	t.Helper()
	accettata := time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC) // the 21st in Rome
	f := event.InvioEsito{IDVerbale: x.ID.String(), IDPosizione: x.PosizioneDi(t, x.ID.String()), IDNotifica: x.tentativo, Canale: "SEND",
		Revisione: p.revisione, Stato: p.stato, IUN: iun, Accettata: &accettata, Codici: strings.Fields(p.codici)}
	if p.giorno != 0 {
		f.Giorno, f.Modo, f.Via = fmt.Sprintf("2026-11-%02d", p.giorno), "VISIONE", "SEND_DIGITALE"
		f.Elementi = []string{"NOTIFICATION_VIEWED.IUN_" + iun + ".RECINDEX_0"}
	}
	return f
}

// manda delivers a fact, each time as a message of its own.
func (x *spedita) manda(t *testing.T, f event.InvioEsito) error {
	t.Helper()
	x.messaggi++
	return banco.Uno(x.s.InvioEsito, x.Ctx, banco.Messaggio(t, fmt.Sprint(x.tentativo, x.messaggi), f))
}

// vede writes an outcome in connessione's row and delivers it.
func (x *spedita) vede(t *testing.T, p passo) {
	t.Helper()
	x.dice(t, p)
	if err := x.manda(t, x.fatto(t, p)); err != nil {
		t.Fatalf("%+v: %v", p, err)
	}
}

// come says where the fine is: procedure, attempts, day zero with its proof, what waits for a person.
func (x *spedita) come(t *testing.T) string {
	t.Helper()
	return x.Elenca(t, "alfa", `SELECT v.procedura || ': ' || (SELECT string_agg(n.stato, ' ' ORDER BY n.stato) FROM notifica n WHERE n.verbale = v.id)
		|| coalesce(', ' || to_char(p.giorno_zero, 'DD') || CASE WHEN p.prova_dubbia THEN ' dubbia' ELSE '' END, '')
		|| coalesce(', ' || (SELECT string_agg(a.tipo, ' ' ORDER BY a.aperta, a.id) FROM anomalia a WHERE a.verbale = v.id AND a.chiusa IS NULL), '')
		FROM verbale v JOIN posizione p ON p.verbale = v.id WHERE v.id = $1`, x.ID)
}

// verifica checks where the fine is, and that its events replay to the same fine.
func (x *spedita) verifica(t *testing.T, vuole string) {
	t.Helper()
	if come := x.come(t); come != vuole {
		t.Errorf("%s, want %s", come, vuole)
	}
	x.Rivive(x.Ctx, t, x.ID.String())
}

// Where a fine is, of the cases below.
const (
	inCorso   = "IN_NOTIFICA: AVVIATA"
	servita26 = "NOTIFICATO: PERFEZIONATA, 26"
	fallita   = "NON_NOTIFICABILE: NON_RIUSCITA"
	corretta  = ", NOTIFICA_CORRETTA_DA_SEND"
	contrasto = ", ESITO_SEND_CONTRADDITTORIO"
)

// di are outcomes, each "STATE revision day codes".
func di(righe ...string) (passi []passo) {
	for _, r := range righe {
		var p passo
		_, _ = fmt.Sscan(r, &p.stato, &p.revisione, &p.giorno, &p.codici) // what is missing is zero
		passi = append(passi, p)
	}
	return passi
}

// TestEsitiDiSend: each story of outcomes leads to one state, whatever comes twice or out of order.
func TestEsitiDiSend(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	for i, c := range []struct {
		regola  string
		passi   []passo
		vuole   string
		insieme string // where it is another, when the first outcome comes after connessione has said all
	}{
		{"taken over: nothing is recorded", di("ACCETTATA 1"), inCorso, ""},
		{"refused at once: another attempt may begin", di("NON_PARTITA 1 0 PN_GENERIC_INVALIDPARAMETER"), fallita, ""},
		{"refused after it was taken", di("ACCETTATA 1", "RIFIUTATA 2 0 FILE_SHA_ERROR"), fallita, ""},
		{"served", di("ACCETTATA 1", "PERFEZIONATA 2 26"), servita26, ""},
		{"served, said twice", di("PERFEZIONATA 2 26", "PERFEZIONATA 2 26", "PERFEZIONATA 3 26"), servita26, ""},
		{"served on an earlier day, as a later reading says", di("PERFEZIONATA 2 28", "PERFEZIONATA 3 26"), servita26, ""},
		{"served on a later day, as a correction says", di("PERFEZIONATA 2 22", "PERFEZIONATA 3 26"), servita26, ""},
		{"an older reading after a newer one", di("PERFEZIONATA 3 26", "PERFEZIONATA 2 22", "ACCETTATA 1"), servita26, ""},
		{"an older refusal after the service", di("PERFEZIONATA 3 26", "RIFIUTATA 2"), servita26, ""},
		{"an older service after the news that it was taken back", di("NON_PIU_PERFEZIONATA 3 0 SERVIZIO_TOLTO", "PERFEZIONATA 2 26"), inCorso + corretta, ""},
		{"taken back: the proof is in doubt", di("PERFEZIONATA 2 26", "NON_PIU_PERFEZIONATA 3 0 SERVIZIO_TOLTO"), servita26 + " dubbia" + corretta, ""},
		{"taken back, said twice", di("PERFEZIONATA 2 26", "NON_PIU_PERFEZIONATA 3", "NON_PIU_PERFEZIONATA 3"), servita26 + " dubbia" + corretta, ""},
		{"taken back and there again: the date follows, a person confirms the proof",
			di("PERFEZIONATA 2 22", "NON_PIU_PERFEZIONATA 3", "PERFEZIONATA 4 26"), servita26 + " dubbia" + corretta + " " + corretta[2:],
			servita26 + " dubbia" + corretta},
		{"taken back and there again on the same day",
			di("PERFEZIONATA 2 26", "NON_PIU_PERFEZIONATA 3", "PERFEZIONATA 4 26"), servita26 + " dubbia" + corretta + " " + corretta[2:], ""},
		{"dead: the attempt stays, a person decides once", di("NON_PERFEZIONABILE 2 0 DECEDUTO", "NON_PERFEZIONABILE 3"), inCorso + ", DESTINATARIO_DECEDUTO", ""},
		{"cancelled before anybody was served", di("ACCETTATA 1", "ANNULLATA 2"), fallita, ""},
		{"cancelled after the service: who was served stays served", di("PERFEZIONATA 2 26", "ANNULLATA 3 26"), servita26, ""},
		{"cancelled after a service that comes later", di("ANNULLATA 3 26", "PERFEZIONATA 2 26"), servita26, ""},
		{"moved and moved back, the middle one last", di("PERFEZIONATA 2 26", "PERFEZIONATA 4 26", "PERFEZIONATA 3 22"), servita26, ""},
		{"taken back before it was known, then served: in doubt", di("NON_PIU_PERFEZIONATA 3", "PERFEZIONATA 4 26"), servita26 + " dubbia" + corretta, ""},
		{"served after it was cancelled", di("ANNULLATA 2", "PERFEZIONATA 3 26"), fallita + contrasto, ""},
		{"refused after the service", di("PERFEZIONATA 2 26", "RIFIUTATA 3 0 FILE_SHA_ERROR"), servita26 + contrasto, ""},
		{"served before the act left", di("PERFEZIONATA 2 12"), inCorso + contrasto, ""},
		{"served in the future", di("PERFEZIONATA 2 30"), inCorso + contrasto, ""},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			x := spedisci(t, b, fmt.Sprintf("S-%d", i), 8)
			for _, p := range c.passi {
				x.vede(t, p)
			}
			x.verifica(t, c.vuole)
			insieme := spedisci(t, b, fmt.Sprintf("M-%d", i), 8)
			for _, p := range c.passi { // connessione has said all of it before the first comes
				insieme.dice(t, p)
			}
			for _, p := range c.passi {
				insieme.vede(t, p)
			}
			insieme.verifica(t, cmp.Or(c.insieme, c.vuole))
		})
	}
}

// TestEsitiDiSendACoseFatte: a person, a payment or another way came first. The attempt in progress goes on, and nothing that is closed
// opens again.
func TestEsitiDiSendACoseFatte(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	perfezionata, tolta := di("PERFEZIONATA 2 26"), di("NON_PIU_PERFEZIONATA 3")
	for i, c := range []struct {
		regola string
		prima  func(*testing.T, *spedita)
		passi  []passo
		vuole  string
	}{
		{"paid: the service is recorded", paga, perfezionata, "NOTIFICATO: PERFEZIONATA, 26"},
		{"annulled: the service is recorded, nothing opens", fa(verbale.EventoAnnullato, `{}`), perfezionata, "ANNULLATO_AUTOTUTELA: PERFEZIONATA, 26"},
		{"annulled: so is the cancellation", fa(verbale.EventoAnnullato, `{}`), di("ANNULLATA 2"), "ANNULLATO_AUTOTUTELA: NON_RIUSCITA"},
		{"filed: the service is recorded", fa(verbale.EventoArchiviato, `{}`), perfezionata, "ARCHIVIATO: PERFEZIONATA, 26"},
		{"filed, and the service is taken back", fa(verbale.EventoArchiviato, `{}`), append(perfezionata, tolta...),
			"ARCHIVIATO: PERFEZIONATA, 26 dubbia" + corretta},
		{"nothing more is asked of the person", fa(verbale.EventoPosizioneChiusa, `{}`), perfezionata, "IN_NOTIFICA: ANNULLATA" + contrasto},
		{"nothing more is asked: a refusal changes nothing", fa(verbale.EventoPosizioneChiusa, `{}`), di("RIFIUTATA 2"), "IN_NOTIFICA: ANNULLATA"},
		{"a person ended the attempt", fa(verbale.EventoNotificaNonRiuscita, `{"motivo":"persa"}`), perfezionata, fallita + contrasto},
		{"served by another way on another day: the first counts", fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`), perfezionata,
			"NOTIFICATO: PERFEZIONATA, 20, NOTIFICA_RIPETUTA"},
		{"served by another way on the same day", fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`), di("PERFEZIONATA 2 20"), "NOTIFICATO: PERFEZIONATA, 20"},
		{"served by another way: SEND takes its own back", fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`), tolta, "NOTIFICATO: PERFEZIONATA, 20"},
		{"a person had written the service of SEND: its day is SEND's", fa(verbale.EventoNotificaPerfezionata, `{"canale":"SEND_DIGITALE"}`), perfezionata, servita26},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			x := spedisci(t, b, fmt.Sprintf("F-%d", i), 8)
			c.prima(t, x)
			for _, p := range c.passi {
				x.vede(t, p)
			}
			x.verifica(t, c.vuole)
		})
	}
	t.Run("a person decided another day of SEND's service", func(t *testing.T) {
		t.Parallel()
		x := spedisci(t, b, "F-R", 8)
		x.vede(t, passo{stato: "PERFEZIONATA", revisione: 2, giorno: 26})
		r := mosse.RichiestaEvento{Tipo: string(verbale.EventoNotificaRettificata), DataLegale: "2026-11-20", Motivo: "prova", Idempotenza: "r"}
		if _, _, err := x.Chiede(x.Stanze, r); err != nil {
			t.Fatal(err)
		}
		x.vede(t, passo{stato: "PERFEZIONATA", revisione: 3, giorno: 27})
		x.verifica(t, "NOTIFICATO: PERFEZIONATA, 20"+contrasto)
	})
}

// TestSendPortaLaProvaCheMancava: a person recorded the service without a proof. The surcharge waits until SEND gives the proof.
func TestSendPortaLaProvaCheMancava(t *testing.T) {
	t.Parallel()
	x := spedisci(t, banco.NuovoBanco(t), "P-1", 8)
	if _, _, err := x.Chiede(x.Stanze, mosse.RichiestaEvento{Tipo: string(verbale.EventoNotificaPerfezionata), Motivo: "prova", Idempotenza: "p",
		Dati: json.RawMessage(`{"canale":"SEND_DIGITALE"}`)}); err != nil {
		t.Fatal(err)
	}
	fermo := func() string {
		s, err := x.Archivio.Stato(x.Ctx, x.ID)
		if err != nil {
			t.Fatal(err)
		}
		return s.Fermo(uuid.Nil)
	}
	if fermo() == "" {
		t.Error("nothing holds a service without a proof")
	}
	x.vede(t, passo{stato: "PERFEZIONATA", revisione: 2, giorno: 20})
	if perche := fermo(); perche != "" {
		t.Error(perche)
	}
	x.verifica(t, "NOTIFICATO: PERFEZIONATA, 20")
}

// fa is an event that a person records first.
func fa(tipo verbale.TipoEvento, dati string) func(*testing.T, *spedita) {
	return func(t *testing.T, x *spedita) {
		t.Helper()
		x.Fa(t, tipo, dati)
	}
}

// paga pays all that is asked today.
func paga(t *testing.T, x *spedita) {
	t.Helper()
	cent := int64(100_000)
	if _, _, err := x.Pratiche.RegistraPagamento(x.Ctx, conseguenze.RichiestaPagamento{IDVerbale: x.ID.String(), ImportoCent: &cent, Data: "2026-11-20",
		Canale: "CONTANTI", Riferimento: x.ID.String()}); err != nil {
		t.Fatal(err)
	}
}

// TestPercheNonEPartita: the fine says that SEND refused an attempt only where SEND was asked.
func TestPercheNonEPartita(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	for i, c := range [][2]string{
		{"PN_GENERIC_INVALIDPARAMETER", "SEND non l'ha accettato: PN_GENERIC_INVALIDPARAMETER"},
		{"ANNULLATA_DA_UNA_PERSONA", "una persona l'ha annullata prima che partisse"},
		{"NON_PIU_DOVUTA", "non è partita: non c'era più nulla da chiedere"},
	} {
		x := spedisci(t, b, fmt.Sprintf("N-%d", i), 8)
		x.vede(t, passo{stato: "NON_PARTITA", revisione: 1, codici: c[0]})
		if m := x.Elenca(t, "alfa", `SELECT motivo FROM notifica WHERE id = $1`, x.tentativo); m != c[1] {
			t.Errorf("%s: %q, want %q", c[0], m, c[1])
		}
	}
}

// TestUnAltroTentativoDopoIlRifiuto: the next attempt is another one, and the outcomes of the first no longer touch it.
func TestUnAltroTentativoDopoIlRifiuto(t *testing.T) {
	t.Parallel()
	x := spedisci(t, banco.NuovoBanco(t), "T-1", 8)
	x.vede(t, passo{stato: "RIFIUTATA", revisione: 2, codici: "FILE_SHA_ERROR"})
	if m := x.Elenca(t, "alfa", `SELECT motivo FROM notifica WHERE id = $1`, x.tentativo); m != "SEND l'ha rifiutato: FILE_SHA_ERROR" {
		t.Error(m)
	}
	primo := x.tentativo
	x.parte(t)
	secondo := x.tentativo
	x.tentativo = primo
	x.vede(t, passo{stato: "RIFIUTATA", revisione: 3, codici: "FILE_GONE"})
	x.tentativo = secondo
	x.verifica(t, "IN_NOTIFICA: AVVIATA NON_RIUSCITA")
	x.vede(t, passo{stato: "PERFEZIONATA", revisione: 1, giorno: 26})
	x.verifica(t, "NOTIFICATO: NON_RIUSCITA PERFEZIONATA, 26")
	if p := x.Elenca(t, "alfa", `SELECT prova FROM posizione WHERE verbale = $1`, x.ID); p != "IUN "+iun+", NOTIFICATION_VIEWED.IUN_"+iun+".RECINDEX_0" {
		t.Error(p)
	}
}

// TestIlGiornoDellUfficio: the command has acted when SEND took the notification over (art. 201 CdS): the 21st in Rome.
func TestIlGiornoDellUfficio(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	for giorni, vuole := range map[int]string{89: servita26, 90: servita26 + ", NOTIFICA_TARDIVA"} {
		x := spedisci(t, b, fmt.Sprint("U-", giorni), giorni)
		x.vede(t, passo{stato: "ACCETTATA", revisione: 1})
		x.vede(t, passo{stato: "PERFEZIONATA", revisione: 2, giorno: 26})
		x.verifica(t, vuole)
	}
}

// TestEsitiCheNonSiPossonoRegistrare: an outcome that the fine cannot take is refused with words, and may come again.
func TestEsitiCheNonSiPossonoRegistrare(t *testing.T) {
	t.Parallel()
	x := spedisci(t, banco.NuovoBanco(t), "N-1", 8)
	buono := x.fatto(t, passo{stato: "PERFEZIONATA", revisione: 1, giorno: 26})
	altro := uuid.NewString()
	x.Esegui(t, "connessione", "alfa", `INSERT INTO invio (id, verbale, posizione, documento, sha256, chiesto) VALUES ($1, $2, $2, $2, 'ab', now())`, altro, x.ID)
	for parola, cambia := range map[string]func(*event.InvioEsito){
		"non conosce questo tentativo":          func(f *event.InvioEsito) { f.IDNotifica = altro },
		"connessione non ha questo invio":       func(f *event.InvioEsito) { f.IDNotifica = uuid.NewString() },
		"il comando non ha questo verbale":      func(f *event.InvioEsito) { f.IDVerbale = uuid.NewString() },
		"che elaborazione non conosce":          func(f *event.InvioEsito) { f.Stato = "DOMANI" },
		"senza il giorno o senza la via":        func(f *event.InvioEsito) { f.Via = "PICCIONE" },
		"giorno":                                func(f *event.InvioEsito) { f.Giorno = "2026-02-30" },
		"identificativi non validi":             func(f *event.InvioEsito) { f.IDPosizione = "x" },
		"non conosce questo tentativo di notif": func(f *event.InvioEsito) { f.Canale = "PEC" },
	} {
		f := buono
		cambia(&f)
		if err := x.manda(t, f); err == nil || !strings.Contains(err.Error(), parola) {
			t.Errorf("%s: %v", parola, err)
		}
	}
	if n := x.Conta(t, "alfa", `SELECT count(*) FROM ricevuto WHERE consumatore = $1`, notifica.Durevole); n != 0 {
		t.Errorf("%d messages taken", n)
	}
	x.verifica(t, inCorso)
}

// TestDueEsitiDelloStessoVerbaleInsieme: a chunk is all or nothing, and its messages then come one by one.
func TestDueEsitiDelloStessoVerbaleInsieme(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	x, y := spedisci(t, b, "I-1", 8), spedisci(t, b, "I-2", 8)
	for _, s := range []*spedita{x, y} {
		s.dice(t, passo{stato: "PERFEZIONATA", revisione: 1, giorno: 26})
	}
	messaggio := func(s *spedita, id string) bus.Message {
		return banco.Messaggio(t, id, s.fatto(t, passo{stato: "PERFEZIONATA", revisione: 1, giorno: 26}))
	}
	if _, err := x.s.InvioEsito(x.Ctx, []bus.Message{messaggio(x, "a"), messaggio(x, "b")}); err == nil {
		t.Error("two of one fine")
	}
	x.verifica(t, inCorso)
	esiti, err := x.s.InvioEsito(x.Ctx, []bus.Message{messaggio(x, "a"), {ID: "c", Body: []byte("{")}, messaggio(y, "d")})
	if err != nil || esiti[0] != nil || esiti[1] == nil || esiti[2] != nil {
		t.Fatalf("%v %v", esiti, err)
	}
	x.verifica(t, servita26)
	y.verifica(t, servita26)
}

// TestOltreIlTermineNonParte: an act whose term is over does not leave by SEND either.
func TestOltreIlTermineNonParte(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	u := banco.NuovaPratica(t, b, "O-1", banco.ViolazioneDa(90))
	u.Forma(t)
	b.Orologio.Avanza(24 * time.Hour)
	_, _, err := u.Chiede(u.Stanze, mosse.RichiestaEvento{Tipo: string(verbale.EventoNotificaAvviata), Motivo: "prova", Idempotenza: "k",
		Dati: json.RawMessage(`{"canale":"SEND","parte":true}`)})
	if p := problem.As(err); p == nil || !strings.Contains(p.Dettaglio, "Il termine per notificare") {
		t.Error(err)
	}
	u.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"SEND"}`) // what somebody else sent is told
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM uscita WHERE soggetto = 'lavori.connessione.send.alfa'`); n != 0 {
		t.Errorf("%d works for SEND", n)
	}
}
