package verbale

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
)

func (s Stato) obiettaNotifica(e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	switch x := e.Dati.(type) {
	case NotificaAvviata:
		return s.obiettaInvio(p, ok, x)
	case NotificaNonRiuscita:
		i := slices.IndexFunc(s.Notifiche, func(n Notifica) bool { return n.ID == x.IDNotifica })
		if i < 0 || s.Notifiche[i].Stato != NotificaInCorso || s.Notifiche[i].Posizione != e.Posizione {
			return invariante("il tentativo di notifica è in corso e di questa posizione")
		}
	case NotificaPerfezionata:
		if !ok || p.Soggetto == uuid.Nil {
			return invariante("si notifica a una persona nota")
		}
		if !p.GiornoZero.IsZero() {
			return invariante("la posizione è già notificata: una prova diversa rettifica la data")
		}
		if e.DataLegale.IsZero() {
			return invariante("la notifica si perfeziona in un giorno certo")
		}
	case NotificaRettificata:
		if !ok || p.GiornoZero.IsZero() || p.GiornoZero != x.Precedente || p.GiornoZero == e.DataLegale {
			return invariante("si rettifica, in un altro giorno, la data di una posizione notificata")
		}
	default:
		return s.obiettaDenaro(e)
	}
	return nil
}

func (s Stato) obiettaInvio(p Posizione, ok bool, x NotificaAvviata) error {
	switch {
	case !ok || p.Soggetto == uuid.Nil || p.Chiusa != "" || !p.GiornoZero.IsZero():
		return invariante("l'atto parte verso una persona nota, non ancora notificata")
	case p.Atto == uuid.Nil:
		return invariante("prima di partire l'atto è formato")
	case x.IDNotifica == uuid.Nil || x.Canale == "":
		return invariante("il tentativo ha un identificativo e un canale")
	case slices.ContainsFunc(s.Notifiche, func(n Notifica) bool {
		return n.ID == x.IDNotifica || n.Posizione == p.ID && n.Stato == NotificaInCorso
	}):
		return invariante("un tentativo alla volta per posizione: nessuno è notificato due volte")
	}
	return nil
}

func (s Stato) obiettaDenaro(e Evento) error {
	switch x := e.Dati.(type) {
	case TermineDecorso:
		return s.obiettaTermine(e, x)
	case PagamentoRegistrato:
		if x.ID == uuid.Nil || x.ImportoCent <= 0 || x.Data.IsZero() {
			return invariante("un pagamento ha un importo e un giorno")
		}
		if slices.ContainsFunc(s.Pagamenti, func(p Pagamento) bool {
			return p.ID == x.ID || p.Canale == x.Canale && p.Riferimento == x.Riferimento
		}) {
			return invariante("ogni pagamento si registra una volta")
		}
		if s.DebitoChiuso() && e.Apre == nil {
			return invariante("un pagamento quando nulla è dovuto apre un'anomalia")
		}
	case PagamentoStornato:
		i := slices.IndexFunc(s.Pagamenti, func(p Pagamento) bool { return p.ID == x.IDPagamento })
		if i < 0 || !s.Pagamenti[i].Stornato.IsZero() {
			return invariante("si storna un pagamento del verbale, una volta")
		}
		if e.Causa == "" {
			return invariante("manca il motivo")
		}
	case RicorsoProposto:
		return s.obiettaRicorso(e, x)
	case RicorsoMosso:
		return s.obiettaMossa(x)
	}
	return nil
}

// obiettaTermine: a term is over on a day after its last one, once.
func (s Stato) obiettaTermine(e Evento, x TermineDecorso) error {
	tipo, _ := terminiDecorsi(x.Quale)
	z, ok := s.Scadenza(e.Posizione, tipo)
	if !ok || !z.Fatta.IsZero() || !e.DataLegale.After(z.Giorno) {
		return invariante("il termine è decorso, e se ne prende atto una volta")
	}
	return nil
}

