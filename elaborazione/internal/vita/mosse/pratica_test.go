package mosse

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const persona = `{"persona":{"cognome":"Bianchi","nome":"Anna"},"indirizzo":{"via":"Via Roma","comune":"Ravenna","cap":"48121"}}`

// pratica is a fine of 42.00 to 173.00 euro of 2 February 2026, as an office works at it day by day.
type pratica struct {
	tb     testing.TB
	stato  vita.Stato
	storia []vita.Evento
	quadro conseguenze.Quadro
	righe  mossa.Righe
	oggi   calendario.Giorno
	numeri int
}

// nuovaPratica waits for validation; its owner is known. cambia makes it another.
func nuovaPratica(tb testing.TB, cambia ...func(*vita.Inserito)) *pratica {
	tb.Helper()
	x := vita.Inserito{Punti: verbale.PuntiNonDovuti,
		Violazioni: []vita.ViolazioneScelta{{Codice: "7-14-p1", MinimoCent: 4200, MassimoCent: 17300, Sconto30: true, PagamentoRidotto: true}},
		Posizioni:  []vita.Posizione{{ID: idProva(diObbligato), Ordine: 1, Titolo: verbale.Obbligato, Soggetto: idProva(21)}}}
	for _, f := range cambia {
		f(&x)
	}
	p := &pratica{tb: tb, stato: vita.Stato{ID: idProva(9)}, oggi: ggmm("2026-02-02"), righe: righeDiProva{},
		quadro: conseguenze.Quadro{Violazione: ggmm("2026-02-02"), Accertamento: ggmm("2026-02-02"), Esteri: map[uuid.UUID]bool{}, Aperte: map[uuid.UUID]calendario.Giorno{}}}
	p.sistema(0, x)
	return p
}

func conPunti(x *vita.Inserito)    { x.Violazioni[0].Punti = 3 }
func senzaSconto(x *vita.Inserito) { x.Violazioni[0].Sconto30 = false }
func senzaRidotto(x *vita.Inserito) {
	x.Violazioni[0].Sconto30, x.Violazioni[0].PagamentoRidotto = false, false
}
func ignoto(x *vita.Inserito) { x.Posizioni[0].Soggetto = uuid.Nil }
func cara(x *vita.Inserito)   { x.Violazioni[0].MinimoCent, x.Violazioni[0].MassimoCent = 60000, 240000 }

func conTrasgressore(x *vita.Inserito) {
	x.Posizioni = append(x.Posizioni, vita.Posizione{ID: idProva(diTrasgressore), Ordine: 2, Titolo: verbale.Trasgressore, Soggetto: idProva(22)})
}

// sistema applies an event of the platform on the present day.
func (p *pratica) sistema(posizione byte, d vita.Dati) {
	p.tb.Helper()
	e := vita.Evento{Posizione: idProva(posizione), DataLegale: p.oggi, Registrato: p.oggi.Inizio().Add(12 * time.Hour), Attore: "elaborazione", Dati: d}
	if posizione == 0 {
		e.Posizione = uuid.Nil
	}
	p.applica(e)
}

func (p *pratica) applica(eventi ...vita.Evento) {
	p.tb.Helper()
	for _, e := range eventi {
		dopo, err := vita.Applica(p.stato, e)
		if err != nil {
			p.tb.Fatalf("%s on %s from %+v: %v", e.Tipo(), e.DataLegale, p.stato.Assi, err)
		}
		e.Sequenza = dopo.Sequenza
		p.stato, p.storia = dopo, append(p.storia, e)
	}
}

// stampa gives every person her act.
func (p *pratica) stampa() *pratica {
	p.tb.Helper()
	for _, x := range p.stato.Posizioni {
		if vita.DaFare(p.stato, x) {
			p.applica(vita.Evento{Posizione: x.ID, DataLegale: p.oggi, Attore: "elaborazione", Dati: vita.AttoGenerato{Documenti: []vita.Documento{{ID: vita.NuovoID(), Tipo: verbale.DocumentoAtto}}}})
		}
	}
	return p
}

