package vita

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// notifica: the act on its way to the addressee.
//
//nolint:gochecknoglobals // a table
var notifica = letti{
	verbale.EventoNotificaAvviata:      leggi[NotificaAvviata],
	verbale.EventoNotificaNonRiuscita:  leggi[NotificaNonRiuscita],
	verbale.EventoNotificaPerfezionata: leggi[NotificaPerfezionata],
	verbale.EventoNotificaRettificata:  leggi[NotificaRettificata],

	verbale.EventoRecapitoIndicato: leggi[RecapitoIndicato],
	verbale.EventoViaScelta:        leggi[ViaScelta],
}

// lascia gives up the attempts to serve the position of the event.
func (s *Stato) lascia(e Evento) {
	for i, n := range s.Notifiche {
		if n.Posizione == e.Posizione && n.Stato == verbale.NotificaInCorso {
			s.Notifiche[i].Stato, s.Notifiche[i].Esito = verbale.NotificaTolta, e.DataLegale
		}
	}
}

// Servi fixes day zero and terms of the position of the event.
func (s *Stato) Servi(e Evento, scadenze []Scadenza) {
	s.su(e, func(p *Posizione) {
		s.tieniRate(*p, e.DataLegale)
		p.GiornoZero, p.Prova = e.DataLegale, cmp.Or(e.Prova, p.Prova)
		if e.Tipo() == verbale.EventoContestato {
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

// ravviva: the notices of a position whose term, by the new day, has not ended may be paid again.
func (s *Stato) ravviva(e Evento) {
	for i, a := range s.Avvisi {
		tipo, _ := a.Tipo.Scadenza()
		z, ok := s.Scadenza(e.Posizione, tipo)
		if ok && a.Posizione == e.Posizione && a.Stato == verbale.AvvisoScaduto && z.Fatta.IsZero() && !calendario.Da(e.Registrato).After(z.Giorno) {
			s.Avvisi[i].Stato = verbale.AvvisoEmesso
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

// NotificaAvviata says that an attempt to serve a position has begun. Parte: the platform itself sends it, and SHA256 is the act
// that leaves, until Entro, the last day to hand it over (zero: a person decided that it leaves); else somebody told of it. Perche is why
// the plan chose the way; empty: the plan did not choose.
type NotificaAvviata struct {
	IDNotifica uuid.UUID `json:"notifica"`
	Canale     string    `json:"canale"`
	Parte      bool      `json:"parte,omitempty"`
	SHA256     string    `json:"sha256,omitempty"`
	Perche     string    `json:"perche,omitempty"`

	Entro calendario.Giorno `json:"entro,omitzero"`
}

// NotificaNonRiuscita says that an attempt has failed for good.
type NotificaNonRiuscita struct {
	IDNotifica uuid.UUID `json:"notifica"`
	Motivo     string    `json:"motivo"`
}

// NotificaPerfezionata says that a position is served, on the legal day of the event. A zero
// IDNotifica is a service that no attempt of ours began. Conto is the account where payments that were
// there already are priced otherwise by the new day zero; nil: as it was.
type NotificaPerfezionata struct {
	IDNotifica uuid.UUID  `json:"notifica,omitzero"`
	Canale     string     `json:"canale,omitempty"`
	Scadenze   []Scadenza `json:"scadenze,omitempty"`
	Conto      *Conto     `json:"conto,omitempty"`
	Origine    string     `json:"origine,omitempty"` // of an imported service: what the other system called it
}

// NotificaRettificata says that the legal day of a service was another one; it re-derives the terms and
// with them the account (nil: as it was).
type NotificaRettificata struct {
	Precedente calendario.Giorno `json:"precedente"`
	Scadenze   []Scadenza        `json:"scadenze"`
	Conto      *Conto            `json:"conto,omitempty"`
}

// RecapitoIndicato says that the person of a position, whom its act did not reach, lives at another address: the person
// is written again with it, and the act is superseded. Whether a new one may still leave is asked where it is printed.
type RecapitoIndicato struct {
	IDSoggetto uuid.UUID `json:"soggetto"`        // the person at the new address
	Precedente uuid.UUID `json:"precedente"`      // the same person as the act has it
	Superato   uuid.UUID `json:"superato"`        // the act
	Visura     uuid.UUID `json:"visura,omitzero"` // the answer of a register that says so; zero: a person
	Recapito   Soggetto  `json:"-"`               // of which only the address is read: it goes into the table of the people
}

// ViaScelta says by which way a person has decided that the act of a position leaves. An empty way leaves it to the plan again.
type ViaScelta struct {
	Via cds.Canale `json:"via"`
}

// Tipo is the kind of the event.
func (ViaScelta) Tipo() verbale.TipoEvento { return verbale.EventoViaScelta }

func (ViaScelta) accade(*Stato, Evento) {}

func (x ViaScelta) obietta(s Stato, e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	switch {
	case !ok || !s.Cedevole(p):
		return Regola("la via si sceglie per chi resta da notificare, quando nessun invio gli è in corso")
	case x.Via != "" && !slices.Contains(verbale.CanaliDiInvio(), x.Via):
		return Regola("la via è una di quelle per cui un atto parte")
	}
	return nil
}

// Tipo is the kind of the event.
func (RecapitoIndicato) Tipo() verbale.TipoEvento { return verbale.EventoRecapitoIndicato }

func (x RecapitoIndicato) accade(s *Stato, e Evento) {
	s.su(e, func(p *Posizione) { p.Soggetto, p.Atto = x.IDSoggetto, uuid.Nil })
	s.suVisura(x.Visura, func(v *Visura) { v.Soggetto = x.IDSoggetto })
}

// obietta: the person stays the same, and only an act that came back is taken from its addressee.
func (x RecapitoIndicato) obietta(s Stato, e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	switch {
	case ok && x.Visura != uuid.Nil && !s.diVisura(p, x.Visura):
		return Regola("l'indirizzo di un registro si prende per chi resta da notificare, quando nessun invio gli è in corso e la risposta è applicata")
	case !ok || x.Visura == uuid.Nil && !s.NonRaggiunta(p):
		return Regola("si indica un altro indirizzo per chi ha un atto partito e non consegnato, quando nessun invio gli è in corso")
	case x.IDSoggetto == uuid.Nil || x.Precedente != p.Soggetto || x.Superato != p.Atto:
		return Regola("cambia l'indirizzo, non la persona; è superato il suo atto")
	}
	return nil
}

// diVisura reports that a position may take the address of an answer: it was applied to it, and no act is on its way.
func (s Stato) diVisura(p Posizione, visura uuid.UUID) bool {
	v, ok := s.Visura(visura)
	return ok && v.Posizione == p.ID && v.Stato == verbale.VisuraApplicata && v.Soggetto == p.Soggetto && s.Cedevole(p)
}

// Cedevole reports that the act of a position may still give way to one for another address: its person is to be served, and
// nothing is on its way to him.
func (s Stato) Cedevole(p Posizione) bool {
	return p.Aperta() && !slices.ContainsFunc(s.Notifiche, func(n Notifica) bool {
		return n.Posizione == p.ID && n.Stato == verbale.NotificaInCorso
	})
}

// NonRaggiunta reports that the act of a position has left and did not reach its person, and that none is on its way.
func (s Stato) NonRaggiunta(p Posizione) bool {
	con := func(stato verbale.StatoNotifica) bool {
		return slices.ContainsFunc(s.Notifiche, func(n Notifica) bool { return n.Posizione == p.ID && n.Stato == stato })
	}
	return p.Aperta() && p.Atto != uuid.Nil && con(verbale.NotificaFallita) && !con(verbale.NotificaInCorso)
}

// Tipo is the kind of the event.
func (NotificaAvviata) Tipo() verbale.TipoEvento { return verbale.EventoNotificaAvviata }

func (x NotificaAvviata) accade(s *Stato, e Evento) {
	s.Notifiche = append(s.Notifiche, Notifica{ID: x.IDNotifica, Posizione: e.Posizione, Canale: x.Canale, Stato: verbale.NotificaInCorso, Avviata: e.DataLegale})
}

// Tipo is the kind of the event.
func (NotificaNonRiuscita) Tipo() verbale.TipoEvento { return verbale.EventoNotificaNonRiuscita }

func (x NotificaNonRiuscita) accade(s *Stato, e Evento) {
	s.tentativo(x.IDNotifica, func(n *Notifica) {
		n.Stato, n.Esito, n.Prova, n.Motivo = verbale.NotificaFallita, e.DataLegale, e.Prova, x.Motivo
	})
}

func (x NotificaNonRiuscita) obietta(s Stato, e Evento) error {
	i := slices.IndexFunc(s.Notifiche, func(n Notifica) bool { return n.ID == x.IDNotifica })
	if i < 0 || s.Notifiche[i].Stato != verbale.NotificaInCorso || s.Notifiche[i].Posizione != e.Posizione {
		return Regola("il tentativo di notifica è in corso e di questa posizione")
	}
	return nil
}

// Tipo is the kind of the event.
func (NotificaPerfezionata) Tipo() verbale.TipoEvento { return verbale.EventoNotificaPerfezionata }

func (x NotificaPerfezionata) accade(s *Stato, e Evento) {
	if x.IDNotifica != uuid.Nil && !s.tentativo(x.IDNotifica, func(*Notifica) {}) {
		s.Notifiche = append(s.Notifiche, Notifica{ID: x.IDNotifica, Posizione: e.Posizione, Canale: x.Canale})
	}
	s.tentativo(x.IDNotifica, func(n *Notifica) { n.Stato, n.Esito, n.Prova = verbale.NotificaRiuscita, e.DataLegale, e.Prova })
	s.Servi(e, x.Scadenze)
	s.conta(x.Conto)
}

// Tipo is the kind of the event.
func (NotificaRettificata) Tipo() verbale.TipoEvento { return verbale.EventoNotificaRettificata }

func (x NotificaRettificata) accade(s *Stato, e Evento) {
	s.Servi(e, x.Scadenze)
	s.ravviva(e)
	s.conta(x.Conto)
}

func (x NotificaRettificata) obietta(s Stato, e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	if !ok || p.GiornoZero.IsZero() || p.GiornoZero != x.Precedente || p.GiornoZero == e.DataLegale {
		return Regola("si rettifica, in un altro giorno, la data di una posizione notificata")
	}
	return s.obiettaPrimaDellInvio(e, func(n Notifica) bool { return n.Posizione == e.Posizione && n.Stato == verbale.NotificaRiuscita })
}

func obiettaProva(e Evento, x Fatto, p Posizione, ok bool) error {
	if !ok || p.GiornoZero.IsZero() {
		return Regola("la prova è di una posizione notificata")
	}
	if x.Quale == verbale.EventoProvaConfermata && e.Prova == "" && p.Prova == "" {
		return Invariante("manca la prova")
	}
	return nil
}

func (x NotificaPerfezionata) obietta(s Stato, e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	switch {
	case !ok || p.Soggetto == uuid.Nil:
		return Regola("si notifica a una persona nota")
	case !p.GiornoZero.IsZero():
		return Invariante("la posizione è già notificata: una prova diversa rettifica la data")
	case e.DataLegale.IsZero():
		return Regola("la notifica si perfeziona in un giorno certo")
	}
	return s.obiettaPrimaDellInvio(e, func(n Notifica) bool { return n.ID == x.IDNotifica })
}

// obiettaPrimaDellInvio: nobody is served, at first or by a correction, before the day on which the act left.
func (s Stato) obiettaPrimaDellInvio(e Evento, sua func(Notifica) bool) error {
	if slices.ContainsFunc(s.Notifiche, func(n Notifica) bool { return sua(n) && e.DataLegale.Before(n.Avviata) }) {
		return Regola("la notifica non si perfeziona prima del giorno in cui l'atto è partito")
	}
	return nil
}

func (x NotificaAvviata) obietta(s Stato, e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	switch {
	case !ok || p.Soggetto == uuid.Nil || p.Chiusa != "" || !p.GiornoZero.IsZero():
		return Regola("l'atto parte verso una persona nota, non ancora notificata")
	case p.Atto == uuid.Nil:
		return Regola("prima di partire l'atto è formato")
	case x.IDNotifica == uuid.Nil || x.Canale == "":
		return Regola("il tentativo ha un identificativo e un canale")
	case x.Parte && (x.Canale != string(verbale.CanaleSend) || x.SHA256 == ""):
		return Regola("la piattaforma manda da sé solo con SEND, e un atto di cui conosce l'impronta")
	case slices.ContainsFunc(s.Notifiche, func(n Notifica) bool {
		return n.ID == x.IDNotifica || n.Posizione == p.ID && n.Stato == verbale.NotificaInCorso
	}):
		return Regola("un tentativo alla volta per posizione: nessuno è notificato due volte")
	}
	return nil
}

// ProceduraDaPosizioni is where a procedure goes on that was thought to be over.
func (s Stato) ProceduraDaPosizioni() verbale.Procedura {
	if s.TutteServite() {
		return verbale.Notificato
	}
	aperte := slices.DeleteFunc(slices.Clone(s.Posizioni), func(p Posizione) bool { return !p.Aperta() })
	conAtto := slices.ContainsFunc(aperte, func(p Posizione) bool { return p.Atto != uuid.Nil })
	_, servita := s.Servita()
	switch {
	case slices.ContainsFunc(s.Notifiche, func(n Notifica) bool { return n.Stato == verbale.NotificaInCorso }), servita:
		return verbale.InNotifica
	case !conAtto:
		return verbale.Validato
	case slices.ContainsFunc(s.Notifiche, func(n Notifica) bool { return n.Stato == verbale.NotificaFallita }):
		return verbale.NonNotificabile
	}
	return verbale.ConAtto
}

// NonSpedibile says why the act of a position is not handed to the post or to SEND today; empty: it may be.
func (s Stato) NonSpedibile(posizione uuid.UUID) string {
	p, ok := s.Posizione(posizione)
	switch {
	case !ok:
		return "La posizione non è del verbale."
	case p.Chiusa != "":
		return "Da questa persona non si chiede più nulla: " + p.Chiusa + "."
	case !p.GiornoZero.IsZero():
		return "È già notificato " + p.GiornoZero.Detto("il") + "."
	case p.Atto == uuid.Nil:
		return "L'atto non è formato."
	case slices.ContainsFunc(s.Anomalie, func(a Anomalia) bool { return a.Tipo == verbale.AnomaliaDecesso && a.Posizione == posizione }):
		return "Il destinatario risulta deceduto: decide una persona."
	case s.DebitoChiuso():
		return "Il debito è chiuso (" + s.Debito.InFrase() + "): non si chiede più nulla."
	case slices.ContainsFunc(s.Notifiche, func(n Notifica) bool { return n.Posizione == posizione && n.Stato == verbale.NotificaInCorso }):
		return "Una notifica è già in corso."
	case !s.Ammette(verbale.EventoNotificaAvviata):
		return "Il verbale è in un altro stato (" + s.Procedura.InFrase() + ")."
	}
	return ""
}

// Termini are the last days of the payments that the notices allow, from the day of service (art. 202
// c. 1 CdS).
func Termini(avvisi []cds.Avviso, servito calendario.Giorno) ([]Scadenza, error) {
	var tutti []Scadenza
	for _, a := range avvisi {
		tipo, ok := a.Tipo.Scadenza()
		if !ok {
			continue
		}
		ultimo, err := cds.UltimoGiorno(tipo, servito)
		if err != nil {
			return nil, fmt.Errorf("verbale: scadenza %s: %w", tipo, err)
		}
		tutti = append(tutti, Scadenza{Tipo: tipo, Giorno: ultimo})
	}
	return tutti, nil
}
