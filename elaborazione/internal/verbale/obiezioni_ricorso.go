package verbale

import (
	"slices"

	"github.com/google/uuid"
)

// obiettaRicorso: each addressee appeals once; the first appeal may be of the whole fine.
func (s Stato) obiettaRicorso(e Evento, x RicorsoProposto) error {
	if x.IDRicorso == uuid.Nil || x.Autorita == "" {
		return regola("il ricorso ha un'autorità")
	}
	if slices.ContainsFunc(s.Impugnazioni, func(m Impugnazione) bool {
		return m.ID == x.IDRicorso || m.Posizione == uuid.Nil || m.Posizione == e.Posizione
	}) || len(s.Impugnazioni) > 0 && e.Posizione == uuid.Nil {
		return regola("ogni destinatario ricorre una volta: la decisione si impugna")
	}
	if p, servita := s.Posizione(e.Posizione); servita && e.DataLegale.Before(p.GiornoZero) {
		return regola("il ricorso segue la contestazione o la notificazione a chi lo presenta")
	}
	if s.DebitoChiuso() && e.Apre == nil {
		return regola("un ricorso a debito chiuso apre un'anomalia")
	}
	return nil
}

// obiettaMossa: a step suits the appeal that it is about, whatever another appeal does to the axis.
func (s Stato) obiettaMossa(e Evento, x RicorsoMosso) error {
	i := slices.IndexFunc(s.Impugnazioni, func(m Impugnazione) bool { return m.ID == x.IDRicorso })
	if x.Quale == EventoRicorsoImpugnato {
		if i >= 0 || x.IDRicorso == uuid.Nil || !slices.ContainsFunc(s.Impugnazioni, Impugnazione.decisa) {
			return regola("si impugna, con un ricorso nuovo, una decisione")
		}
		return nil
	}
	if x.Quale == EventoOrdinanzaEmessa && i < 0 {
		return s.obiettaOrdinanza(e, x)
	}
	if i < 0 || x.Quale == EventoOrdinanzaEmessa {
		return regola("l'evento è di un ricorso del verbale")
	}
	if e.DataLegale.Before(s.Impugnazioni[i].Presentato) {
		return regola("ciò che accade a un ricorso ne segue la presentazione")
	}
	if x.Quale == EventoRicorsoDefinito && s.Impugnazioni[i].Stato == RicorsoAccolto && !s.DebitoChiuso() {
		return invariante("il ricorso è accolto e il debito risulta aperto: prima si sgrava")
	}
	if da := ammetteMossa(x.Quale); len(da) > 0 && !slices.Contains(da, s.Impugnazioni[i].Stato) {
		return invariante("il ricorso è " + string(s.Impugnazioni[i].Stato))
	}
	return nil
}

// ammetteMossa lists the states of an appeal that a step starts from; none: any.
func ammetteMossa(t Tipo) []Ricorso {
	switch t {
	case EventoRicorsoTrasmesso:
		return []Ricorso{RicorsoPresentato, RicorsoSospensiva}
	case EventoSospensivaConcessa:
		return []Ricorso{RicorsoPresentato, RicorsoTrasmesso, RicorsoImpugnato}
	case EventoSospensivaRevocata:
		return []Ricorso{RicorsoSospensiva}
	case EventoRicorsoAccolto, EventoRicorsoRespinto, EventoRicorsoRideterminato, EventoRicorsoInammissibile:
		return ricorsiPendenti()
	case EventoRicorsoDefinito:
		return ricorsiDecisi()
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
	pende := slices.ContainsFunc(s.Impugnazioni, func(m Impugnazione) bool { return slices.Contains(ricorsiPendenti(), m.Stato) })
	if pende && !s.RicorsoAperto() && !s.ProceduraChiusa() {
		return invariante("pende ancora il ricorso di un altro destinatario")
	}
	if !pende && slices.Contains(ricorsiPendenti(), s.Ricorso) {
		return invariante("nessun ricorso pende più")
	}
	return nil
}