// il moves to a day.
func (p *pratica) il(giorno string) *pratica {
	p.oggi = ggmm(giorno)
	return p
}

// altro changes a request before it is read.
type altro func(*RichiestaEvento)

func nel(giorno string) altro { return func(r *RichiestaEvento) { r.DataLegale = giorno } }
func di(posizione byte) altro {
	return func(r *RichiestaEvento) { r.Posizione = idProva(posizione).String() }
}
func conProva(r *RichiestaEvento) { r.Prova = "AR 123" }

// chiede is what an office asks at the door, up to the events.
func (p *pratica) chiede(tipo verbale.TipoEvento, dati string, altri ...altro) ([]vita.Evento, error) {
	r := RichiestaEvento{Tipo: string(tipo), Motivo: "prova", Dati: json.RawMessage(dati), Idempotenza: "k" + strconv.Itoa(p.stato.Sequenza)}
	for _, f := range altri {
		f(&r)
	}
	m, err := LeggiMossa(r, "ufficio.alfa", p.oggi.Inizio().Add(12*time.Hour), func(d any) error { return web.LeggiParteIn("dati", r.Dati, d) })
	if err != nil {
		return nil, err
	}
	m.Quadro, m.Storia, m.Righe = p.quadro, p.storia, p.righe
	for {
		eventi, _, err := m.Decidi(p.stato)
		mancano, servono := errors.AsType[mossa.MancanoNumeri](err)
		if !servono {
			return eventi, err
		}
		for len(m.Numeri) < int(mancano) {
			p.numeri++
			m.Numeri = append(m.Numeri, conseguenze.NumeroAvviso{Numero: "3" + strconv.Itoa(p.numeri), IUV: strconv.Itoa(p.numeri), Ente: "80012345670"})
		}
	}
}

// fa records an event that must be admitted, and gives the kinds of all that happened.
func (p *pratica) fa(tipo verbale.TipoEvento, dati string, altri ...altro) string {
	p.tb.Helper()
	eventi, err := p.chiede(tipo, dati, altri...)
	if err != nil {
		p.tb.Fatalf("%s %s from %+v: %v", tipo, dati, p.stato.Assi, err)
	}
	p.applica(eventi...)
	return vita.ElencoTipi(eventi)
}

// rifiuta records an event that must be refused, and wants a word of the reason.
func (p *pratica) rifiuta(parola string, tipo verbale.TipoEvento, dati string, altri ...altro) {
	p.tb.Helper()
	_, err := p.chiede(tipo, dati, altri...)
	e := problem.As(err)
	if e == nil || !strings.Contains(e.Error(), parola) {
		p.tb.Errorf("%s: %v, want a refusal about %q", tipo, err, parola)
	}
}

// paga lets money come in.
func (p *pratica) paga(cent int64, giorno string) {
	p.tb.Helper()
	x := vita.PagamentoRegistrato{Pagamento: vita.Pagamento{ID: vita.NuovoID(), ImportoCent: importo.Cent(cent), Data: ggmm(giorno), Canale: "POSTA", Riferimento: strconv.Itoa(len(p.stato.Pagamenti))}}
	eventi, err := conseguenze.Incassa(p.stato, vita.Evento{Attore: "prova", DataLegale: ggmm(giorno)}, x, p.oggi)
	if err != nil {
		p.tb.Fatal(err)
	}
	p.applica(eventi...)
}

// notificata is a fine served on a day, with its proof; its act left as soon as it could.
func (p *pratica) notificata(giorno string) *pratica {
	p.tb.Helper()
	p.il(giorno)
	p.fa(verbale.EventoValidato, `{}`)
	p.stampa()
	p.fa(verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`, nel(p.quadro.Accertamento.String()))
	p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`, conProva)
	return p
}

