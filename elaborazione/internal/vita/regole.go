package vita

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// regge checks the state after an event against the one before it.
func (s Stato) regge(prima Stato, riga transizioni.Transizione, e Evento) error {
	if asse := prima.Riaperti(s.Assi); asse != "" && !riga.Riapre {
		return Invariante("un evento non riapre da solo ciò che è chiuso (" + asse + "): lo decide una persona")
	}
	return cmp.Or(s.reggeIntero(prima, e), s.reggeNotifica(prima), s.reggeChiusura(prima), s.reggeRicorso(e), s.contiTornano(prima, e))
}

// reggeNotifica: nothing is due before a service, and NOTIFICATO says that nobody is left to serve. What
// an imported history left otherwise is not judged again.
func (s Stato) reggeNotifica(prima Stato) error {
	_, era := prima.Servita()
	_, servita := s.Servita()
	dovuto := slices.Contains([]verbale.Debito{verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero}, s.Debito)
	switch {
	case dovuto && !servita && (era || s.Debito != prima.Debito):
		return Regola("prima di ogni notifica nulla è esigibile")
	case s.Procedura == verbale.Notificato && !s.TutteServite() && (prima.Procedura != verbale.Notificato || prima.TutteServite()):
		return Regola("il verbale è notificato quando una posizione lo è e nessuna è aperta")
	case s.Procedura == verbale.InNotifica && s.TutteServite() && (prima.Procedura != verbale.InNotifica || !prima.TutteServite()):
		return Regola("quando ogni posizione è notificata lo è il verbale")
	}
	return nil
}

// reggeChiusura: a procedure does not end while something is owed.
func (s Stato) reggeChiusura(prima Stato) error {
	if s.ProceduraChiusa() && !s.DebitoChiuso() && (!prima.ProceduraChiusa() || prima.DebitoChiuso()) {
		return Regola("a procedura chiusa non resta nulla da chiedere")
	}
	return nil
}

// reggeIntero: the whole sum needs a perfected service, its term and no halt (invariants b and c); when
// another day of service moves the term, it is judged again on the day of recording.
func (s Stato) reggeIntero(prima Stato, e Evento) error {
	da, termine := prima.TermineDelDebito()
	a, nuovo := s.TermineDelDebito()
	entra := prima.Debito != verbale.DebitoIntero
	if s.Debito != verbale.DebitoIntero || !entra && da == a && termine == nuovo {
		return nil
	}
	oggi := e.DataLegale
	switch e.Dati.(type) {
	case NotificaPerfezionata, NotificaRettificata:
		oggi = calendario.Da(e.Registrato)
	}
	if nuovo.IsZero() || !oggi.After(nuovo) {
		return Regola("l'intero si chiede dopo una notifica perfezionata e il suo termine")
	}
	if motivo := s.Fermo(uuid.Nil); entra && motivo != "" {
		return Invariante("maggiorazione e riscossione sono ferme: " + motivo)
	}
	return nil
}

// TermineDelDebito is the position that the debt follows and its last day of the reduced payment.
func (s Stato) TermineDelDebito() (uuid.UUID, calendario.Giorno) {
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
		return Regola("il dovuto è versato meno eccedenza più residuo più sgravato, al centesimo")
	}
	if c.RimborsatoCent != prima.Conto.RimborsatoCent && e.Tipo() != verbale.EventoRimborso {
		return Regola("ciò che è stato rimborsato lo è per sempre, e solo un rimborso lo accresce")
	}
	if x, ok := e.Dati.(PagamentoRegistrato); ok && !prima.DebitoChiuso() && x.Chiude != s.DebitoChiuso() {
		return Regola("un pagamento chiude il debito quando basta")
	}
	if !s.contoDelDebito() {
		return Invariante("lo stato del debito " + string(s.Debito) + " e il conto si contraddicono")
	}
	return nil
}

// contoDelDebito reports that the account says the same as the state of the debt.
func (s Stato) contoDelDebito() bool {
	c := s.Conto
	daRendere := c.EccedenzaCent - c.RimborsatoCent
	if s.DebitoChiuso() && (c.ResiduoCent > 0 || (s.Debito == verbale.Eccedenza) != (daRendere > 0)) {
		return false
	}
	switch s.Debito {
	case verbale.Pagato:
		return c.VersatoCent > 0 && c.EccedenzaCent == 0
	case verbale.Eccedenza:
		return true
	case verbale.Rimborsato:
		return c.EccedenzaCent > 0
	case verbale.Sgravato:
		return c.SgravatoCent > 0 || c.PrezzoCent == 0 || s.obbligoEstinto()
	case verbale.PagatoParziale:
		return c.ResiduoCent > 0 && c.VersatoCent > 0
	default: // open: the payments do not suffice, or an order is still to come
		return c.ResiduoCent > 0 || s.trattiene()
	}
}
