package mosse

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/violazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// campiDi are the fields of a kind of event: those that its check reads, wanted where it refuses an empty request for
// the want of them.
func campiDi(t verbale.TipoEvento) []event.CampoAzione {
	v := &vaglio.Vaglio{}
	m := Mossa{Richiesta: mossa.Richiesta{Tipo: t}, voce: voci()[t]}
	leggiComune(&m, v, RichiestaEvento{})
	if c, err := m.voce.Leggi(func(any) error { return nil }); err == nil {
		c.Controlla(v, &m.Richiesta)
	}
	campi := slices.DeleteFunc(v.Chiesti, func(c event.CampoAzione) bool {
		return c.Nome == "idempotenza" || c.Nome == "posizione" && !m.voce.Posizione
	})
	for i, c := range campi {
		campi[i].Obbligatorio = slices.ContainsFunc(v.Campi, func(g problem.Campo) bool { return g.Campo == c.Nome })
	}
	return campi
}

// diScelta reports a field of few values, which the fine narrows.
func diScelta(tipo string) bool {
	return slices.Contains([]string{event.CampoScelta, event.CampoSiNo, event.CampoPosizione, event.CampoAnomalia, event.CampoPagamento,
		event.CampoRicorso, event.CampoInvio, event.CampoCodiceViolazione}, tipo)
}

// prova asks with these fields, one combination of their examples after the other, until one is admitted; fissi are
// values that are to stay. The error is the refusal of the first.
func (d *domanda) prova(campi []int, fissi map[int]any) (primo error) {
	esempi := make([][]any, len(campi))
	for j, i := range campi {
		if x, fisso := fissi[i]; fisso {
			esempi[j] = []any{x}
		} else {
			esempi[j] = d.esempi(d.campi[i])
		}
	}
	quale := make([]int, len(campi))
	for {
		valori := map[string]any{}
		for j, i := range campi {
			valori[d.campi[i].Nome] = esempi[j][quale[j]]
		}
		err := d.decide(valori)
		if err == nil {
			return nil
		}
		if primo == nil {
			primo = err
		}
		j := 0
		for ; j < len(campi); j++ {
			if quale[j]++; quale[j] < len(esempi[j]) {
				break
			}
			quale[j] = 0
		}
		if j == len(campi) {
			return primo
		}
	}
}

// decide asks as POST /verbali/{id}/eventi would, with the notice numbers that the decision wants.
func (d *domanda) decide(valori map[string]any) error {
	r, err := richiestaCon(d.tipo, valori)
	if err != nil {
		return err
	}
	m, err := LeggiMossa(r, d.Attore, d.Ora, func(dati any) error {
		if len(r.Dati) == 0 {
			return nil
		}
		return json.Unmarshal(r.Dati, dati)
	})
	if err != nil {
		return err
	}
	m.Quadro, m.Storia, m.Righe, m.Comuni = d.Quadro, d.Storia, d.Righe, d.Comuni
	for {
		_, _, err := m.Decidi(d.stato)
		mancano, servono := errors.AsType[mossa.MancanoNumeri](err)
		if !servono {
			return err
		}
		for n := len(m.Numeri); n < int(mancano); n++ {
			m.Numeri = append(m.Numeri, conseguenze.NumeroAvviso{Numero: "prova" + strconv.Itoa(n), IUV: "prova" + strconv.Itoa(n), Ente: "prova"})
		}
	}
}

// richiestaCon writes a request whose fields have these values.
func richiestaCon(t verbale.TipoEvento, valori map[string]any) (r RichiestaEvento, err error) {
	radice := map[string]any{"tipo": string(t), "idempotenza": "prova"}
	for nome, valore := range valori {
		dove := radice
		parti := strings.Split(nome, ".")
		for _, parte := range parti[:len(parti)-1] {
			if _, c := dove[parte].(map[string]any); !c {
				dove[parte] = map[string]any{}
			}
			dove, _ = dove[parte].(map[string]any)
		}
		dove[parti[len(parti)-1]] = valore
	}
	testo, err := json.Marshal(radice)
	if err == nil {
		err = json.Unmarshal(testo, &r)
	}
	return r, err
}

// esempi are values of a field that a person might write on this fine: all of them where it has few.
func (d *domanda) esempi(c event.CampoAzione) []any {
	if misure := misureDiEsempio(c.Nome); misure != nil {
		return misure
	}
	switch c.Tipo {
	case event.CampoScelta:
		return tutti(c.Valori, func(x string) any { return x })
	case event.CampoData, event.CampoIstante:
		return d.giorni()
	case event.CampoImporto:
		return []any{1, 1_000_00}
	case event.CampoIntero:
		return []any{2}
	case event.CampoSiNo:
		return []any{true}
	case event.CampoPersona:
		return []any{map[string]any{"persona": map[string]any{"cognome": "Prova", "nome": "Prova"},
			"indirizzo": map[string]any{"via": "Via Prova", "comune": "Roma"}}}
	case event.CampoPosizione:
		return tutti(d.stato.Posizioni, func(x vita.Posizione) any { return x.ID.String() })
	case event.CampoAnomalia:
		return tutti(d.stato.Anomalie, func(x vita.Anomalia) any { return x.ID.String() })
	case event.CampoPagamento:
		return tutti(d.stato.Pagamenti, func(x vita.Pagamento) any { return x.ID.String() })
	case event.CampoRicorso:
		return tutti(d.stato.Impugnazioni, func(x vita.Impugnazione) any { return x.ID.String() })
	case event.CampoInvio:
		return tutti(d.stato.Notifiche, func(x vita.Notifica) any { return x.ID.String() })
	case event.CampoCodiceViolazione:
		n, _ := d.stato.DaScegliere()
		return tutti(violazione.CodiciPossibili(mossa.Richiesta{Quadro: d.Quadro, Righe: d.Righe}, d.stato, n), func(x string) any { return x })
	case event.CampoIdentificativo:
		return []any{uuid.NewString()}
	}
	return []any{"prova"}
}

// misureDiEsempio are one speed of each paragraph of art. 142 CdS, at the limit in town; nil for other fields.
func misureDiEsempio(nome string) []any {
	switch nome {
	case "dati.velocitaRilevata":
		return []any{"60", "80", "105", "130"}
	case "dati.limite":
		return []any{50}
	}
	return nil
}

// tutti gives the value of each; of none, an identifier that the fine does not have: its rule says why not.
func tutti[T any](di []T, valore func(T) any) []any {
	if len(di) == 0 {
		return []any{uuid.NewString()}
	}
	valori := make([]any, len(di))
	for i, x := range di {
		valori[i] = valore(x)
	}
	return valori
}

// giorni are the days on which an event may have happened: today, yesterday, those of the services and of the violation.
func (d *domanda) giorni() []any {
	oggi := calendario.Da(d.Ora)
	giorni := []calendario.Giorno{oggi, oggi.AddDays(-1)}
	for _, p := range d.stato.Posizioni {
		giorni = append(giorni, p.GiornoZero)
	}
	var buoni []any
	for _, g := range append(giorni, d.Quadro.Violazione) {
		if !g.IsZero() && !g.After(oggi) && !g.Before(d.Quadro.Violazione) && !slices.Contains(buoni, any(g.String())) {
			buoni = append(buoni, g.String())
		}
	}
	return buoni
}
