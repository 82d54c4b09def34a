package conseguenze

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TermineNotifica is the term of art. 201 c. 1 CdS for one addressee; Ultimo is its last day.
type TermineNotifica struct {
	tipo   cds.TipoScadenza
	da     calendario.Giorno
	aperta bool // it runs from when the office learnt of the addressee
	Ultimo calendario.Giorno
}

// Termine gives the term by which the act of a position must be handed over; the day that counts for the office is that of the
// handing over, and no holiday moves the last one. By art. 201 c. 1 CdS: 90 days from the ascertainment, 100 for the jointly
// liable owner where the driver was stopped, 360 for residents abroad. A person named later, by data from outside, has 90 days
// from the day the office says it had them; this never shortens a term that ends later. The owner whom the registry names has
// no term of his own: the office could ask from the first day (Corte cost. 198/1996). Where the facts say less, the earlier day
// holds and a person decides.
func (q *Quadro) Termine(p vita.Posizione) (TermineNotifica, error) {
	t := TermineNotifica{tipo: cds.TipoNotifica(q.Esteri[p.ID], q.Contestato, p.Titolo == verbale.Obbligato), da: cmp.Or(q.Accertamento, q.Violazione)}
	var err error
	if t.Ultimo, err = cds.UltimoGiorno(t.tipo, t.da); err != nil {
		return t, fmt.Errorf("verbale: termine di notifica: %w", err)
	}
	aperta, dopo := q.Aperte[p.ID]
	if !dopo || t.tipo == cds.Notifica360 {
		return t, nil
	}
	suo, err := cds.UltimoGiorno(cds.Notifica90, aperta)
	if err != nil {
		return t, fmt.Errorf("verbale: termine di notifica: %w", err)
	}
	if suo.After(t.Ultimo) {
		t = TermineNotifica{tipo: cds.Notifica90, da: aperta, aperta: true, Ultimo: suo}
	}
	return t, nil
}

// Entro is the last day to hand over the act of a position without a person; zero: a person has decided that it leaves.
func (q *Quadro) Entro(p vita.Posizione) (calendario.Giorno, error) {
	t, err := q.Termine(p)
	if err != nil || q.Decise[p.ID] {
		return calendario.Giorno{}, err
	}
	return t.Ultimo, nil
}

// detto says how many days they are, and from when.
func (t TermineNotifica) detto() string {
	switch {
	case t.aperta:
		return "90 giorni da quando l'ufficio ha avuto i dati del destinatario, " + t.da.Detto("il")
	case t.tipo == cds.Notifica100:
		return "100 giorni dall'accertamento " + t.da.Detto("del") + ", contestato al trasgressore"
	case t.tipo == cds.Notifica360:
		return "360 giorni dall'accertamento " + t.da.Detto("del") + ", per chi risiede all'estero"
	}
	return "90 giorni dall'accertamento " + t.da.Detto("del")
}

// FuoriTermine says why the act of a position may not be handed over on a day without a person having decided
// it; empty: it may, or somebody holds it already. An imported fine has its service in the system it comes from.
func FuoriTermine(s vita.Stato, q Quadro, p vita.Posizione, giorno calendario.Giorno) (string, error) {
	if s.Importato || !p.GiornoZero.IsZero() || q.Decise[p.ID] {
		return "", nil
	}
	t, err := q.Termine(p)
	if err != nil || !giorno.After(t.Ultimo) {
		return "", err
	}
	chi := "all'obbligato in solido"
	if p.Titolo == verbale.Trasgressore {
		chi = "al trasgressore"
	}
	return "Il termine per notificare " + chi + " è finito " + t.Ultimo.Detto("il") + " (" + t.detto() + "; art. 201 c. 1 CdS): l'atto non parte.", nil
}

// Trattenuto reports that the act of a position is held for its term: the anomaly has the id of its position.
func Trattenuto(s vita.Stato, posizione uuid.UUID) bool {
	return slices.ContainsFunc(s.Anomalie, func(a vita.Anomalia) bool { return a.ID == posizione && a.Tipo == verbale.AnomaliaTermineScaduto })
}

// TrattieniAtto is the anomaly that holds the act of a position; none where it is open already.
func TrattieniAtto(s vita.Stato, posizione uuid.UUID, perche string) []vita.Evento {
	if Trattenuto(s, posizione) {
		return nil
	}
	return []vita.Evento{{Posizione: posizione, Attore: vita.AttoreSistema, Dati: vita.Fatto{Quale: verbale.EventoAnomaliaAperta},
		Apre: &vita.Anomalia{ID: posizione, Tipo: verbale.AnomaliaTermineScaduto, Testo: perche + " " + cheFareDelTermine}}}
}

// cheFareDelTermine is what a person may do about it.
const cheFareDelTermine = "Decide una persona: se il termine è davvero passato, per questo destinatario l'obbligo di pagare si estingue " +
	"(art. 201 c. 5 CdS), e il verbale solo se nessun altro ne risponde; se decorre da un altro giorno si risolve l'anomalia " +
	"dicendo quale e perché, e l'atto riprende la sua strada."

// Trattiene says why the act of a position does not leave on a day, its addressee being under age or its term over, and
// gives the events that call a person; empty: it leaves. An imported fine has its service in the system it comes from.
func (t Termini) Trattiene(s vita.Stato, posizione uuid.UUID, giorno calendario.Giorno) (string, []vita.Evento, error) {
	p, _ := s.Posizione(posizione)
	if perche := t[s.ID].Minorenni[posizione]; perche != "" && p.Aperta() && !s.Importato {
		return Frase(Chi(p.Titolo) + " " + perche), ApreMinorenne(s, p, perche), nil
	}
	perche, err := FuoriTermine(s, t[s.ID], p, giorno)
	if err != nil || perche == "" {
		return "", nil, err
	}
	return perche + " " + cheFareDelTermine, TrattieniAtto(s, posizione, perche), nil
}
