package verbale

import (
	"cmp"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

func (a Anomalia) diIntestatario() bool { return strings.HasPrefix(a.Tipo, anomaliaIntestatario) }

// scadenze are the terms that run from a report handed over.
func (x Contestato) scadenze() []Scadenza {
	if len(x.Scadenze) == 0 && !x.ScadenzaPagamento.IsZero() {
		return []Scadenza{{Tipo: cds.PagamentoRidotto60, Giorno: x.ScadenzaPagamento}}
	}
	return x.Scadenze
}

// contestazione is the proof of a report handed over: the report itself, signed.
const contestazione = "CONTESTAZIONE"

// servi fixes day zero and terms of the position of the event.
func (s *Stato) servi(e Evento, scadenze []Scadenza) {
	s.su(e, func(p *Posizione) {
		s.tieniRate(*p, e.DataLegale)
		p.GiornoZero, p.Prova = e.DataLegale, cmp.Or(e.Prova, p.Prova)
		if e.Tipo() == EventoContestato {
			p.Prova = cmp.Or(p.Prova, contestazione)
		}
		for _, z := range scadenze {
			z.Posizione = p.ID
			if p.Chiusa != "" || s.DebitoChiuso() {
				z.Fatta = e.DataLegale // nobody is asked here any more
			}
			s.fissa(z)
		}
	})
}

// tieniRate: the days of a plan are those granted; when the day of service moves, they are as many days
// more or less from it.
func (s *Stato) tieniRate(p Posizione, servita calendario.Giorno) {
	if p.GiornoZero.IsZero() || servita.IsZero() {
		return
	}
	for i, a := range s.Avvisi {
		if a.Posizione == p.ID && a.Tipo == cds.Rata {
			s.Avvisi[i].Giorni += p.GiornoZero.DiffDays(servita)
		}
	}
}

// fissa sets a term of a position, in place of the one it had.
func (s *Stato) fissa(z Scadenza) {
	i := slices.IndexFunc(s.Scadenze, func(x Scadenza) bool { return x.Posizione == z.Posizione && x.Tipo == z.Tipo })
	if i >= 0 {
		s.Scadenze[i] = z
		return
	}
	s.Scadenze = append(s.Scadenze, z)
	slices.SortFunc(s.Scadenze, func(a, b Scadenza) int {
		return cmp.Or(slices.Compare(a.Posizione[:], b.Posizione[:]), cmp.Compare(a.Tipo, b.Tipo))
	})
}

func (s *Stato) accadeNotifica(e Evento) {
	switch x := e.Dati.(type) {
	case NotificaAvviata:
		s.Notifiche = append(s.Notifiche, Notifica{ID: x.IDNotifica, Posizione: e.Posizione, Canale: x.Canale, Stato: NotificaInCorso, Avviata: e.DataLegale})
	case NotificaNonRiuscita:
		s.tentativo(x.IDNotifica, func(n *Notifica) {
			n.Stato, n.Esito, n.Prova, n.Motivo = NotificaFallita, e.DataLegale, e.Prova, x.Motivo
		})
	case NotificaPerfezionata:
		if x.IDNotifica != uuid.Nil && !s.tentativo(x.IDNotifica, func(*Notifica) {}) {
			s.Notifiche = append(s.Notifiche, Notifica{ID: x.IDNotifica, Posizione: e.Posizione, Canale: x.Canale})
		}
		s.tentativo(x.IDNotifica, func(n *Notifica) { n.Stato, n.Esito, n.Prova = NotificaRiuscita, e.DataLegale, e.Prova })
		s.servi(e, x.Scadenze)
		s.conta(x.Conto)
	case NotificaRettificata:
		s.servi(e, x.Scadenze)
		s.ravviva(e)
		s.conta(x.Conto)
	}
}

// ravviva: the notices of a position whose term, by the new day, has not ended may be paid again.
func (s *Stato) ravviva(e Evento) {
	for i, a := range s.Avvisi {
		tipo, _ := a.Tipo.Scadenza()
		z, ok := s.Scadenza(e.Posizione, tipo)
		if ok && a.Posizione == e.Posizione && a.Stato == AvvisoScaduto && z.Fatta.IsZero() && !calendario.Da(e.Registrato).After(z.Giorno) {
			s.Avvisi[i].Stato = AvvisoEmesso
		}
	}
}

// tentativo changes an attempt to serve; false when there is no such one.
func (s *Stato) tentativo(id uuid.UUID, cambia func(*Notifica)) bool {
	i := slices.IndexFunc(s.Notifiche, func(n Notifica) bool { return n.ID == id })
	if i >= 0 {
		cambia(&s.Notifiche[i])
	}
	return i >= 0
}

func (s *Stato) accadeDenaro(e Evento) {
	switch x := e.Dati.(type) {
	case TermineDecorso:
		s.scade(e, x)
	case PagamentoRegistrato:
		s.Pagamenti = append(s.Pagamenti, x.Pagamento)
		s.Conto = x.Conto
		for i, a := range s.Avvisi {
			if a.ID == x.Avviso && (x.Chiude || a.Tipo == cds.Rata && x.ImportoCent >= a.ImportoCent) || slices.Contains(x.Rate, a.ID) {
				s.Avvisi[i].Stato = AvvisoPagato
			}
		}
	case PagamentoStornato:
		for i, p := range s.Pagamenti {
			if p.ID == x.IDPagamento {
				s.Pagamenti[i].Stornato = e.DataLegale
			}
		}
		s.rendiRate() // by the account of the plan
		s.Conto = x.Conto
		s.rendiPagati()
	case Movimento:
		s.conta(x.Conto)
	case Rateizzazione:
		s.conta(x.Conto)
	}
}

func (s *Stato) conta(c *Conto) {
	if c != nil {
		s.Conto = *c
	}
}

// terminiDecorsi says which term an event ends, and which notices die with it.
func terminiDecorsi(t Tipo) (cds.TipoScadenza, cds.Tipo) {
	if t == EventoScontoDecorso {
		return cds.PagamentoScontato5, cds.Ridotto30
	}
	return cds.PagamentoRidotto60, cds.Ridotto
}

func (s *Stato) scade(e Evento, x TermineDecorso) {
	tipo, avviso := terminiDecorsi(x.Quale)
	s.chiudiScadenze(e, func(z Scadenza) bool { return z.Posizione == e.Posizione && z.Tipo == tipo })
	for i, a := range s.Avvisi {
		if a.Posizione == e.Posizione && a.Tipo == avviso && a.Stato == AvvisoEmesso {
			s.Avvisi[i].Stato = AvvisoScaduto
		}
	}
	s.conta(x.Conto)
}

func (s *Stato) accadeRicorso(e Evento) {
	switch x := e.Dati.(type) {
	case RicorsoProposto:
		m := Impugnazione{ID: x.IDRicorso, Posizione: e.Posizione, Autorita: x.Autorita,
			Stato: RicorsoPresentato, Presentato: e.DataLegale, Riferimento: x.Riferimento}
		if e.Importato {
			m.Stato = s.Ricorso
		}
		s.Impugnazioni = append(s.Impugnazioni, m)
	case RicorsoMosso:
		s.muovi(e, x)
		s.conta(x.Conto)
	}
}

// muovi notes a step on the appeal that it is about; a further appeal, or an order that answers none, joins
// the others.
func (s *Stato) muovi(e Evento, x RicorsoMosso) {
	nuova := Impugnazione{ID: x.IDRicorso, Posizione: e.Posizione, Autorita: x.Autorita, Presentato: e.DataLegale, Riferimento: x.Riferimento}
	switch x.Quale {
	case EventoRicorsoImpugnato:
		nuova.Stato = RicorsoImpugnato
		s.Impugnazioni = append(s.Impugnazioni, nuova)
		return
	case EventoOrdinanzaEmessa:
		nuova.Stato, nuova.Deciso, nuova.ImportoCent = RicorsoNessuno, e.DataLegale, x.ImportoCent
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
		case EventoRicorsoAccolto, EventoRicorsoRespinto, EventoRicorsoRideterminato, EventoRicorsoInammissibile:
			m.Deciso = e.DataLegale
		case EventoOrdinanzaNotificata:
			m.Notificato = e.DataLegale
		default: // no day of its own
		}
	}
}

