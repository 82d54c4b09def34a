//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inad"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// quantiPiani is for a long run: make e2e TEST='-timeout 2h -run TestPlan$$ -args -piani 1000'.
var quantiPiani = flag.Int("piani", 24, "fines whose service is planned while processes die")

// comandoPiano is the command that changes its channels.
const comandoPiano = "beta"

// genere is why a fine is among those that are planned.
type genere string

// The kinds of fines. Those before daSwitch are there when the command still sends everything by post.
const (
	partita     genere = "a letter that leaves before the channels change"
	aperta      genere = "a letter in the open lot when the channels change"
	domiciliata genere = "a digital domicile known when the channels change"
	daStoria    genere = "a story of SEND"
	ordinaria   genere = "an ordinary owner"
	scenario    genere = "an owner of the register's stories"
	oltre       genere = "past its term"
	pagata      genere = "paid before service"
	tolta       genere = "annulled before service"
)

// conDomicilioDigitale are the stories of plates of which somebody else than a person who owns the car may answer.
func conDomicilioDigitale() []string { return []string{"030", "031", "010"} }

// storiePiano are SEND's stories, those first that each run must have: paper, a refusal, death, a cancellation, nobody found.
func storiePiano() []string {
	prime := []string{"001", "003", "006", "007", annullata, "005", "017", "020"}
	return append(prime, slices.DeleteFunc(storieSend(), func(s string) bool { return slices.Contains(prime, s) })...)
}

// ventiquattro is what each two dozen fines are.
func ventiquattro(volta int) []*pianificata {
	tutte := []*pianificata{{genere: partita}, {genere: aperta}}
	for _, storia := range conDomicilioDigitale() {
		tutte = append(tutte, &pianificata{genere: domiciliata, storia: storia})
	}
	storie := storiePiano()
	for i := range 8 {
		tutte = append(tutte, &pianificata{genere: daStoria, storia: storie[(8*volta+i)%len(storie)]})
	}
	// resident abroad, a company, a leased car, two lessees, dead, a minor
	for _, storia := range []string{"051", "010", "030", "034", "060", "062"} {
		tutte = append(tutte, &pianificata{genere: scenario, storia: storia})
	}
	for _, g := range []genere{ordinaria, ordinaria, oltre, pagata, tolta} {
		tutte = append(tutte, &pianificata{genere: g})
	}
	return tutte
}

// pianificata is a fine whose service is planned.
type pianificata struct {
	n        int
	genere   genere
	storia   string // of the register of vehicles, or of SEND
	targa    string
	esito    esitoSOAP
	chiesto  bool   // its cancellation
	consegna string // what the post said of its letter; empty: it was not asked

	doveSta
	alleSorti
}

// doveSta is where a fine is, as the platform's tables say.
type doveSta struct {
	procedura, debito, posizione, zero string
	anomalie                           int
	aspetta, via, entro                string // of the plan; empty: it has no row
	giudicata                          bool   // after the last event of the fine
}

// pianificazione is many of them, while what carries them dies.
type pianificazione struct {
	serie    string
	multe    []*pianificata
	inserite atomic.Int64
	banche   map[string]*pgx.Conn
	vittime  []string // who is still to die
}

// TestPlan: a command that sent everything by post sends by SEND, and by post whom SEND does not reach, while connessione, elaborazione,
// NATS, PostgreSQL and the registers die. Each addressee ends served, with a letter on its way, or before a person; SEND's own record,
// the packages of letters and the plan tell the same.
func TestPlan(t *testing.T) {
	p := &pianificazione{serie: unico(), banche: map[string]*pgx.Conn{}}
	p.scegli(t)
	imposta(t, comandoPiano, "visura.domicilio", true)
	defer func() {
		imposta(t, comandoPiano, "notifica.canali", []string{"POSTALE"})
		imposta(t, comandoPiano, "visura.domicilio", false)
	}()
	finite := t.Run("all by post", p.perPosta) && t.Run("the channels change in the middle", p.cambia) &&
		t.Run("from SOAP to the plan while everything dies", p.inserisciTutte) && t.Run("acts leave while everything dies", p.partono)
	if !finite || !t.Run("the logs of SEND and of the post are read", p.leggeRegistri) {
		return
	}
	t.Run("none was lost", p.nessunaPersa)
	t.Run("none was sent twice", p.nessunaDueVolte)
	t.Run("none leaves past its term or when nothing is owed", p.nessunaDiTroppo)
	t.Run("the plan says what the logs say", p.pianoVero)
	t.Run("the counters of the lots are honest", p.contatori)
}

