package verbale

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const persona = `{"persona":{"cognome":"Bianchi","nome":"Anna"},"indirizzo":{"via":"Via Roma","comune":"Ravenna","cap":"48121"}}`

// pratica is a fine of 42.00 to 173.00 euro of 2 February 2026, as an office works at it day by day.
type pratica struct {
	tb     testing.TB
	stato  Stato
	storia []Evento
	quadro quadro
	oggi   calendario.Giorno
	numeri int
}

// nuovaPratica waits for validation; its owner is known. cambia makes it another.
func nuovaPratica(tb testing.TB, cambia ...func(*Inserito)) *pratica {
	tb.Helper()
	x := Inserito{Punti: PuntiNonDovuti,
		Violazioni: []ViolazioneScelta{{Codice: "7-14-1", MinimoCent: 4200, MassimoCent: 17300, Sconto30: true, PagamentoRidotto: true}},
		Posizioni:  []Posizione{{ID: idProva(diObbligato), Ordine: 1, Titolo: Obbligato, Soggetto: idProva(21)}}}
	for _, f := range cambia {
		f(&x)
	}
	p := &pratica{tb: tb, stato: Stato{ID: idProva(9)}, oggi: ggmm("2026-02-02"),
		quadro: quadro{violazione: ggmm("2026-02-02"), accertamento: ggmm("2026-02-02"), esteri: map[uuid.UUID]bool{}, aperte: map[uuid.UUID]calendario.Giorno{}}}
	p.sistema(0, x)
	return p
}

func conPunti(x *Inserito)    { x.Violazioni[0].Punti = 3 }
func senzaSconto(x *Inserito) { x.Violazioni[0].Sconto30 = false }
func senzaRidotto(x *Inserito) {
	x.Violazioni[0].Sconto30, x.Violazioni[0].PagamentoRidotto = false, false
}
func ignoto(x *Inserito) { x.Posizioni[0].Soggetto = uuid.Nil }
func cara(x *Inserito)   { x.Violazioni[0].MinimoCent, x.Violazioni[0].MassimoCent = 60000, 240000 }

func conTrasgressore(x *Inserito) {
	x.Posizioni = append(x.Posizioni, Posizione{ID: idProva(diTrasgressore), Ordine: 2, Titolo: Trasgressore, Soggetto: idProva(22)})
}

// sistema applies an event of the platform on the present day.
func (p *pratica) sistema(posizione byte, d Dati) {
	p.tb.Helper()
	e := Evento{Posizione: idProva(posizione), DataLegale: p.oggi, Registrato: p.oggi.Inizio().Add(12 * time.Hour), Attore: "elaborazione", Dati: d}
	if posizione == 0 {
		e.Posizione = uuid.Nil
	}
	p.applica(e)
}

