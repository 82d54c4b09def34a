package scadenzario_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// contesa counts the changes that several processes make to the same fines at the same time.
type contesa struct {
	*banco
	repliche []*replica
	cambi    atomic.Int64
	rifiuti  sync.Map // by codice
}

// esito notes a change, or a refusal with its reason; anything else is a failure.
func (c *contesa) esito(t *testing.T, cambiati int, err error) {
	t.Helper()
	c.cambi.Add(int64(cambiati))
	p := problem.As(err)
	switch {
	case err == nil:
	case p != nil && slices.Contains([]string{"TRANSIZIONE_NON_AMMESSA", "INVARIANTE_VIOLATA"}, p.Codice):
		n, _ := c.rifiuti.LoadOrStore(p.Codice, new(atomic.Int64))
		n.(*atomic.Int64).Add(1)
	default:
		t.Errorf("né fatto né rifiutato: %v", err)
	}
}

// registra records an event of a person through a process.
func (c *contesa) registra(t *testing.T, r *replica, id uuid.UUID, e vita.Evento) {
	t.Helper()
	e.Attore = "operatore"
	err := r.Archivio.Applica(c.in(), id, func(vita.Stato) ([]vita.Evento, error) { return []vita.Evento{e}, nil })
	cambiati := 1
	if err != nil {
		cambiati = 0
	}
	c.esito(t, cambiati, err)
}

// paga records a payment through a process.
func (c *contesa) paga(t *testing.T, r *replica, id uuid.UUID, cent int64, riferimento string) {
	t.Helper()
	ctx := auth.With(c.in(), auth.Identity{User: "operatore", Tenant: "alfa", Roles: []string{auth.RuoloOperatore}})
	_, nuovo, err := r.stanze.Pratiche.RegistraPagamento(ctx, conseguenze.RichiestaPagamento{IDVerbale: id.String(), ImportoCent: &cent,
		Data: dopoIlRidotto, Canale: "BANCA", Riferimento: riferimento})
	cambiati := 0
	if nuovo && err == nil {
		cambiati = 1
	}
	c.esito(t, cambiati, err)
}

func (c *contesa) giro(t *testing.T, r *replica) {
	t.Helper()
	e := r.Giro(context.Background())
	if e.Rifiutati+e.Guasti+e.SenzaAvviso > 0 {
		t.Errorf("%+v", e)
	}
	c.cambi.Add(int64(e.Mossi))
}

