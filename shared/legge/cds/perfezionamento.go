package cds

import (
	"errors"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// RichiestaPerfezionamento holds the dated facts of one service to one addressee. Instants count by the
// clock in Rome; a fact known by its day only is that day at 00:00 in Rome (calendario.Giorno.Inizio).
type RichiestaPerfezionamento struct {
	Canale Canale
	// Affidamento is the instant that counts for the office: hand-over of the act to the post, acceptance
	// receipt of the PEC, availability on SEND. It may be missing where Termine is not asked; by hand and
	// by messo there is none, the delivery counts.
	Affidamento time.Time
	// Fatto is what happened to the addressee: delivery of the act, dispatch of the CAD (not the deposit,
	// not the collection), delivery receipt of the PEC, delivery of the notice of SEND, deposit on SEND of
	// the failed-delivery notice, perfection of the paper notice of SEND. On SEND it may be missing
	// where Accesso came before it.
	Fatto time.Time
	// Ritiro is the day the deposited letter was collected, zero if never: CanalePostaDeposito only.
	Ritiro calendario.Giorno
	// Accesso is the day the act was opened on SEND, zero if never: channels of SEND only. From the
	// availability on, an access before any notice counts too.
	Accesso calendario.Giorno
	// Termine asks whether the office was in time; its zero value does not ask.
	Termine TermineNotifica
}

// EsitoPerfezionamento says when a service took effect.
type EsitoPerfezionamento struct {
	Canale Canale `json:"canale"`
	// Effetto is the day of effect for the addressee: the terms of payment, appeal and driver's data run
	// from it.
	Effetto calendario.Giorno `json:"effetto"`
	// Ufficio is the day that counts for the office; no day where Affidamento was not given.
	Ufficio calendario.Giorno `json:"ufficio"`
	// Termine is the answer about art. 201, nil where it was not asked.
	Termine *EsitoTermine `json:"termine,omitempty"`
	// Spiegazione leads to Effetto: the last step that establishes a day establishes that one.
	Spiegazione []Passo  `json:"spiegazione"`
	Avvertenze  []string `json:"avvertenze"`
}

// Perfeziona gives the day service took effect for the addressee and the day that counts for the office
// (artt. 201 CdS, 7 and 8 L. 890/1982, 4 D.M. 18/12/2017, 26 c. 9 D.L. 76/2020), and on request whether
// the term of art. 201 was kept. Where the law is open it takes the careful choice and warns. The error
// is an *Errore.
func Perfeziona(r RichiestaPerfezionamento) (EsitoPerfezionamento, error) {
	p, err := r.regola()
	if err != nil {
		return EsitoPerfezionamento{}, err
	}
	s := nuovaSpiegazione()
	esito := EsitoPerfezionamento{Canale: r.Canale, Ufficio: r.ufficio(p, &s)}
	if r.Termine != (TermineNotifica{}) {
		termine, err := r.Termine.verifica(esito.Ufficio, p.campoUfficio(), &s)
		if err != nil {
			return EsitoPerfezionamento{}, err
		}
		esito.Termine = &termine
	}
	if esito.Effetto, err = r.effetto(p, &s); err != nil {
		return EsitoPerfezionamento{}, err
	}
	esito.Spiegazione, esito.Avvertenze = s.passi, s.elenco()
	return esito, nil
}

// regola finds the rule of the channel and refuses facts that it does not know.
func (r RichiestaPerfezionamento) regola() (perfezione, error) {
	p, ok := perfezioneDi(r.Canale)
	switch {
	case !ok:
		return p, sconosciuto("canale", string(r.Canale), "canale sconosciuto")
	case p.affidamento == "" && !r.Affidamento.IsZero():
		return p, errore("affidamento", "non riguarda questo canale: per l'ufficio vale la consegna")
	case !p.ritiro && !r.Ritiro.IsZero():
		return p, errore("ritiro", "non riguarda questo canale")
	case !p.accesso && !r.Accesso.IsZero():
		return p, errore("accesso", "non riguarda questo canale")
	}
	return p, r.ordine()
}

// ordine refuses facts that cannot follow one another.
func (r RichiestaPerfezionamento) ordine() error {
	affidato, fatto := calendario.Da(r.Affidamento), calendario.Da(r.Fatto)
	switch {
	case fatto.IsZero() && r.Accesso.IsZero():
		return errore("fatto", "manca")
	case !fatto.IsZero() && fatto.Before(affidato):
		return errore("fatto", "precede l'affidamento")
	case r.accessoPrima() && affidato.IsZero():
		return errore("affidamento", "manca: l'accesso viene prima di ogni avviso")
	case !r.Accesso.IsZero() && r.Accesso.Before(affidato):
		return errore("accesso", "precede la messa a disposizione su SEND")
	}
	return nil
}

// accessoPrima says that the act was opened on SEND before any notice of it arrived.
func (r RichiestaPerfezionamento) accessoPrima() bool {
	return !r.Accesso.IsZero() && (r.Fatto.IsZero() || r.Accesso.Before(calendario.Da(r.Fatto)))
}

// ufficio is the day that counts for the office.
func (r RichiestaPerfezionamento) ufficio(p perfezione, s *spiegazione) calendario.Giorno {
	if p.affidamento == "" {
		giorno := calendario.Da(r.Fatto)
		s.giorno("GIORNO_DELL_UFFICIO", p.norma, "Per l'ufficio vale il giorno della consegna, "+giorno.Italiano()+".", giorno)
		return giorno
	}
	giorno := calendario.Da(r.Affidamento)
	if !giorno.IsZero() {
		s.giorno("GIORNO_DELL_UFFICIO", p.normaAffidamento, "Per l'ufficio vale "+p.affidamento+", "+giorno.Italiano()+".", giorno)
	}
	return giorno
}

// effetto is the day of effect for the addressee.
func (r RichiestaPerfezionamento) effetto(p perfezione, s *spiegazione) (calendario.Giorno, error) {
	giorno := calendario.Da(r.Fatto)
	switch {
	case r.accessoPrima():
		s.giorno("PERFEZIONATA_PRIMA", p.norma, "L'accesso "+r.Accesso.Detto("del")+
			" viene prima di ogni avviso: la notificazione si perfeziona quel giorno.", r.Accesso)
		return r.Accesso, nil
	case p.tipo == "":
		s.giorno("PERFEZIONATA_ALLA_CONSEGNA", p.norma, p.fatto+" "+giorno.Detto("del")+": la notificazione si perfeziona quel giorno.", giorno)
		r.avvertiNotte(s)
		return giorno, nil
	}
	e, err := Scadenza(RichiestaScadenza{Tipo: p.tipo, Decorrenza: giorno, DopoLe21: DopoLe21(r.Fatto), Ritiro: r.Ritiro, Accesso: r.Accesso})
	if err != nil {
		return giorno, rinomina(err)
	}
	s.giorno("FATTO", p.norma, p.fatto+": "+giorno.Italiano()+".", giorno)
	s.passi = append(s.passi, e.Spiegazione...)
	for _, a := range e.Avvertenze {
		s.avverti(a)
	}
	if p.ritiro && r.Ritiro.IsZero() {
		s.avverti("La prova del perfezionamento per deposito è l'avviso di ricevimento della CAD: senza, la notificazione è contestabile (Cass. S.U. 10012/2021).")
	}
	return e.Scadenza, nil
}

// avvertiNotte: whether a PEC of the night counts from the next day is open; the hour of the receipt is
// taken as it is.
func (r RichiestaPerfezionamento) avvertiNotte(s *spiegazione) {
	locale := r.Fatto.In(calendario.Roma())
	if r.Canale == CanalePEC && (locale.Hour() >= 21 || locale.Hour() < 7) {
		s.avverti("PEC consegnata alle " + locale.Format("15:04") + ", di notte: vale il giorno scritto nella ricevuta, senza spostarlo; verificare se contestata.")
	}
}

// rinomina names the field of this request instead of that of RichiestaScadenza.
func rinomina(err error) error {
	if e, ok := errors.AsType[*Errore](err); ok && e.Campo == "decorrenza" {
		return errore("fatto", e.Motivo)
	}
	return err
}
