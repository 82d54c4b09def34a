package mosse

import (
	"regexp"
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/violazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/rifiuto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Sguardo is who asks what may happen to a fine, with what the decisions look at beside its state. Puo refuses a kind
// of event that is not for the caller; Storia is there where ChiedonoStoria wants it.
type Sguardo struct {
	Attore string
	Ora    time.Time
	Puo    func(verbale.TipoEvento) error
	Quadro conseguenze.Quadro
	Storia []vita.Evento
	Righe  mossa.Righe
	Comuni *comune.Tabella
}

// ChiedonoStoria reports that the table admits an event whose decision looks at those before it.
func ChiedonoStoria(s vita.Stato) bool {
	for tipo, v := range voci() {
		if v.Storia && s.Ammette(tipo) {
			return true
		}
	}
	return false
}

// Azioni says which events the caller may record about the fine now and which not. There is no list of its own: each
// kind is asked for as a request would, with the fields that its own check wants, and the decision answers.
func (x Sguardo) Azioni(s vita.Stato) event.RispostaAzioni {
	r := event.RispostaAzioni{Sequenza: s.Sequenza, Ammesse: []event.AzioneAmmessa{}, Negate: []event.AzioneNegata{}}
	for _, nome := range TipiDiPersona() {
		d := domanda{Sguardo: x, stato: s, tipo: verbale.TipoEvento(nome), campi: campiDi(verbale.TipoEvento(nome))}
		parole := verbale.TipoEvento(nome).Azione()
		if perche := d.chiede(); perche != nil {
			regola := Parole(perche)
			r.Negate = append(r.Negate, event.AzioneNegata{Tipo: nome, Parole: parole, Regola: regola, Articolo: articolo(regola, d.tipo)})
			continue
		}
		r.Ammesse = append(r.Ammesse, event.AzioneAmmessa{Tipo: nome, Parole: parole, Campi: d.ammessi()})
	}
	return r
}

var citato = regexp.MustCompile(`\((artt?\. [^()]*)\)`)

// articolo is the article that a rule names, else the table for that kind of event; empty where neither does.
func articolo(regola string, t verbale.TipoEvento) string {
	testi := []string{regola}
	for _, riga := range transizioni.Di(t) {
		testi = append(testi, riga.Significato)
	}
	for _, testo := range testi {
		if trovato := citato.FindStringSubmatch(testo); trovato != nil {
			return trovato[1]
		}
	}
	return ""
}

// domanda asks for one kind of event on a fine, as a person would.
type domanda struct {
	Sguardo

	stato vita.Stato
	tipo  verbale.TipoEvento
	campi []event.CampoAzione
}

// chiede looks for a request that the rules admit: first with the fields that the check requires, then with a position and one
// optional field, which becomes required if it makes the request valid. Its error is the first refusal by a rule, else the
// first missing field.
func (d *domanda) chiede() error {
	if err := d.Puo(d.tipo); err != nil {
		return err
	}
	if !d.stato.Ammette(d.tipo) {
		return rifiuto.DiTabella(d.stato, d.tipo)
	}
	var primo error
	for _, insieme := range d.insiemi() {
		err := d.prova(insieme, nil)
		if err == nil {
			for _, i := range insieme {
				d.campi[i].Obbligatorio = true
			}
			return nil
		}
		if primo == nil || diRegola(err) && !diRegola(primo) {
			primo = err
		}
	}
	return primo
}

// diRegola reports a refusal by a rule, not for a field.
func diRegola(err error) bool {
	e := problem.As(err)
	return e != nil && e.Kind == problem.Conflicting
}

// minimo are the fields that every request of the event has, by their place.
func (d *domanda) minimo() []int {
	var in []int
	for i, c := range d.campi {
		if c.Obbligatorio {
			in = append(in, i)
		}
	}
	return in
}

// insiemi are the sets of fields with which the event is asked for, the smallest first.
func (d *domanda) insiemi() [][]int {
	if d.tipo == verbale.EventoDispositivoIndicato {
		return d.insiemiDispositivo()
	}
	basi := [][]int{d.minimo()}
	if i := slices.IndexFunc(d.campi, func(c event.CampoAzione) bool { return c.Nome == "posizione" && !c.Obbligatorio }); i >= 0 {
		basi = append(basi, append(slices.Clone(basi[0]), i))
	}
	insiemi := slices.Clone(basi)
	for _, base := range basi {
		for i := range d.campi {
			if !slices.Contains(base, i) && d.puoServire(d.campi[i].Tipo) {
				insiemi = append(insiemi, append(slices.Clone(base), i))
			}
		}
	}
	return insiemi
}

// insiemiDispositivo are those of the data of a device: what the fine does not say of it, then with the calibration, with what
// was measured, with both; last all of another device.
func (d *domanda) insiemiDispositivo() (insiemi [][]int) {
	mancano, misura := violazione.Taciuti(d.Quadro.Dispositivo), []string{"dati.velocitaRilevata", "dati.limite"}
	for _, nomi := range [][]string{mancano, append(slices.Clone(mancano), "dati.taratura"), append(slices.Clone(mancano), misura...),
		append(append(slices.Clone(mancano), "dati.taratura"), misura...), append(violazione.Taciuti(nil), "dati.taratura")} {
		insieme := d.minimo()
		for i, c := range d.campi {
			if slices.Contains(nomi, c.Nome) {
				insieme = append(insieme, i)
			}
		}
		insiemi = append(insiemi, insieme)
	}
	return insiemi
}

// puoServire reports a type of field that a fine may make necessary: a sum where a row of the table may add it, a number where
// the points are in doubt.
func (d *domanda) puoServire(tipo string) bool {
	if tipo == event.CampoIntero {
		return d.tipo == verbale.EventoPuntiDaComunicare
	}
	if tipo == event.CampoImporto {
		return slices.ContainsFunc(d.campi, func(c event.CampoAzione) bool { return c.Tipo == event.CampoCodiceViolazione })
	}
	return !slices.Contains([]string{event.CampoIstante, event.CampoIdentificativo}, tipo)
}

// ammessi are the fields of the event, once it is admitted, with the values that are: what this fine offers no choice
// of is left out.
func (d *domanda) ammessi() []event.CampoAzione {
	campi := make([]event.CampoAzione, 0, len(d.campi))
	for i, c := range d.campi {
		if c.Tipo == event.CampoScelta && !c.Obbligatorio || !diScelta(c.Tipo) {
			campi = append(campi, c)
			continue
		}
		in := d.minimo()
		if !c.Obbligatorio {
			in = append(in, i)
		}
		buoni := slices.DeleteFunc(d.esempi(c), func(x any) bool { return !d.vale(in, i, x) })
		if len(buoni) == 0 {
			continue
		}
		if c.Valori = nil; c.Tipo != event.CampoSiNo {
			for _, x := range buoni {
				c.Valori = append(c.Valori, x.(string)) //nolint:forcetypeassert // esempi gives words and identifiers for these types
			}
		}
		campi = append(campi, c)
	}
	return campi
}

// vale reports that a request with these fields is admitted where the field at i has the value; a row of the table may want
// one field more, such as the tariff that it adds.
func (d *domanda) vale(in []int, i int, valore any) bool {
	fisso := map[int]any{i: valore}
	if d.prova(in, fisso) == nil {
		return true
	}
	if d.campi[i].Tipo != event.CampoCodiceViolazione {
		return false
	}
	for j, c := range d.campi {
		if !slices.Contains(in, j) && d.puoServire(c.Tipo) && d.prova(append(slices.Clone(in), j), fisso) == nil {
			return true
		}
	}
	return false
}