func (p *pianificazione) filtro() string { return "piano-" + p.serie + "-%" }

func (p *pianificazione) chiave(n int) string { return fmt.Sprintf("piano-%s-%04d", p.serie, n) }

// scegli gives each fine its plate.
func (p *pianificazione) scegli(t *testing.T) {
	t.Helper()
	const lettere = "ABCDEFGHJKLMNPRSTVWXYZ"
	primo := int(tempo.Macchina().Unix())
	registro, prossima := motorizzazione.Nuovo(motorizzazione.Opzioni{}), primo%400_000
	for volta := 0; len(p.multe) < *quantiPiani; volta++ {
		for _, x := range ventiquattro(volta) {
			if x.n = len(p.multe); x.n == *quantiPiani {
				break
			}
			k := (primo + x.n) % 484
			variante := string([]byte{lettere[k/22], lettere[k%22]})
			switch x.genere {
			case daStoria:
				x.targa = motorizzazione.TargaSocieta(x.storia, variante)
			case scenario:
				x.targa = targaPer(t, x.storia, k, 0, senzaStoria)
			case domiciliata:
				x.targa = targaPer(t, x.storia, rg, volta, func(cf string) bool { return senzaStoria(cf) && inad.Domiciliato(cf) })
			default: // a letter reaches them: they have no digital domicile
				for c, chi := false, (motorizzazione.Intestatario{}); !c || inad.Domiciliato(chi.CodiceFiscale); prossima++ {
					x.targa = "L" + targaN(prossima)[1:]
					chi, c = registro.Proprietario(x.targa)
				}
			}
			p.multe = append(p.multe, x)
		}
	}
	p.vittime = slices.Repeat([]string{"connessione", "elaborazione", "nats", "postgres", "simulatori"}, 2)
	rand.Shuffle(len(p.vittime), func(i, j int) { p.vittime[i], p.vittime[j] = p.vittime[j], p.vittime[i] })
	t.Logf("they die in this order: %v", p.vittime)
}

// rg is the place of the letters RG among the pairs.
const rg = 14*22 + 6

// targaPer is the n-th plate of a story, from a pair of letters on, for which somebody answers of whose tax code a rule is true.
func targaPer(t *testing.T, storia string, da, n int, vuole func(cf string) bool) string {
	t.Helper()
	const lettere = "ABCDEFGHJKLMNPRSTVWXYZ"
	registro, oggi := motorizzazione.Nuovo(motorizzazione.Opzioni{}), tempo.Oggi().String()
	for k := range len(lettere) * len(lettere) {
		k = (k + da) % (len(lettere) * len(lettere))
		targa := motorizzazione.Targa(storia, string([]byte{lettere[k/22], lettere[k%22]}))
		v, parola, _ := registro.Cerca(targa, oggi)
		if parola != "" || !vuole(v.Intestatari[len(v.Intestatari)-1].CodiceFiscale) {
			continue
		}
		if n--; n < 0 {
			return targa
		}
	}
	t.Fatalf("no plate for story %s", storia)
	return ""
}

// senzaStoria reports that a tax code chooses no story of a register by chance.
func senzaStoria(cf string) bool {
	codice := simulatore.DelCodiceFiscale(cf)
	return simulatore.PerCodice(codice) == nil && !slices.ContainsFunc(send.Scenari(), func(s send.Scenario) bool { return s.Codice == codice })
}

// di are the fines of some kinds.
func (p *pianificazione) di(generi ...genere) (loro []*pianificata) {
	for _, x := range p.multe {
		if slices.Contains(generi, x.genere) {
			loro = append(loro, x)
		}
	}
	return loro
}

// inserisci sends a fine until it is answered.
func (p *pianificazione) inserisci(t *testing.T) func(context.Context, *pianificata) error {
	t.Helper()
	return func(ctx context.Context, x *pianificata) error {
		m := nuovaMulta(p.chiave(x.n), x.n)
		m.targa = x.targa
		if x.genere == oltre {
			m.quando = m.quando.AddDate(0, 0, -120)
		}
		return insiste(ctx, m.idEsterno, func() (err error) {
			x.esito, err = stack.soap(t, comandoPiano, busta11, m.corpo())
			if err == nil && x.esito.Errore != "" {
				err = errors.New(x.esito.Errore + ": " + x.esito.Testo)
			}
			if err == nil {
				p.inserite.Add(1)
			}
			return err
		})
	}
}