// dopo is the state of the appeal itself after a step: the axis says it only where the event leaves it
// to the axis, since another appeal may hold the axis elsewhere.
func (x RicorsoMosso) dopo(suo, asse Ricorso) Ricorso {
	switch x.Quale {
	case EventoRicorsoAccolto:
		return RicorsoAccolto
	case EventoRicorsoRespinto:
		return RicorsoRespinto
	case EventoRicorsoRideterminato:
		return RicorsoRideterminato
	case EventoRicorsoInammissibile:
		return RicorsoInammissibile
	case EventoRicorsoDefinito:
		return RicorsoDefinitivo
	case EventoOrdinanzaNotificata:
		return suo
	default:
		return asse
	}
}

// addebita adds the expenses to the notices of the position that may still be paid; of all positions
// where the event names none.
func (s *Stato) addebita(e Evento, x SpeseAddebitate) {
	sua := func(id uuid.UUID) bool { return e.Posizione == uuid.Nil || id == e.Posizione }
	for i := range s.Posizioni {
		if sua(s.Posizioni[i].ID) {
			s.Posizioni[i].SpeseCent = x.SpeseCent
		}
	}
	for i, a := range s.Avvisi {
		if sua(a.Posizione) && a.Stato == AvvisoEmesso && a.Tipo != cds.Rata {
			s.Avvisi[i].ImportoCent += x.SpeseCent - a.SpeseCent
			s.Avvisi[i].SpeseCent = x.SpeseCent
		}
	}
}

