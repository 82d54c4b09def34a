package vita

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// ricorso: from the appeal to the decision that nobody can appeal any more.
//
//nolint:gochecknoglobals // a table
var ricorso = perTutti(leggiCome(ricorsoMosso), verbale.EventoRicorsoTrasmesso, verbale.EventoSospensivaConcessa, verbale.EventoSospensivaRevocata,
	verbale.EventoRicorsoAccolto,
	verbale.EventoRicorsoRespinto, verbale.EventoRicorsoRideterminato, verbale.EventoRicorsoInammissibile, verbale.EventoRicorsoImpugnato,
	verbale.EventoRicorsoDefinito,
	verbale.EventoOrdinanzaEmessa, verbale.EventoOrdinanzaNotificata).e(verbale.EventoRicorsoPresentato, leggi[RicorsoProposto])

// Muovi notes a step on the appeal that it is about; a further appeal, or an order that answers none, joins
// the others.
func (s *Stato) Muovi(e Evento, x RicorsoMosso) {
	nuova := Impugnazione{ID: x.IDRicorso, Posizione: e.Posizione, Autorita: x.Autorita, Presentato: e.DataLegale, Riferimento: x.Riferimento}
	switch x.Quale {
	case verbale.EventoRicorsoImpugnato:
		nuova.Stato = verbale.RicorsoImpugnato
		s.Impugnazioni = append(s.Impugnazioni, nuova)
		return
	case verbale.EventoOrdinanzaEmessa:
		nuova.Stato, nuova.Deciso, nuova.ImportoCent = verbale.RicorsoNessuno, e.DataLegale, x.ImportoCent
		s.Impugnazioni = append(s.Impugnazioni, nuova)
		return
	default: // of an appeal that is there
	}
	for _, z := range x.Scadenze {
		if s.DebitoChiuso() {
			z.Fatta = e.DataLegale // nothing is asked any more
		}
		s.fissa(z)
	}
	for i := range s.Impugnazioni {
		m := &s.Impugnazioni[i]
		if m.ID != x.IDRicorso {
			continue
		}
		m.Stato, m.ImportoCent = x.dopo(m.Stato, s.Ricorso), cmp.Or(x.ImportoCent, m.ImportoCent)
		m.Riferimento = cmp.Or(x.Riferimento, m.Riferimento)
		switch x.Quale {
		case verbale.EventoRicorsoAccolto, verbale.EventoRicorsoRespinto, verbale.EventoRicorsoRideterminato, verbale.EventoRicorsoInammissibile:
			m.Deciso = e.DataLegale
		case verbale.EventoOrdinanzaNotificata:
			m.Notificato = e.DataLegale
		default: // no day of its own
		}
	}
}

// dopo is the state of the appeal itself after a step: the axis says it only where the event leaves it
// to the axis, since another appeal may hold the axis elsewhere.
func (x RicorsoMosso) dopo(suo, asse verbale.Ricorso) verbale.Ricorso {
	switch x.Quale {
	case verbale.EventoRicorsoAccolto:
		return verbale.RicorsoAccolto
	case verbale.EventoRicorsoRespinto:
		return verbale.RicorsoRespinto
	case verbale.EventoRicorsoRideterminato:
		return verbale.RicorsoRideterminato
	case verbale.EventoRicorsoInammissibile:
		return verbale.RicorsoInammissibile
	case verbale.EventoRicorsoDefinito:
		return verbale.RicorsoDefinitivo
	case verbale.EventoOrdinanzaNotificata:
		return suo
	default:
		return asse
	}
}

// RicorsoProposto says that an appeal was lodged, on the legal day of the event.
type RicorsoProposto struct {
	IDRicorso   uuid.UUID        `json:"ricorso"`
	Autorita    verbale.Autorita `json:"autorita"`
	Riferimento string           `json:"riferimento,omitempty"`
}

// RicorsoMosso is a step of an appeal: sent on, suspended, decided, served. ImportoCent is the sum
// that a decision names, without expenses; Scadenze are the terms that run from its service. An order of
// the prefect that answers no appeal is one too, with an identifier of its own.
type RicorsoMosso struct {
	Quale       verbale.TipoEvento `json:"-"`
	IDRicorso   uuid.UUID          `json:"ricorso,omitzero"`
	Autorita    verbale.Autorita   `json:"autorita,omitempty"` // of a further appeal, or of the order
	ImportoCent importo.Cent       `json:"importoCent,omitzero"`
	Conto       *Conto             `json:"conto,omitempty"`
	Scadenze    []Scadenza         `json:"scadenze,omitempty"`
	Riferimento string             `json:"riferimento,omitempty"`
}

// Tipo is the kind of the event.
func (RicorsoProposto) Tipo() verbale.TipoEvento { return verbale.EventoRicorsoPresentato }