// banca connects to the rows of a module, again where the database has died.
func (p *pianificazione) banca(t *testing.T, modulo string) *pgx.Conn {
	t.Helper()
	if c := p.banche[modulo]; c != nil && c.Ping(t.Context()) == nil {
		return c
	}
	p.banche[modulo] = stack.collega(t, modulo, comandoPiano)
	return p.banche[modulo]
}

// legge reads where each fine is.
func (p *pianificazione) legge(t *testing.T) {
	t.Helper()
	rows, err := p.banca(t, "elaborazione").Query(t.Context(), `SELECT v.id_esterno, v.procedura, v.debito, p.id::text, coalesce(p.giorno_zero::text, ''),
			(SELECT count(*) FROM anomalia a WHERE a.verbale = v.id AND a.chiusa IS NULL)::int,
			coalesce(x.aspetta, ''), coalesce(x.via, ''), coalesce(x.entro::text, ''), coalesce(y.sequenza = v.sequenza, false)
		FROM verbale v JOIN posizione p ON p.verbale = v.id LEFT JOIN verbali_v1.piano x ON x.posizione = p.id LEFT JOIN piano y ON y.posizione = p.id
		WHERE v.id_esterno LIKE $1`, p.filtro())
	if err != nil {
		t.Fatal(err)
	}
	per := map[string]*pianificata{}
	for _, x := range p.multe {
		per[p.chiave(x.n)] = x
	}
	var chiave string
	var d doveSta
	if _, err := pgx.ForEachRow(rows, []any{&chiave, &d.procedura, &d.debito, &d.posizione, &d.zero, &d.anomalie, &d.aspetta, &d.via, &d.entro, &d.giudicata},
		func() error {
			if per[chiave] == nil {
				return errors.New("a fine that nobody sent: " + chiave)
			}
			per[chiave].doveSta = d
			return nil
		}); err != nil {
		t.Fatal(err)
	}
}

// aspettaChe reads some fines until nothing is wrong with any, and otherwise says what.
func (p *pianificazione) aspettaChe(t *testing.T, entro time.Duration, multe []*pianificata, male func(x *pianificata) string) {
	t.Helper()
	for fine := tempo.Macchina().Add(entro); ; time.Sleep(200 * time.Millisecond) {
		p.legge(t)
		tutti := guai(multe, male)
		switch {
		case len(tutti) == 0:
			return
		case tempo.Macchina().After(fine):
			t.Fatalf("after %s, %d fines: %.4000v", entro, len(tutti), strings.Join(tutti, "\n"))
		}
	}
}

// guai is what is wrong with some fines.
func guai(multe []*pianificata, male func(x *pianificata) string) (tutti []string) {
	for _, x := range multe {
		if m := male(x); m != "" {
			tutti = append(tutti, fmt.Sprintf("%s (%s %s, %s: %+v): %s", x.esito.documento(), x.genere, x.storia, x.targa, x.doveSta, m))
		}
	}
	return tutti
}

// inAttesa is how long all may take together.
func (p *pianificazione) inAttesa() time.Duration {
	return 2*time.Minute + time.Duration(len(p.multe))*time.Second
}

// perPosta: the command sends everything by post. Letters enter the open lot and leave; who has a digital domicile waits for a person.
func (p *pianificazione) perPosta(t *testing.T) {
	primi, altri := p.di(partita), p.di(aperta, domiciliata)
	if err := aPiuMani(t, primi, p.inserisci(t)); err != nil {
		t.Fatal(err)
	}
	p.aspettaChe(t, p.inAttesa(), primi, nelLottoAperto)
	ctx := contesto(t, p.inAttesa())
	testkit.Attendi(t, p.inAttesa(), "the package of the first letters", func() bool {
		p.chiudiLettere(ctx, t)
		p.legge(t)
		return len(guai(primi, partitaPer("POSTA"))) == 0
	})
	if err := aPiuMani(t, altri, p.inserisci(t)); err != nil {
		t.Fatal(err)
	}
	p.aspettaChe(t, p.inAttesa(), p.di(aperta), nelLottoAperto)
	p.aspettaChe(t, p.inAttesa(), p.di(domiciliata), func(x *pianificata) string {
		if x.giudicata && x.aspetta == "DECISIONE" && x.via == "" {
			return ""
		}
		return "a letter would not reach the digital domicile"
	})
}

