// Package perfeziona computes from a timeline of SEND when service took effect for a recipient. It is pure: the same elements give the
// same answer, whenever and in whatever order they came. Each reading takes the whole timeline; no earlier answer is kept.
package perfeziona

import (
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// Modo is how service was completed.
type Modo string

// The two ways of art. 26 c. 9 D.L. 76/2020: the recipient opened the act, or the days ran.
const (
	PerVisione    Modo = "VISIONE"
	PerDecorrenza Modo = "DECORRENZA"
)

// Dubbio is why a person must decide.
type Dubbio string

// The doubts.
const (
	// SenzaIstante: an element that completes service does not say when, so that the earliest cannot be known.
	SenzaIstante Dubbio = "SENZA_ISTANTE"
	// SenzaDestinatario: an element that completes service, or a correction, does not say for whom.
	SenzaDestinatario Dubbio = "SENZA_DESTINATARIO"
	// PrimaDellAccettazione: an element that completes service is dated before the notification was accepted.
	PrimaDellAccettazione Dubbio = "PRIMA_DELL_ACCETTAZIONE"
	// CorrezioneVuota: a correction names nothing that it takes away.
	CorrezioneVuota Dubbio = "CORREZIONE_VUOTA"
)

// Esito is what a timeline says of one recipient.
type Esito struct {
	// Accettata is the instant of REQUEST_ACCEPTED, which the command's own term of art. 201 looks at; zero before it.
	Accettata time.Time
	// Giorno, a day of Rome, is when service took effect; zero where it did not. Istante is the earliest of those of Elementi.
	Giorno  calendario.Giorno
	Istante time.Time
	Modo    Modo
	// Elementi are the ids of the elements of that instant.
	Elementi []string
	// Canale is how the act travelled; only the article and the words depend on it. It is empty where nothing was sent.
	Canale cds.Canale
	// Prevista is the latest day that SCHEDULE_REFINEMENT announces; it completes nothing.
	Prevista calendario.Giorno
	// Deceduto: the recipient is dead, and only a view would complete service. Annullata: the notification was cancelled; a service that had
	// taken effect stands.
	Deceduto, Annullata bool
	// Correzioni counts the corrections. Superati are the ids that they took away.
	Correzioni int
	Superati   []string
	Dubbi      []Dubbio
}

// Perfezionata reports that service took effect.
func (e Esito) Perfezionata() bool { return !e.Giorno.IsZero() }

// Leggi reads a timeline for a recipient, by its recIndex. Elements are in the order in which they were read: of two with one id the
// later reading counts.
func Leggi(elementi []parole.Elemento, recIndex int) Esito {
	l := lettura{recIndex: recIndex}
	valide := l.valide(elementi)
	for _, e := range valide {
		l.intera(e)
	}
	for _, e := range valide {
		l.sua(e)
	}
	l.esito.Dubbi = slices.Compact(slices.Sorted(slices.Values(l.esito.Dubbi)))
	l.esito.Canale = canale(l.viste)
	if len(l.esito.Dubbi) > 0 {
		l.esito.Istante, l.esito.Modo, l.esito.Elementi = time.Time{}, "", nil
	}
	slices.Sort(l.esito.Elementi)
	l.esito.Giorno = calendario.Da(l.esito.Istante)
	return l.esito
}

type lettura struct {
	recIndex int
	viste    []string // categories of the recipient's own elements
	esito    Esito
}

// valide lists the elements that count: the latest reading of each, without those that a correction took away, however late it came.
func (l *lettura) valide(elementi []parole.Elemento) (valide []parole.Elemento) {
	valide = parole.Ultime(elementi, func(e parole.Elemento) string { return e.ID })
	tolti := map[string]bool{}
	for _, e := range valide {
		if e.Categoria == parole.Corretta {
			l.corretta(e, tolti)
		}
	}
	for _, e := range valide {
		if !invalidabile(e.Categoria) {
			delete(tolti, e.ID)
		}
	}
	l.esito.Superati = slices.Sorted(func(dai func(string) bool) {
		for id := range tolti {
			if !dai(id) {
				return
			}
		}
	})
	return slices.DeleteFunc(valide, func(e parole.Elemento) bool { return tolti[e.ID] })
}

// invalidabile reports a category that a correction may take away: never a view, never a digital element.
func invalidabile(categoria string) bool {
	return slices.Contains([]string{parole.CartaPreparata, parole.CartaNonPreparata, parole.CartaInviata, parole.CartaInCorso, parole.CartaEsito,
		parole.CartaRiuscita,
		parole.CartaFallita, parole.DecorrenzaPrevista, parole.Decorrenza, parole.Irreperibile, parole.IrreperibileRichiesta, parole.Deceduto}, categoria)
}

// corretta adds to tolti the ids that a correction takes away from this recipient.
func (l *lettura) corretta(e parole.Elemento, tolti map[string]bool) {
	di, detto := e.RecIndex()
	switch {
	case !detto:
		l.dubita(SenzaDestinatario)
		return
	case di != l.recIndex:
		return
	}
	l.esito.Correzioni++
	quanti := 0
	for _, s := range e.Dettagli.Invalidata {
		for _, x := range s.Elementi {
			if suo, detto := x.RecIndex(); x.ID != "" && (!detto || suo == l.recIndex) {
				tolti[x.ID] = true
				quanti++
			}
		}
	}
	if quanti == 0 {
		l.dubita(CorrezioneVuota)
	}
}

func (l *lettura) dubita(d Dubbio) { l.esito.Dubbi = append(l.esito.Dubbi, d) }

// intera reads an element of the whole notification.
func (l *lettura) intera(e parole.Elemento) {
	switch e.Categoria {
	case parole.RichiestaAccettata:
		l.esito.Accettata = e.Accaduto
		if l.esito.Accettata.IsZero() {
			l.esito.Accettata = e.Istante
		}
	case parole.Annullata:
		l.esito.Annullata = true
	}
}

// sua reads an element of the recipient.
func (l *lettura) sua(e parole.Elemento) {
	perfeziona := e.Categoria == parole.Visione || e.Categoria == parole.Decorrenza
	di, detto := e.RecIndex()
	switch {
	case !detto && perfeziona:
		l.dubita(SenzaDestinatario)
		return
	case !detto || di != l.recIndex:
		return
	}
	l.viste = append(l.viste, e.Categoria)
	switch {
	case e.Categoria == parole.DecorrenzaPrevista:
		if g := calendario.Da(e.Dettagli.Prevista); g.After(l.esito.Prevista) {
			l.esito.Prevista = g
		}
	case e.Categoria == parole.Deceduto:
		l.esito.Deceduto = true
	case perfeziona:
		l.perfeziona(e)
	}
}

// perfeziona keeps the earliest instant. At the same instant the term counts before the view, as in SEND.
func (l *lettura) perfeziona(e parole.Elemento) {
	quando := e.Dettagli.EventTimestamp
	modo := PerDecorrenza
	if e.Categoria == parole.Visione {
		modo = PerVisione
	}
	switch {
	case quando.IsZero():
		l.dubita(SenzaIstante)
	case quando.Before(l.esito.Accettata):
		l.dubita(PrimaDellAccettazione)
	case l.esito.Istante.IsZero(), quando.Before(l.esito.Istante):
		l.esito.Istante, l.esito.Modo, l.esito.Elementi = quando, modo, []string{e.ID}
	case quando.Equal(l.esito.Istante):
		l.esito.Elementi = append(l.esito.Elementi, e.ID)
		if modo == PerDecorrenza {
			l.esito.Modo = modo
		}
	}
}

// canale says how the act travelled, from the categories of its elements. An outcome counts before a departure.
func canale(viste []string) cds.Canale {
	for _, v := range []struct {
		categorie []string
		canale    cds.Canale
	}{
		{[]string{parole.DigitaleRiuscito}, cds.CanaleSendDigitale},
		{[]string{parole.DigitaleFallito}, cds.CanaleSendSatura},
		{[]string{parole.CartaRiuscita, parole.CartaFallita, parole.Irreperibile, parole.Deceduto, parole.CartaInviata, parole.CartaPrevista},
			cds.CanaleSendCartaceo},
		{[]string{parole.DigitaleInviato, parole.Visione}, cds.CanaleSendDigitale},
	} {
		if slices.ContainsFunc(v.categorie, func(c string) bool { return slices.Contains(viste, c) }) {
			return v.canale
		}
	}
	return ""
}

// Mutamento is what a later reading changes.
type Mutamento string

// The changes. Tolta is a service that took effect and no longer stands: money and appeals wait until a person decides.
const (
	Niente  Mutamento = ""
	Nata    Mutamento = "ORA_PERFEZIONATA"
	Mossa   Mutamento = "GIORNO_CAMBIATO"
	Tolta   Mutamento = "NON_PIU_PERFEZIONATA"
	Dubbia  Mutamento = "DA_DECIDERE"
	Fermata Mutamento = "NON_PERFEZIONABILE"
)

// Confronta tells what a later reading changes of an earlier one.
func Confronta(prima, poi Esito) Mutamento {
	switch {
	case prima.Perfezionata() && !poi.Perfezionata():
		return Tolta
	case len(poi.Dubbi) > 0 && !slices.Equal(prima.Dubbi, poi.Dubbi):
		return Dubbia
	case !prima.Perfezionata() && poi.Perfezionata():
		return Nata
	case prima.Giorno != poi.Giorno:
		return Mossa
	case poi.Deceduto && !prima.Deceduto && !poi.Perfezionata():
		return Fermata
	}
	return Niente
}