// smetti: the debt is closed. What could still be paid is void, and no term moves it any more.
func (s *Stato) smetti(e Evento) {
	s.annullaAvvisi(func(Avviso) bool { return true })
	s.chiudiScadenze(e, func(Scadenza) bool { return true })
}

// riprendi: the debt is open again, by the will of a person. Who is out of the fine stays out, and an
// instalment that was paid stays paid.
func (s *Stato) riprendi() {
	for i, a := range s.Avvisi {
		pagato := a.Stato == AvvisoPagato && a.Tipo != cds.Rata
		if (pagato || a.Stato == AvvisoAnnullato) && !s.chiusa(a.Posizione) {
			s.Avvisi[i].Stato = AvvisoEmesso
		}
	}
	for i, z := range s.Scadenze {
		if !s.chiusa(z.Posizione) {
			s.Scadenze[i].Fatta = calendario.Giorno{}
		}
	}
}

// rendiRate: an instalment is paid only as long as its money is not taken back; of a plan that ended
// nothing may be paid again.
func (s *Stato) rendiRate() {
	piano := s.ultimePiano()
	resta := s.incassatoPer(piano)
	sola := func(a Avviso) bool {
		return slices.ContainsFunc(s.Pagamenti, func(p Pagamento) bool {
			return p.Avviso == a.ID && p.Stornato.IsZero() && p.ImportoCent >= a.ImportoCent
		})
	}
	inPiano := map[uuid.UUID]bool{}
	for _, a := range piano {
		if inPiano[a.ID] = true; a.Stato == AvvisoPagato && sola(a) {
			resta -= a.ImportoCent
		}
	}
	for i, a := range s.Avvisi {
		if a.Tipo != cds.Rata || a.Stato != AvvisoPagato || sola(a) {
			continue
		}
		if inPiano[a.ID] && resta >= a.ImportoCent {
			resta -= a.ImportoCent
			continue
		}
		s.Avvisi[i].Stato = AvvisoSostituito
		switch {
		case inPiano[a.ID] && s.DebitoChiuso():
			s.Avvisi[i].Stato = AvvisoAnnullato
		case inPiano[a.ID]:
			s.Avvisi[i].Stato = AvvisoEmesso
		}
	}
}

func (s *Stato) chiusa(posizione uuid.UUID) bool {
	p, _ := s.Posizione(posizione)
	return p.Chiusa != ""
}

func (s *Stato) annullaAvvisi(quali func(Avviso) bool) {
	for i, a := range s.Avvisi {
		if a.Stato == AvvisoEmesso && quali(a) {
			s.Avvisi[i].Stato = AvvisoAnnullato
		}
	}
}

func (s *Stato) chiudiScadenze(e Evento, quali func(Scadenza) bool) {
	for i, z := range s.Scadenze {
		if z.Fatta.IsZero() && quali(z) {
			s.Scadenze[i].Fatta = e.DataLegale
		}
	}
}

// deriva works out again what follows from the rest: sum printed, day and term of the position served
// first.
func (s *Stato) deriva() {
	s.ImportoCent = s.minimo()
	s.DataNotifica, s.ScadenzaPagamento = calendario.Giorno{}, calendario.Giorno{}
	if p, ok := s.Servita(); ok {
		s.DataNotifica = p.GiornoZero
		if z, ok := s.Scadenza(p.ID, cds.PagamentoRidotto60); ok {
			s.ScadenzaPagamento = z.Giorno
		}
	}
}

// minimo is the smallest sum printed on the notices; of an imported fine, which has none of ours, the
// minima of its violations.
func (s *Stato) minimo() (c importo.Cent) {
	for _, a := range s.Avvisi {
		if a.Stato != AvvisoSostituito && (c == 0 || a.ImportoCent < c) {
			c = a.ImportoCent
		}
	}
	if c == 0 && s.Importato {
		for _, v := range s.Violazioni {
			c += v.MinimoCent
		}
	}
	return c
}

// VersatoCent is what was paid and not taken back.
func (s Stato) VersatoCent() (totale importo.Cent) {
	for _, p := range s.Pagamenti {
		if p.Stornato.IsZero() {
			totale += p.ImportoCent
		}
	}
	return totale
}
