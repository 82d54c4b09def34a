//go:build e2e

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
	"sync"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/anpr"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/anpr"
)

// quanteMulte is for a long run: make e2e TEST='-run TestRegisters -args -multe 1000'.
var quanteMulte = flag.Int("multe", 60, "fines that ask the registers while processes die")

// alGiornoAlPiu is the most that a day's measure of questions takes.
const alGiornoAlPiu = 1_000_000

// sciame is fines that ask the registers of the State while what carries them dies.
type sciame struct {
	serie  string // of this run
	targhe []string
	chi    []motorizzazione.Intestatario // of each plate
	prima  time.Time
	morti  map[string][]time.Time
}

// multePerTarga is how many fines each plate has: of its owner the registers of persons are asked once all the same.
const multePerTarga = 2

// muoiono kills connessione, vpn, elaborazione and NATS at random while fines of a command go from a plate to the act.
func (s *sciame) muoiono(t *testing.T) {
	t.Helper()
	for _, chiave := range []string{"anpr.unicoAlGiorno", "inad.alGiorno"} {
		imposta(t, "beta", chiave, min(100*(*quanteMulte)+1_000, alGiornoAlPiu))
	}
	modo := func(m map[string]any) {
		for _, sistema := range []string{"infows", "anpr", "inad"} {
			comanda(t, sistema, m)
		}
	}
	modo(map[string]any{"modo": "lento", "millisecondi": 40}) // so that questions are on their way when the blow falls
	defer modo(map[string]any{"modo": "normale"})
	s.scegliTarghe(t)
	s.mezzaGiornata(t)
	s.prima = tempo.Macchina()
	s.spara(t)
	stack.attendiTutti(t)
	s.nessunaMuta(t)
}

// giornoAnpr gives the work of the command so many questions to ANPR a day, beside what is kept for people.
func giornoAnpr(t *testing.T, quante int) {
	t.Helper()
	imposta(t, "beta", parole.ChiaveAlGiorno, min(parole.Riserva+quante, alGiornoAlPiu))
}

// mezzaGiornata gives ANPR's day room for half of the persons: the fines of the others have to wait, and to say so.
func (s *sciame) mezzaGiornata(t *testing.T) {
	t.Helper()
	usate := numero(t, stack.collega(t, "connessione", "beta"), `SELECT coalesce(sum(usate), 0) FROM quota WHERE chi = $1`, registroAnpr)
	giornoAnpr(t, int(usate)+len(s.targhe)/2)
}

// nessunaMuta: with ANPR's day used up each fine has its act, waits for a person, or says on the page of who waits why it does.
// The day that has room again lets all go on by themselves.
func (s *sciame) nessunaMuta(t *testing.T) {
	t.Helper()
	multe, attese := stack.collega(t, "elaborazione", "beta"), stack.collega(t, "connessione", "beta")
	filtro := "sciame-" + s.serie + "-%"
	var aspettano []string
	mute := func() []string {
		aspettano = testi(t, attese, `SELECT DISTINCT verbale::text FROM attesa WHERE registro = 'RESIDENZA' AND codice = 'QUOTA_ESAURITA' AND detto <> ''`)
		return testi(t, multe, statoMulte+` WHERE v.id_esterno LIKE $1 AND NOT (true`+finita+`) AND (v.id <> ALL (coalesce($2::text[], '{}')::uuid[])
			OR NOT EXISTS (SELECT FROM verbali_v1.registro_atteso x WHERE x.verbale = v.id))`, filtro, aspettano)
	}
	fine := tempo.Macchina().Add(2*time.Minute + time.Duration(*quanteMulte)*time.Second)
	for m := mute(); len(m) > 0; m = mute() {
		if tempo.Macchina().After(fine) {
			t.Fatalf("%d fines say nothing: %.2000v", len(m), m)
		}
		time.Sleep(200 * time.Millisecond)
	}
	targhe := testi(t, multe, `SELECT DISTINCT targa FROM verbale WHERE id = ANY ($1::text[]::uuid[]) AND id_esterno LIKE $2`, aspettano, filtro)
	if len(targhe) < len(s.targhe)/4 {
		t.Errorf("the fines of %d plates wait, of %d", len(targhe), len(s.targhe))
	}
	t.Logf("the fines of %d plates of %d wait for ANPR's day, and say so", len(targhe), len(s.targhe))
	if *quanteMulte > paginaIntera {
		targhe = []string{"Ce ne sono altre"}
	}
	f := apriFinestra(t)
	f.vai(baseCore + "registriInAttesa")
	f.attende(baseCore+"login", "Accesso")
	f.accede("ufficio.beta", passwordProva)
	f.attende(baseCore+"registriInAttesa", "Aspettano la risposta di un registro")
	f.attendeParole("who waits and why", append(targhe, "Residenza (ANPR)", "Le interrogazioni che il registro ammette in un giorno sono finite")...)
	f.accessibile("registri-in-attesa")
	giornoAnpr(t, 100*(*quanteMulte)+1_000)
}