func (x RicorsoProposto) accade(s *Stato, e Evento) {
	m := Impugnazione{ID: x.IDRicorso, Posizione: e.Posizione, Autorita: x.Autorita,
		Stato: verbale.RicorsoPresentato, Presentato: e.DataLegale, Riferimento: x.Riferimento}
	if e.Importato {
		m.Stato = s.Ricorso
	}
	s.Impugnazioni = append(s.Impugnazioni, m)
}

// Tipo is the kind of the event.
func (x RicorsoMosso) Tipo() verbale.TipoEvento { return x.Quale }

func ricorsoMosso(t verbale.TipoEvento) RicorsoMosso { return RicorsoMosso{Quale: t} }

func (x RicorsoMosso) accade(s *Stato, e Evento) {
	s.Muovi(e, x)
	s.conta(x.Conto)
}

// obietta: each addressee appeals once; the first appeal may be of the whole fine.
func (x RicorsoProposto) obietta(s Stato, e Evento) error {
	if x.IDRicorso == uuid.Nil || x.Autorita == "" {
		return Regola("il ricorso ha un'autorità")
	}
	if slices.ContainsFunc(s.Impugnazioni, func(m Impugnazione) bool {
		return m.ID == x.IDRicorso || m.Posizione == uuid.Nil || m.Posizione == e.Posizione
	}) || len(s.Impugnazioni) > 0 && e.Posizione == uuid.Nil {
		return Regola("ogni destinatario ricorre una volta: la decisione si impugna")
	}
	if p, servita := s.Posizione(e.Posizione); servita && e.DataLegale.Before(p.GiornoZero) {
		return Regola("il ricorso segue la contestazione o la notificazione a chi lo presenta")
	}
	if s.DebitoChiuso() && e.Apre == nil {
		return Regola("un ricorso a debito chiuso apre un'anomalia")
	}
	return nil
}

// obietta: a step suits the appeal that it is about, whatever another appeal does to the axis.
func (x RicorsoMosso) obietta(s Stato, e Evento) error {
	i := slices.IndexFunc(s.Impugnazioni, func(m Impugnazione) bool { return m.ID == x.IDRicorso })
	if x.Quale == verbale.EventoRicorsoImpugnato {
		if i >= 0 || x.IDRicorso == uuid.Nil || !slices.ContainsFunc(s.Impugnazioni, Impugnazione.Decisa) {
			return Regola("si impugna, con un ricorso nuovo, una decisione")
		}
		return nil
	}
	if x.Quale == verbale.EventoOrdinanzaEmessa && i < 0 {
		return s.obiettaOrdinanza(e, x)
	}
	if i < 0 || x.Quale == verbale.EventoOrdinanzaEmessa {
		return Regola("l'evento è di un ricorso del verbale")
	}
	if e.DataLegale.Before(s.Impugnazioni[i].Presentato) {
		return Regola("ciò che accade a un ricorso ne segue la presentazione")
	}
	if x.Quale == verbale.EventoRicorsoDefinito && s.Impugnazioni[i].Stato == verbale.RicorsoAccolto && !s.DebitoChiuso() {
		return Invariante("il ricorso è accolto e il debito risulta aperto: prima si sgrava")
	}
	if da := AmmetteMossa(x.Quale); len(da) > 0 && !slices.Contains(da, s.Impugnazioni[i].Stato) {
		return Invariante("il ricorso è " + string(s.Impugnazioni[i].Stato))
	}
	return nil
}

// AmmetteMossa lists the states of an appeal that a step starts from; none: any.
func AmmetteMossa(t verbale.TipoEvento) []verbale.Ricorso {
	switch t {
	case verbale.EventoRicorsoTrasmesso:
		return []verbale.Ricorso{verbale.RicorsoPresentato, verbale.RicorsoSospensiva}
	case verbale.EventoSospensivaConcessa:
		return []verbale.Ricorso{verbale.RicorsoPresentato, verbale.RicorsoTrasmesso, verbale.RicorsoImpugnato}
	case verbale.EventoSospensivaRevocata:
		return []verbale.Ricorso{verbale.RicorsoSospensiva}
	case verbale.EventoRicorsoAccolto, verbale.EventoRicorsoRespinto, verbale.EventoRicorsoRideterminato, verbale.EventoRicorsoInammissibile:
		return transizioni.RicorsiPendenti()
	case verbale.EventoRicorsoDefinito:
		return transizioni.RicorsiDecisi()
	default:
		return nil
	}
}

// reggeRicorso: as long as one appeal waits, the axis does (invariant b); a fine that fell has nothing
// to wait for.
func (s Stato) reggeRicorso(e Evento) error {
	switch e.Dati.(type) {
	case RicorsoProposto, RicorsoMosso:
	default:
		return nil
	}
	pende := slices.ContainsFunc(s.Impugnazioni, func(m Impugnazione) bool { return m.Stato.Pendente() })
	if pende && !s.RicorsoAperto() && !s.ProceduraChiusa() {
		return Invariante("pende ancora il ricorso di un altro destinatario")
	}
	if !pende && s.Ricorso.Pendente() {
		return Invariante("nessun ricorso pende più")
	}
	return nil
}