func (p *pratica) applica(eventi ...Evento) {
	p.tb.Helper()
	for _, e := range eventi {
		dopo, err := Applica(p.stato, e)
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
		if daFare(p.stato, x) {
			p.applica(Evento{Posizione: x.ID, DataLegale: p.oggi, Attore: "elaborazione", Dati: AttoGenerato{Documenti: []Documento{{ID: nuovoID(), Tipo: DocumentoAtto}}}})
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
func (p *pratica) chiede(tipo Tipo, dati string, altri ...altro) ([]Evento, error) {
	r := RichiestaEvento{Tipo: string(tipo), Motivo: "prova", Dati: json.RawMessage(dati), Idempotenza: "k" + strconv.Itoa(p.stato.Sequenza)}
	for _, f := range altri {
		f(&r)
	}
	m, err := leggiMossa(r, auth.Identity{User: "ufficio.alfa", Roles: []string{auth.RuoloUfficio}}, p.oggi.Inizio().Add(12*time.Hour))
	if err != nil {
		return nil, err
	}
	m.quadro, m.storia = p.quadro, p.storia
	for {
		eventi, _, err := m.decidi(p.stato)
		mancano, servono := errors.AsType[mancanoNumeri](err)
		if !servono {
			return eventi, err
		}
		for len(m.numeri) < int(mancano) {
			p.numeri++
			m.numeri = append(m.numeri, NumeroAvviso{Numero: "3" + strconv.Itoa(p.numeri), IUV: strconv.Itoa(p.numeri), Ente: "80012345670"})
		}
	}
}

// fa records an event that must be admitted, and gives the kinds of all that happened.
func (p *pratica) fa(tipo Tipo, dati string, altri ...altro) string {
	p.tb.Helper()
	eventi, err := p.chiede(tipo, dati, altri...)
	if err != nil {
		p.tb.Fatalf("%s %s from %+v: %v", tipo, dati, p.stato.Assi, err)
	}
	p.applica(eventi...)
	return elencoTipi(eventi)
}

// rifiuta records an event that must be refused, and wants a word of the reason.
func (p *pratica) rifiuta(parola string, tipo Tipo, dati string, altri ...altro) {
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
	x := PagamentoRegistrato{Pagamento: Pagamento{ID: nuovoID(), ImportoCent: importo.Cent(cent), Data: ggmm(giorno), Canale: "POSTA", Riferimento: strconv.Itoa(len(p.stato.Pagamenti))}}
	eventi, err := incassa(p.stato, Evento{Attore: "prova", DataLegale: ggmm(giorno)}, x, p.oggi)
	if err != nil {
		p.tb.Fatal(err)
	}
	p.applica(eventi...)
}

// notificata is a fine served on a day, with its proof; its act left as soon as it could.
func (p *pratica) notificata(giorno string) *pratica {
	p.tb.Helper()
	p.il(giorno)
	p.fa(EventoValidato, `{}`)
	p.stampa()
	p.fa(EventoNotificaAvviata, `{"canale":"POSTA"}`, nel(p.quadro.accertamento.String()))
	p.fa(EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`, conProva)
	return p
}

// decorso lets the terms of the reduced payment end, as the deadlines do.
func (p *pratica) decorso(giorno string) *pratica {
	p.tb.Helper()
	p.il(giorno)
	for _, tipo := range []Tipo{EventoScontoDecorso, EventoRidottoDecorso} {
		termine, _ := terminiDecorsi(tipo)
		for _, z := range p.stato.Scadenze {
			if z.Tipo != termine || !z.Fatta.IsZero() || !p.oggi.After(z.Giorno) {
				continue
			}
			e := Evento{Posizione: z.Posizione, DataLegale: p.oggi, Attore: "elaborazione"}
			conto, err := p.stato.ContoAl(p.oggi)
			if err != nil {
				p.tb.Fatal(err)
			}
			e.Dati, e.Deciso.Debito = TermineDecorso{Quale: tipo, Conto: &conto.Conto}, conto.Debito
			if tipo == EventoScontoDecorso && p.stato.Debito == DebitoRidotto30 {
				e.Deciso.Debito = DebitoRidotto
			}
			p.applica(e)
		}
	}
	return p
}

// vuole compares where the fine is.
func (p *pratica) vuole(procedura Procedura, debito Debito) {
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

// anomalie lists the kinds of the open anomalies.
func (p *pratica) anomalie() string {
	var tutte []string
	for _, a := range p.stato.Anomalie {
		tutte = append(tutte, a.Tipo)
	}
	return strings.Join(tutte, " ")
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
		if riletti[i].Dati, err = leggiDati(e.Tipo(), grezzi); err != nil {
			p.tb.Fatal(err)
		}
	}
	rifatto, err := Rivivi(p.stato.ID, riletti)
	if err != nil {
		p.tb.Fatal(err)
	}
	if d := confronta(rifatto, p.stato); len(d) > 0 {
		p.tb.Errorf("replay differs: %+v", d)
	}
}