// registroAnpr is what the questions about residences are counted as; paginaIntera is how many fines the page of who waits surely has room for.
const (
	registroAnpr = "anpr-c001"
	paginaIntera = 100
)

// unaVolta: every fine ends, and nobody was asked about twice, but for a question that was on its way when its asker died.
func (s *sciame) unaVolta(t *testing.T) {
	t.Helper()
	s.finiscono(t, time.Duration(*quanteMulte)*time.Second+2*time.Minute)
	s.nessunaDueVolte(t, s.prima)
	stack.attendiTutti(t)
}

// comanda changes how a simulated system behaves.
func comanda(t *testing.T, sistema string, modo map[string]any) {
	t.Helper()
	if r := chiama(t, http.MethodPost, stack.url("simulatori", "/controllo/"+sistema), modo); r.stato != http.StatusOK {
		t.Fatalf("control of %s: %d %s", sistema, r.stato, r.corpo)
	}
}

// scegliTarghe takes plates whose owners are all different.
func (s *sciame) scegliTarghe(t *testing.T) {
	t.Helper()
	registro, visti := motorizzazione.Nuovo(motorizzazione.Opzioni{}), map[string]bool{}
	for n := int(tempo.Macchina().Unix()) % 400_000; len(s.targhe) < (*quanteMulte+multePerTarga-1)/multePerTarga; n++ {
		targa := "J" + targaN(n)[1:]
		chi, c := registro.Proprietario(targa)
		if !c || visti[chi.CodiceFiscale] {
			continue
		}
		visti[chi.CodiceFiscale] = true
		s.targhe, s.chi = append(s.targhe, targa), append(s.chi, chi)
	}
}

func (s *sciame) chiave(n int) string { return fmt.Sprintf("sciame-%s-%04d", s.serie, n) }

// spara inserts from several callers while one after the other dies, each twice.
func (s *sciame) spara(t *testing.T) {
	t.Helper()
	var mani sync.WaitGroup
	errori, ritmo := make([]error, chiamanti), rate.NewLimiter(alSecondo, 1)
	ctx := contesto(t, 2*time.Minute+time.Duration(*quanteMulte)*time.Second)
	for mano := range chiamanti {
		mani.Go(func() {
			for n := mano; n < *quanteMulte && errori[mano] == nil; n += chiamanti {
				errori[mano] = errors.Join(ritmo.Wait(ctx), s.inserisce(ctx, t, n))
			}
		})
	}
	vittime := []string{"connessione", "vpn", "elaborazione", "nats", "connessione", "vpn", "elaborazione", "nats"}
	rand.Shuffle(len(vittime), func(i, j int) { vittime[i], vittime[j] = vittime[j], vittime[i] })
	t.Logf("they die in this order: %v", vittime)
	for i, v := range vittime {
		s.attendiAvanti(t, i, len(vittime))
		s.muore(t, v)
	}
	mani.Wait()
	if err := errors.Join(errori...); err != nil {
		t.Error(err)
	}
}

// attendiAvanti waits until a part of the questions has been asked: the i-th of n deaths comes in their midst.
func (s *sciame) attendiAvanti(t *testing.T, i, n int) {
	t.Helper()
	conn := stack.collega(t, "elaborazione", "beta")
	filtro := "sciame-" + s.serie + "-%"
	chieste := int64(i * (*quanteMulte) / n) // of two a fine: the last death leaves half of them to ask
	for fine := tempo.Macchina().Add(time.Minute + time.Duration(*quanteMulte)*time.Second); numero(t, conn,
		`SELECT count(*) FROM visura x JOIN verbale v ON v.id = x.verbale WHERE v.id_esterno LIKE $1`, filtro) < chieste; time.Sleep(100 * time.Millisecond) {
		if tempo.Macchina().After(fine) {
			t.Fatalf("fewer than %d questions; the fines: %v", chieste, testi(t, conn, statoMulte+` WHERE v.id_esterno LIKE $1`, filtro))
		}
	}
}