func nelLottoAperto(x *pianificata) string {
	if x.giudicata && x.aspetta == "LOTTO" && x.via == "POSTA" {
		return ""
	}
	return "it is not in the open lot"
}

// partitaPer says who has not left by a way.
func partitaPer(via string) func(x *pianificata) string {
	return func(x *pianificata) string {
		if x.giudicata && x.aspetta == "ESITO" && x.via == via {
			return ""
		}
		return "it has not left: " + via
	}
}

// cambia: the command puts SEND before the post. What has left stays as it is; letters leave the open lot, and who has a digital
// domicile is planned by itself.
func (p *pianificazione) cambia(t *testing.T) {
	imposta(t, comandoPiano, "notifica.canali", []string{"SEND", "POSTALE"})
	p.aspettaChe(t, time.Minute, p.di(aperta, domiciliata), func(x *pianificata) string {
		if x.giudicata && x.via == "SEND" {
			return ""
		}
		return "SEND is the first way now"
	})
	p.aspettaChe(t, time.Minute, p.di(partita), partitaPer("POSTA"))
	conn := p.banca(t, "elaborazione")
	if restano := testi(t, conn, `SELECT v.id_esterno FROM voce x JOIN verbale v ON v.id = x.verbale JOIN lotto l ON l.id = x.lotto
		WHERE v.id_esterno LIKE $1 AND l.tipo = 'POSTALE' AND x.stato = 'IN_ATTESA'`, p.filtro()); len(restano) > 0 {
		t.Errorf("they are still in a lot of letters: %v", restano)
	}
}

// inserisciTutte inserts the others while half of the victims die. Some are paid, some annulled, before anything leaves.
func (p *pianificazione) inserisciTutte(t *testing.T) {
	altre := p.di(daStoria, ordinaria, scenario, oltre, pagata, tolta)
	gia, fine := p.inserite.Load(), make(chan error, 1)
	go func() { fine <- aPiuMani(t, altre, p.inserisci(t)) }()
	meta := len(p.vittime) / 2
	for i := range meta {
		testkit.Attendi(t, p.inAttesa(), "fines going in", func() bool {
			return len(fine) > 0 || p.inserite.Load()-gia >= int64(i*len(altre)/meta)
		})
		p.muoreUno(t)
	}
	if err := <-fine; err != nil {
		t.Fatal(err)
	}
	stack.attendiTutti(t)
	p.aspettaChe(t, p.inAttesa(), altre, func(x *pianificata) string {
		if x.giudicata && x.aspetta != "REGISTRO" && x.aspetta != "STAMPA" && x.aspetta != "QUOTA_FINITA" {
			return ""
		}
		return "it has no act, and no person is asked"
	})
	if err := aPiuMani(t, p.di(pagata, tolta), func(ctx context.Context, x *pianificata) error {
		return insiste(ctx, "end of "+p.chiave(x.n), func() error { return p.estingue(t, x) })
	}); err != nil {
		t.Fatal(err)
	}
}

// muoreUno kills the next victim.
func (p *pianificazione) muoreUno(t *testing.T) {
	t.Helper()
	if len(p.vittime) == 0 {
		return
	}
	muore(t, p.vittime[0])
	p.vittime = p.vittime[1:]
}

// estingue pays a fine, or annuls it.
func (p *pianificazione) estingue(t *testing.T, x *pianificata) error {
	t.Helper()
	chi, dove := "operatore.", "/pagamenti"
	corpo := map[string]any{"data": tempo.Oggi().String(), "canale": "PAGOPA", "riferimento": p.chiave(x.n)}
	if x.genere == tolta {
		chi, dove = "ufficio.", "/verbali/"+x.esito.IDVerbale+"/eventi"
		corpo = map[string]any{"tipo": "VERBALE_ANNULLATO", "motivo": "targa letta male", "idempotenza": p.chiave(x.n)}
	} else {
		avviso := slices.MaxFunc(x.esito.Avvisi, func(a, b avvisoSOAP) int { return a.ImportoCent - b.ImportoCent })
		corpo["numeroAvviso"], corpo["importoCent"] = avviso.NumeroAvviso, avviso.ImportoCent
	}
	r, err := manda(richiesta(t, http.MethodPost, stack.url("elaborazione", verbaliRest+dove), corpo, conBasic(chi+comandoPiano, passwordProva)))
	if err == nil && r.stato != http.StatusCreated && r.stato != http.StatusOK {
		err = fmt.Errorf("%d %.300s", r.stato, r.corpo)
	}
	return err
}