// decorso lets the terms of the reduced payment end, as the deadlines do: what stops a surcharge leaves its term as it is.
func (p *pratica) decorso(giorno string) *pratica {
	p.tb.Helper()
	p.il(giorno)
	for _, tipo := range []verbale.TipoEvento{verbale.EventoScontoDecorso, verbale.EventoRidottoDecorso} {
		termine, _ := vita.TerminiDecorsi(tipo)
		for _, z := range p.stato.Scadenze {
			if z.Tipo != termine || !z.Fatta.IsZero() || !p.oggi.After(z.Giorno) ||
				tipo == verbale.EventoRidottoDecorso && p.stato.Fermo(z.Posizione) != "" {
				continue
			}
			e := vita.Evento{Posizione: z.Posizione, DataLegale: p.oggi, Attore: "elaborazione"}
			conto, err := p.stato.ContoAl(p.oggi)
			if err != nil {
				p.tb.Fatal(err)
			}
			e.Dati, e.Deciso.Debito = vita.TermineDecorso{Quale: tipo, Conto: &conto.Conto}, conto.Debito
			if tipo == verbale.EventoScontoDecorso && p.stato.Debito == verbale.DebitoRidotto30 {
				e.Deciso.Debito = verbale.DebitoRidotto
			}
			p.applica(e)
		}
	}
	return p
}

// vuole compares where the fine is.
func (p *pratica) vuole(procedura verbale.Procedura, debito verbale.Debito) {
	p.tb.Helper()
	if p.stato.Procedura != procedura || p.stato.Debito != debito {
		p.tb.Errorf("procedura %s, debito %s, want %s, %s; conto %+v", p.stato.Procedura, p.stato.Debito, procedura, debito, p.stato.Conto)
	}
}

// avvisi lists the notices: kind, sum, state.
func (p *pratica) avvisi() string {
	var tutti []string
	for _, a := range p.stato.Avvisi {
		tutti = append(tutti, fmt.Sprintf("%s %d %s", a.Tipo, a.ImportoCent, a.Stato))
	}
	return strings.Join(tutti, ", ")
}

// anomalie is the kind of the open anomaly, of several the kinds one after the other.
func (p *pratica) anomalie() verbale.TipoAnomalia {
	var tutte []string
	for _, a := range p.stato.Anomalie {
		tutte = append(tutte, string(a.Tipo))
	}
	return verbale.TipoAnomalia(strings.Join(tutte, " "))
}

// rivive wants the log, written and read again, to give the present state.
func (p *pratica) rivive() {
	p.tb.Helper()
	riletti := slices.Clone(p.storia)
	for i, e := range riletti {
		grezzi, err := json.Marshal(e.Dati)
		if err != nil {
			p.tb.Fatal(err)
		}
		if riletti[i].Dati, err = vita.LeggiDati(e.Tipo(), grezzi); err != nil {
			p.tb.Fatal(err)
		}
	}
	rifatto, err := vita.Rivivi(p.stato.ID, riletti)
	if err != nil {
		p.tb.Fatal(err)
	}
	if d := vita.Confronta(rifatto, p.stato); len(d) > 0 {
		p.tb.Errorf("replay differs: %+v", d)
	}
}

// tabellaDiProva is the compiled table, read once.
var tabellaDiProva = sync.OnceValue(sanzione.Iniziale)

// righeDiProva is the compiled table on a day of the tests, by which every fine of the tests was priced.
type righeDiProva struct{}

func (righeDiProva) Riga(codice string) (sanzione.Sanzione, string, bool) {
	s, c := tabellaDiProva().Cerca(codice, calendario.MustParse("2026-11-12"))
	return s, "", c
}

func (righeDiProva) Regolarizzata(string) string { return "" }

func (righeDiProva) Recidive(codice string) []sanzione.Sanzione {
	return tabellaDiProva().DiRecidiva(codice, calendario.MustParse("2026-11-12"))
}

func (righeDiProva) Sostitute(codice string) []sanzione.Sanzione {
	return tabellaDiProva().Sostitute(codice, "", calendario.MustParse("2026-11-12"))
}