// finita is a fine that has its act or waits for a person.
const finita = ` AND (v.procedura IN ('ATTO_GENERATO', 'IN_NOTIFICA') OR EXISTS (SELECT FROM anomalia a WHERE a.verbale = v.id AND a.chiusa IS NULL))`

// statoMulte says where each fine is, for who reads a failure.
const statoMulte = `SELECT v.id_esterno || ' ' || v.procedura || ' ' ||
	coalesce((SELECT string_agg(x.registro || ':' || x.stato, ' ') FROM visura x WHERE x.verbale = v.id), '') FROM verbale v`

// muore kills a process and waits until it is back.
func (s *sciame) muore(t *testing.T, nome string) {
	t.Helper()
	s.morti[nome] = append(s.morti[nome], tempo.Macchina())
	if nome != "nats" {
		stack.attendiRitorno(t, nome, stack.uccidi(t, nome))
		return
	}
	stack.nats.muori()
	if err := stack.nats.avvia(); err != nil {
		t.Fatal(err)
	}
}

// inserisce sends a fine again under the same key until it is answered.
func (s *sciame) inserisce(ctx context.Context, t *testing.T, n int) error {
	t.Helper()
	m := nuovaMulta(s.chiave(n), n)
	m.targa = s.targhe[n/multePerTarga]
	m.quando = m.quando.Add(-time.Duration(n%multePerTarga) * 6 * time.Hour) // far from each other: neither may be the other's double
	var ultimo error
	for ritmo := rate.NewLimiter(20, 1); ritmo.Wait(ctx) == nil; {
		e, err := stack.soap(t, "beta", busta11, m.corpo())
		if err == nil && e.Errore == "" {
			return nil
		}
		if ultimo = err; err == nil {
			ultimo = errors.New(e.Errore + ": " + e.Testo)
		}
	}
	return fmt.Errorf("fine %s never answered; last: %w", m.idEsterno, ultimo)
}

// finiscono: every fine has its act, or waits for a person; each step is in its history once.
func (s *sciame) finiscono(t *testing.T, entro time.Duration) {
	t.Helper()
	conn := stack.collega(t, "elaborazione", "beta")
	filtro := "sciame-" + s.serie + "-%"
	const mie = ` FROM verbale v WHERE v.id_esterno LIKE $1`
	inizio := tempo.Macchina()
	for fine := inizio.Add(entro); numero(t, conn, `SELECT count(*)`+mie+finita, filtro) < int64(*quanteMulte); time.Sleep(200 * time.Millisecond) {
		if tempo.Macchina().After(fine) {
			t.Fatalf("after %s these wait for nobody: %v", entro, testi(t, conn, statoMulte+` WHERE v.id_esterno LIKE $1 AND NOT (true`+finita+`)`, filtro))
		}
	}
	t.Logf("all have ended %s after the last was inserted", time.Since(inizio).Round(time.Second))
	if n := numero(t, conn, `SELECT count(*)`+mie, filtro); n != int64(*quanteMulte) {
		t.Errorf("%d fines recorded for %d keys", n, *quanteMulte)
	}
	if n := testi(t, conn, `SELECT DISTINCT a.tipo || ': ' || a.testo FROM anomalia a JOIN verbale v ON v.id = a.verbale WHERE v.id_esterno LIKE $1`, filtro); len(n) > 0 {
		t.Errorf("nothing is odd about these people, yet: %.600v", n)
	}
	for cosa, conto := range map[string]string{
		"one owner asked for":     `(SELECT count(*) FROM evento e WHERE e.verbale = v.id AND e.tipo = 'INTESTATARIO_RICHIESTO')`,
		"one owner found":         `(SELECT count(*) FROM evento e WHERE e.verbale = v.id AND e.tipo = 'INTESTATARIO_TROVATO')`,
		"one residence":           `(SELECT count(*) FROM visura x WHERE x.verbale = v.id AND x.registro = 'RESIDENZA' AND x.stato = 'CONFORME')`,
		"one answer on domicile":  `(SELECT count(*) FROM visura x WHERE x.verbale = v.id AND x.registro = 'DOMICILIO_DIGITALE' AND x.stato IN ('TROVATA', 'NON_TROVATA'))`,
		"two answers in all":      `(SELECT (count(*) = 2)::int FROM evento e WHERE e.verbale = v.id AND e.tipo = 'VISURA_RISPOSTA')`,
		"one act":                 `(SELECT count(*) FROM documento d WHERE d.verbale = v.id AND d.tipo = 'ATTO')`,
		"a history without holes": `(SELECT (max(sequenza) = count(*) AND max(sequenza) = v.sequenza)::int FROM evento e WHERE e.verbale = v.id)`,
	} {
		if male := testi(t, conn, `SELECT v.id_esterno`+mie+` AND `+conto+` <> 1`, filtro); len(male) > 0 {
			t.Errorf("%d fines have not %s: %.300v", len(male), cosa, male)
		}
	}
}