// regge checks the state after an event against the one before it.
func (s Stato) regge(prima Stato, riga Transizione, e Evento) error {
	if asse := prima.riaperti(s.Assi); asse != "" && !riga.Riapre {
		return invariante("un evento non riapre da solo ciò che è chiuso (" + asse + "): lo decide una persona")
	}
	if err := s.reggeIntero(prima, e); err != nil {
		return err
	}
	_, era := prima.Servita()
	if _, servita := s.Servita(); slices.Contains([]Debito{DebitoRidotto30, DebitoRidotto, DebitoIntero}, s.Debito) && !servita &&
		(era || s.Debito != prima.Debito) {
		return invariante("prima di ogni notifica nulla è esigibile")
	}
	if s.Procedura == Notificato && !s.TutteServite() && (prima.Procedura != Notificato || prima.TutteServite()) {
		return invariante("il verbale è notificato quando una posizione lo è e nessuna è aperta")
	}
	if s.Procedura == InNotifica && s.TutteServite() && (prima.Procedura != InNotifica || !prima.TutteServite()) {
		return invariante("quando ogni posizione è notificata lo è il verbale")
	}
	if sospeso := s.ProceduraChiusa() && !s.DebitoChiuso(); sospeso && (!prima.ProceduraChiusa() || prima.DebitoChiuso()) {
		return invariante("a procedura chiusa non resta nulla da chiedere")
	}
	if err := s.reggeRicorso(e); err != nil {
		return err
	}
	return s.contiTornano(prima, e)
}

// reggeIntero: the whole sum needs a perfected service, its term and no halt (invariants b and c); when
// another day of service moves the term, it is judged again on the day of recording.
func (s Stato) reggeIntero(prima Stato, e Evento) error {
	da, termine := prima.termineDelDebito()
	a, nuovo := s.termineDelDebito()
	entra := prima.Debito != DebitoIntero
	if s.Debito != DebitoIntero || !entra && da == a && termine == nuovo {
		return nil
	}
	oggi := e.DataLegale
	switch e.Dati.(type) {
	case NotificaPerfezionata, NotificaRettificata:
		oggi = calendario.Da(e.Registrato)
	}
	if nuovo.IsZero() || !oggi.After(nuovo) {
		return invariante("l'intero si chiede dopo una notifica perfezionata e il suo termine")
	}
	if motivo := s.Fermo(uuid.Nil); entra && motivo != "" {
		return invariante("maggiorazione e riscossione sono ferme: " + motivo)
	}
	return nil
}

// termineDelDebito is the position that the debt follows and its last day of the reduced payment.
func (s Stato) termineDelDebito() (uuid.UUID, calendario.Giorno) {
	p, _ := s.Servita()
	z, _ := s.Scadenza(p.ID, cds.PagamentoRidotto60)
	return p.ID, z.Giorno
}

// contiTornano checks the account against the payments and the state of the debt, when an event has
// moved one of them (invariant g).
func (s Stato) contiTornano(prima Stato, e Evento) error {
	c := s.Conto
	if c == prima.Conto && s.Debito == prima.Debito && s.VersatoCent() == prima.VersatoCent() {
		return nil
	}
	if !c.Torna() || c.VersatoCent != s.VersatoCent() {
		return invariante("il dovuto è versato meno eccedenza più residuo più sgravato, al centesimo")
	}
	if c.RimborsatoCent != prima.Conto.RimborsatoCent && e.Tipo() != EventoRimborso {
		return invariante("ciò che è stato rimborsato lo è per sempre, e solo un rimborso lo accresce")
	}
	if x, ok := e.Dati.(PagamentoRegistrato); ok && !prima.DebitoChiuso() && x.Chiude != s.DebitoChiuso() {
		return invariante("un pagamento chiude il debito quando basta")
	}
	if !s.contoDelDebito() {
		return invariante("lo stato del debito " + string(s.Debito) + " e il conto si contraddicono")
	}
	return nil
}

// contoDelDebito reports that the account says the same as the state of the debt.
func (s Stato) contoDelDebito() (giusto bool) {
	c := s.Conto
	switch s.Debito {
	case Pagato:
		giusto = c.ResiduoCent == 0 && c.VersatoCent > 0 && c.EccedenzaCent == 0
	case Eccedenza:
		giusto = c.ResiduoCent == 0 && c.EccedenzaCent > c.RimborsatoCent
	case Rimborsato:
		giusto = c.ResiduoCent == 0 && c.EccedenzaCent > 0 && c.EccedenzaCent == c.RimborsatoCent
	case Sgravato:
		giusto = c.ResiduoCent == 0 && c.EccedenzaCent == c.RimborsatoCent && (c.SgravatoCent > 0 || c.PrezzoCent == 0)
	case PagatoParziale:
		giusto = c.ResiduoCent > 0 && c.VersatoCent > 0
	default: // open: what was paid does not suffice
		giusto = c.ResiduoCent > 0 || c.VersatoCent == c.EccedenzaCent
	}
	return giusto
}