// torna checks what must hold afterwards: every fine is what its events say, no event is missing, and each
// change has one row in the audit and one message that sums it up, in order.
func (c *contesa) torna(t *testing.T) {
	t.Helper()
	for dopo := uuid.Nil; ; {
		r, err := c.Archivio.RicalcolaDopo(c.in(), dopo, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Diversi {
			t.Errorf("verbale %s: %+v", d.Verbale, d.Differenze)
		}
		if dopo = r.Ultimo; r.Verbali == 0 {
			break
		}
	}
	for regola, sql := range map[string]string{
		"ogni verbale ha i suoi eventi, senza buchi": `SELECT count(*) FROM verbale v WHERE v.sequenza <> (SELECT count(*) FROM evento e WHERE e.verbale = v.id)
			OR v.sequenza <> (SELECT max(e.sequenza) FROM evento e WHERE e.verbale = v.id)`,
		"ogni messaggio dice l'ultimo evento del suo cambio": `SELECT count(*) FROM uscita u WHERE soggetto LIKE '%verbale.cambiato' AND NOT EXISTS (SELECT FROM evento e
			WHERE e.verbale = u.oggetto::uuid AND e.sequenza = (u.corpo->>'sequenza')::int AND e.tipo = u.corpo->'eventi'->>-1)`,
		"i messaggi di un verbale sono in ordine": `SELECT count(*) FROM (SELECT (corpo->>'sequenza')::int - lag((corpo->>'sequenza')::int, 1, 0) OVER (PARTITION BY oggetto ORDER BY posizione) AS passo,
			jsonb_array_length(corpo->'eventi') AS eventi FROM uscita WHERE soggetto LIKE '%verbale.cambiato') x WHERE passo < eventi`,
		"ogni evento oltre i primi è in un messaggio": `SELECT (SELECT count(*) FROM evento e WHERE attore <> 'prova') - (SELECT coalesce(sum(jsonb_array_length(corpo->'eventi')), 0) FROM uscita WHERE soggetto LIKE '%verbale.cambiato')`,
		"nessuna somma si perde":                      `SELECT count(*) FROM verbale WHERE prezzo_cent <> versato_cent - eccedenza_cent + residuo_cent + sgravato_cent`,
		"un numero di avviso è di uno solo":           `SELECT count(*) - count(DISTINCT numero_avviso) FROM avviso`,
		"la serie non ha buchi":                       `SELECT coalesce(max(ultimo), 0) - (SELECT count(*) FROM verbale WHERE lettera = 'I') FROM numerazione WHERE lettera = 'I'`,
	} {
		if n := c.conta(t, sql); n != 0 {
			t.Errorf("%s: %d", regola, n)
		}
	}
	cambi, righe := int(c.cambi.Load()), c.conta(t, `SELECT count(*) FROM registro WHERE azione <> 'VERBALE_INSERITO'`)
	if messaggi := c.conta(t, `SELECT count(*) FROM uscita WHERE soggetto LIKE '%verbale.cambiato'`); messaggi != cambi || righe != cambi {
		t.Errorf("%d cambi, %d messaggi, %d righe di registro", cambi, messaggi, righe)
	}
	c.rifiuti.Range(func(codice, n any) bool { t.Logf("%s: %d", codice, n.(*atomic.Int64).Load()); return true })
	t.Logf("%d cambi", cambi)
}

// nuovaContesa has three processes, each with its own pools, on a day when the sixty days are over.
func nuovaContesa(t *testing.T) *contesa {
	t.Helper()
	b := nuovoBanco(t, "alfa")
	b.orologio.Imposta(alle(dopoIlRidotto))
	return &contesa{banco: b, repliche: []*replica{b.replica, b.altra(t), b.altra(t)}}
}

// Two operators, a payment and the end of the term reach a fine at the same instant, hundreds of times.
func TestTuttiSulloStessoVerbaleNelloStessoIstante(t *testing.T) {
	t.Parallel()
	c := nuovaContesa(t)
	esiti := map[string]int{}
	for volta := range 80 {
		f := c.servito(t)
		sospende := vita.Evento{Causa: "istanza in autotutela", Dati: vita.Fatto{Quale: verbale.EventoDebitoSospeso}}
		ricorre := vita.Evento{Posizione: f.obbligato, Dati: vita.RicorsoProposto{IDRicorso: nuovoID(), Autorita: verbale.Prefetto}}
		atti := []func(*replica){
			func(r *replica) { c.registra(t, r, f.id, sospende) },
			func(r *replica) { c.registra(t, r, f.id, ricorre) },
			func(r *replica) { c.paga(t, r, f.id, []int64{9650, 5200, 12000}[volta%3], fmt.Sprintf("B-%d", volta)) },
			func(r *replica) { c.giro(t, r) },
		}
		via := make(chan struct{})
		var insieme sync.WaitGroup
		for i, atto := range atti {
			insieme.Go(func() { <-via; atto(c.repliche[(volta+i)%len(c.repliche)]) })
		}
		close(via)
		insieme.Wait()
		esiti[c.elenca(t, `SELECT tipo FROM evento WHERE verbale = '`+f.id.String()+`' AND attore <> 'prova' ORDER BY sequenza`)]++
	}
	c.giro(t, c.repliche[0])
	c.torna(t)
	if len(esiti) < 2 {
		t.Errorf("sempre nello stesso ordine: %v", esiti)
	}
	for ordine, volte := range esiti {
		t.Logf("%d volte %s", volte, ordine)
	}
}

// Eight hands do anything to some fines, while others are recorded and the terms end.
func TestOttoManiSuMoltiVerbali(t *testing.T) {
	t.Parallel()
	c := nuovaContesa(t)
	var fini []*fine
	for range 30 {
		fini = append(fini, c.servito(t))
	}
	var insieme sync.WaitGroup
	for mano := range 8 {
		insieme.Go(func() {
			caso := rand.New(rand.NewPCG(uint64(mano), 7))
			for volta := range 80 {
				c.atto(t, caso, fini[caso.IntN(len(fini))], fmt.Sprintf("%d-%d", mano, volta))
			}
		})
	}
	insieme.Wait()
	c.giro(t, c.repliche[0])
	c.torna(t)
	tipi := c.elenca(t, `SELECT tipo || ' ' || count(*) FROM evento WHERE attore <> 'prova' GROUP BY tipo ORDER BY tipo`)
	if strings.Count(tipi, ",") < 10 {
		t.Errorf("poca varietà: %s", tipi)
	}
	t.Log(tipi)
}

// atto does one thing to a fine, through any process.
func (c *contesa) atto(t *testing.T, caso *rand.Rand, f *fine, chi string) {
	t.Helper()
	r := c.repliche[caso.IntN(len(c.repliche))]
	fatto := func(tipo verbale.TipoEvento) {
		e := vita.Evento{Causa: "prova", Prova: "AR-" + chi, Dati: vita.Fatto{Quale: tipo, Testo: chi}}
		if tipo == verbale.EventoProvaContestata || tipo == verbale.EventoProvaConfermata {
			e.Posizione = f.obbligato
		}
		c.registra(t, r, f.id, e)
	}
	switch caso.IntN(13) {
	case 0, 1:
		c.paga(t, r, f.id, int64(100+caso.IntN(6000)), chi)
	case 2:
		c.giro(t, r)
	case 3:
		fatto(verbale.EventoDebitoSospeso)
	case 4:
		c.riprendi(t, r, f)
	case 5:
		fatto(verbale.EventoProvaContestata)
	case 6:
		fatto(verbale.EventoProvaConfermata)
	case 7:
		fatto(verbale.EventoNotaAggiunta)
	case 8:
		c.registra(t, r, f.id, vita.Evento{Posizione: f.obbligato, Dati: vita.RicorsoProposto{IDRicorso: nuovoID(), Autorita: verbale.GiudiceDiPace}})
	case 9:
		fatto([]verbale.TipoEvento{verbale.EventoRiscossioneBloccata, verbale.EventoSollecitoInviato, verbale.EventoDefinito}[caso.IntN(3)])
	case 10:
		c.chiudi(t, r, f)
	case 11:
		c.registra(t, r, f.id, vita.Evento{Causa: "prova", Dati: vita.Fatto{Quale: verbale.EventoAnomaliaAperta, Testo: chi},
			Apre: &vita.Anomalia{ID: nuovoID(), Tipo: "PROVA", Testo: chi}})
	case 12:
		c.inserisce(t, r)
	}
}

// riprendi ends a hold: the debt is again what the account makes it.
func (c *contesa) riprendi(t *testing.T, r *replica, f *fine) {
	t.Helper()
	err := r.Archivio.Applica(c.in(), f.id, func(s vita.Stato) ([]vita.Evento, error) {
		e := vita.Evento{Attore: "operatore", Causa: "prova", Dati: vita.Movimento{Quale: verbale.EventoDebitoRipreso}}
		e.Deciso.Debito = verbale.DebitoRidotto30
		if s.VersatoCent() > 0 {
			e.Deciso.Debito = verbale.PagatoParziale
		}
		return []vita.Evento{e}, nil
	})
	c.esito(t, map[bool]int{true: 1, false: 0}[err == nil], err)
}

// chiudi ends the appeal that is open, as if it had not been lodged.
func (c *contesa) chiudi(t *testing.T, r *replica, f *fine) {
	t.Helper()
	cambiati := 0
	err := r.Archivio.Applica(c.in(), f.id, func(s vita.Stato) ([]vita.Evento, error) {
		if cambiati = 0; len(s.Impugnazioni) == 0 {
			return nil, nil
		}
		cambiati = 1
		return []vita.Evento{{Attore: "operatore", Posizione: f.obbligato, Dati: vita.RicorsoMosso{Quale: verbale.EventoRicorsoInammissibile,
			IDRicorso: s.Impugnazioni[len(s.Impugnazioni)-1].ID}}}, nil
	})
	if err != nil {
		cambiati = 0
	}
	c.esito(t, cambiati, err)
}

// inserisce records one more fine, which the series numbers.
func (c *contesa) inserisce(t *testing.T, r *replica) {
	t.Helper()
	n := nuovo(nuovoID(), alle(dopoIlRidotto))
	n.Lettera, n.Posizioni = "I", []vita.Posizione{{ID: nuovoID(), Ordine: 1, Titolo: verbale.Obbligato}}
	if _, err := r.Archivio.Registra(c.in(), n, scrittura.Esame{}); err != nil {
		t.Errorf("inserimento: %v", err)
	}
}