// inVolo is how long before a death a question may have been on its way: the simulators' delay and what a busy machine adds.
const inVolo = 2 * time.Second

// nessunaDueVolte counts in the registers' own record: of a plate as many questions as it has fines, of a person one, and one more
// only for a question that was on its way when who asked it died. ANPR gets such a question again under its number.
func (s *sciame) nessunaDueVolte(t *testing.T, dopo time.Time) {
	t.Helper()
	conta := func(sistema string) map[string][]time.Time {
		tutte := map[string][]time.Time{}
		for _, r := range ricevute(t, sistema) {
			if r.Quando.Before(dopo) {
				continue
			}
			if r.Perche != "" && r.Stato != http.StatusNotFound {
				t.Errorf("%s was asked wrongly: %+v", sistema, r)
			}
			tutte[r.Chiave] = append(tutte[r.Chiave], r.Quando)
		}
		return tutte
	}
	veicoli, domicili := conta("infows"), conta("inad")
	ripetute := 0
	for i, targa := range s.targhe {
		multe := min(multePerTarga, *quanteMulte-i*multePerTarga)
		ripetute += s.unaPerVolta(t, "infows of "+targa, veicoli[targa], multe, s.morti["vpn"])
		ripetute += s.unaPerVolta(t, "INAD of "+s.chi[i].CodiceFiscale, domicili[s.chi[i].CodiceFiscale], 1, s.morti["connessione"])
	}
	ripetute += s.residenze(t, dopo)
	t.Logf("%d questions were cut by a death and asked again", ripetute)
}

// unaPerVolta gives how many questions more than due there were; morti are the deaths of who asks.
func (s *sciame) unaPerVolta(t *testing.T, che string, quando []time.Time, dovute int, morti []time.Time) int {
	t.Helper()
	tagliate := 0
	for _, q := range quando {
		if slices.ContainsFunc(morti, func(m time.Time) bool { return q.Before(m.Add(inVolo/4)) && q.After(m.Add(-inVolo)) }) {
			tagliate++
		}
	}
	if len(quando) < dovute || len(quando) > dovute+tagliate {
		t.Errorf("%s was asked %d times, %d are due and %d were cut: %v", che, len(quando), dovute, tagliate, quando)
	}
	return len(quando) - dovute
}

// rinumerata reports a question whose number ANPR refused since others have passed it: whoever had taken the number died before or
// while it left, and who took the question up sent it under that number first.
func (s *sciame) rinumerata(r simulatore.Ricevuta) bool {
	preso, err := time.Parse("20060102150405", r.Numero[:min(len(r.Numero), 14)])
	return err == nil && slices.ContainsFunc(s.morti["connessione"], func(m time.Time) bool { return !m.Before(preso) && m.Before(r.Quando) })
}

// residenze: ANPR was asked for the address of each person under one number.
func (s *sciame) residenze(t *testing.T, dopo time.Time) (ripetute int) {
	t.Helper()
	quando, numeri := map[string][]time.Time{}, map[string][]string{}
	for _, r := range ricevute(t, "anpr") {
		switch {
		case r.Quando.Before(dopo):
		case strings.Contains(r.Perche, "EN079") && s.rinumerata(r):
		case r.Perche != "":
			t.Errorf("ANPR was asked wrongly: %+v", r)
		case r.Risorsa == anpr.C001:
			quando[r.Chiave] = append(quando[r.Chiave], r.Quando)
			if !slices.Contains(numeri[r.Chiave], r.Numero) {
				numeri[r.Chiave] = append(numeri[r.Chiave], r.Numero)
			}
		}
	}
	for _, chi := range s.chi {
		id := anpr.ID(chi.CodiceFiscale)
		if len(numeri[id]) != 1 {
			t.Errorf("ANPR was asked about %s under %v", chi.CodiceFiscale, numeri[id])
		}
		ripetute += s.unaPerVolta(t, "ANPR of "+chi.CodiceFiscale, quando[id], 1, s.morti["connessione"])
	}
	return ripetute
}
