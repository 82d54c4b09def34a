package cds

import "github.com/piattaforma-verbali/verbali/shared/legge/calendario"

// TermineNotifica asks whether a service was in time under art. 201.
type TermineNotifica struct {
	// Tipo is Notifica90, Notifica100 (the driver was stopped, the jointly liable person is served) or
	// Notifica360 (the addressee lives abroad).
	Tipo TipoScadenza
	// Accertamento is the day of the ascertainment, normally that of the violation.
	Accertamento calendario.Giorno
	// Identificazione is the later day on which the registers showed the addressee or the office was put
	// in a position to identify them, such as the data of a renter; zero if it needed none. With
	// Notifica90 only: each new addressee has 90 days of their own.
	Identificazione calendario.Giorno
}

// TipoNotifica is the term of art. 201 c. 1 by which an addressee is served: 360 days who lives abroad, 100 who is jointly
// liable where the driver was stopped, 90 everybody else.
func TipoNotifica(estero, contestato, obbligato bool) TipoScadenza {
	switch {
	case estero:
		return Notifica360
	case contestato && obbligato:
		return Notifica100
	}
	return Notifica90
}

// EsitoTermine says whether the office was in time.
type EsitoTermine struct {
	// Scadenza is the last day of the office, never extended past a holiday.
	Scadenza calendario.Giorno `json:"scadenza"`
	// Tempestiva is false when the office acted later: the duty to pay of this addressee has ended
	// (art. 201 c. 5 CdS).
	Tempestiva bool `json:"tempestiva"`
}

// verifica compares the day that counts for the office, which campo of the request gave, with the term.
func (t TermineNotifica) verifica(ufficio calendario.Giorno, campo string, s *spiegazione) (EsitoTermine, error) {
	da, err := t.decorrenza()
	switch {
	case err != nil:
		return EsitoTermine{}, err
	case ufficio.IsZero():
		return EsitoTermine{}, errore(campo, "manca: serve a verificare il termine")
	case ufficio.Before(da):
		return EsitoTermine{}, errore(campo, "precede il giorno da cui decorre il termine")
	}
	e, err := Scadenza(RichiestaScadenza{Tipo: t.Tipo, Decorrenza: da})
	if err != nil {
		return EsitoTermine{}, errore("termine.accertamento", "il termine finisce oltre il 31/12/9999")
	}
	if !t.Identificazione.IsZero() {
		s.giorno("DECORRENZA_DALL_IDENTIFICAZIONE", normaNotifica, "Il destinatario è stato identificato dopo l'accertamento "+t.Accertamento.Detto("del")+
			": il termine decorre "+da.Detto("dal")+".", da)
		s.avverti("La decorrenza dall'identificazione vale solo se servivano dati esterni all'ufficio: il ritardo interno non sposta il termine (Corte cost. 198/1996).")
	}
	s.passi = append(s.passi, e.Spiegazione...)
	esito := EsitoTermine{Scadenza: e.Scadenza, Tempestiva: !ufficio.After(e.Scadenza)}
	esito.spiega(ufficio, s)
	return esito, nil
}

// decorrenza is the day the term runs from, once its facts agree with one another.
func (t TermineNotifica) decorrenza() (calendario.Giorno, error) {
	da := t.Accertamento
	switch {
	case t.Tipo != Notifica90 && t.Tipo != Notifica100 && t.Tipo != Notifica360:
		return da, errore("termine.tipo", "deve essere NOTIFICA_90, NOTIFICA_100 o NOTIFICA_360")
	case da.IsZero():
		return da, errore("termine.accertamento", "manca")
	case !t.Identificazione.IsZero() && t.Tipo != Notifica90:
		return da, errore("termine.identificazione", "riguarda solo NOTIFICA_90")
	case !t.Identificazione.IsZero() && t.Identificazione.Before(da):
		return da, errore("termine.identificazione", "precede l'accertamento")
	case !t.Identificazione.IsZero():
		da = t.Identificazione
	}
	return da, nil
}

func (e EsitoTermine) spiega(ufficio calendario.Giorno, s *spiegazione) {
	if e.Tempestiva {
		s.passo("NOTIFICA_TEMPESTIVA", normaNotifica, "L'ufficio ha agito "+ufficio.Detto("il")+", entro "+e.Scadenza.Detto("il")+
			": la notificazione è nel termine.")
		return
	}
	s.passo("NOTIFICA_TARDIVA", "art. 201 c. 5 CdS", "L'ufficio ha agito "+ufficio.Detto("il")+", dopo "+e.Scadenza.Detto("il")+
		": per questo destinatario l'obbligo di pagare si estingue.")
	s.avverti("Notificazione tardiva: il destinatario non è tenuto nemmeno a comunicare i dati del conducente (Cass. 11185/2011).")
	if !ufficio.After(primoFeriale(e.Scadenza)) {
		s.avverti("Il termine finiva di giorno festivo e l'ufficio ha agito nel primo giorno non festivo: la proroga è discussa, per prudenza la notificazione " +
			"è considerata tardiva; decida una persona.")
	}
}
