package verbaleins

import (
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// Spazio is the namespace of the service, of its schema and of its SOAP actions.
const Spazio = "urn:piattaforma-verbali:elaborazione:verbaleins:1"

// The values of Esito.Esito.
const (
	Inserito    = "INSERITO"
	GiaPresente = "GIA_PRESENTE"
)

// Avviso is a payment notice of the fine.
type Avviso struct {
	NumeroAvviso string // 18 digits
	IUV          string
	Tipo         string // RIDOTTO_30, RIDOTTO, …
	ImportoCent  int64
	Giorni       int // to pay, from service
	// Destinatario is by which title the addressee answers, OBBLIGATO or TRASGRESSORE: no datum of the person. Empty in a first
	// answer that was given before answers said it.
	Destinatario string
}

// Identita says which fine an answer is about, and its procedura as of today.
type Identita struct {
	IDVerbale string
	Numero    string
	Lettera   string
	Anno      int
	Procedura string
}

// Esito answers inserisciVerbale.
type Esito struct {
	Esito string // Inserito or GiaPresente
	Identita
	Avvisi     []Avviso
	Avvertenze []string // each begins with a code in upper case
}

// EsitoLettura answers leggiVerbale; an empty axis is left out.
type EsitoLettura struct {
	IDEsterno string
	Identita
	Debito      string
	Ricorso     string
	Punti       string
	Riscossione string
	Avvisi      []Avviso
	Avvertenze  []string
	Anomalie    []string // kinds of what waits for a person now
}

// EsitoAnnullamento answers annullaVerbale.
type EsitoAnnullamento struct {
	IDEsterno string
	Identita
}

// Variazione is a fine that changed, as it is now.
type Variazione struct {
	IDEsterno string
	Identita
	Debito      string
	Ricorso     string
	Punti       string
	Riscossione string
	Sequenza    int // of its last event
	Avvisi      []Avviso
}

// EsitoVariazioni answers leggiVariazioni.
type EsitoVariazioni struct {
	Variazioni []Variazione
	Cursore    string // to go on from
	Altre      bool   // there is more to read at once
}

// Scrivi writes inserisciVerbaleResponse.
func (e Esito) Scrivi(s *soap.Writer) {
	s.Radice(Spazio, "inserisciVerbaleResponse")
	s.Testo("esito", e.Esito)
	e.scrivi(s)
	scriviCoda(s, e.Avvisi, e.Avvertenze)
	s.Chiudi("inserisciVerbaleResponse")
}

// Scrivi writes leggiVerbaleResponse.
func (e EsitoLettura) Scrivi(s *soap.Writer) {
	s.Radice(Spazio, "leggiVerbaleResponse")
	s.Testo("idEsterno", e.IDEsterno)
	e.scrivi(s)
	s.Opzionale("debito", e.Debito)
	s.Opzionale("ricorso", e.Ricorso)
	s.Opzionale("punti", e.Punti)
	s.Opzionale("riscossione", e.Riscossione)
	scriviCoda(s, e.Avvisi, e.Avvertenze)
	for _, a := range e.Anomalie {
		s.Testo("anomalia", a)
	}
	s.Chiudi("leggiVerbaleResponse")
}

// Scrivi writes annullaVerbaleResponse.
func (e EsitoAnnullamento) Scrivi(s *soap.Writer) {
	s.Radice(Spazio, "annullaVerbaleResponse")
	s.Testo("idEsterno", e.IDEsterno)
	e.scrivi(s)
	s.Chiudi("annullaVerbaleResponse")
}

// Scrivi writes leggiVariazioniResponse.
func (e EsitoVariazioni) Scrivi(s *soap.Writer) {
	s.Radice(Spazio, "leggiVariazioniResponse")
	for i := range e.Variazioni {
		v := &e.Variazioni[i]
		s.Apri("variazione")
		s.Testo("idEsterno", v.IDEsterno)
		v.scrivi(s)
		s.Testo("debito", v.Debito)
		s.Testo("ricorso", v.Ricorso)
		s.Testo("punti", v.Punti)
		s.Testo("riscossione", v.Riscossione)
		s.Intero("sequenza", int64(v.Sequenza))
		scriviCoda(s, v.Avvisi, nil)
		s.Chiudi("variazione")
	}
	s.Testo("cursore", e.Cursore)
	s.Booleano("altre", e.Altre)
	s.Chiudi("leggiVariazioniResponse")
}

func (i Identita) scrivi(s *soap.Writer) {
	s.Testo("idVerbale", i.IDVerbale)
	s.Testo("numero", i.Numero)
	s.Opzionale("lettera", i.Lettera)
	s.Intero("anno", int64(i.Anno))
	s.Testo("procedura", i.Procedura)
}

func scriviCoda(s *soap.Writer, avvisi []Avviso, avvertenze []string) {
	for _, a := range avvisi {
		s.ApriCon("avviso", "destinatario", a.Destinatario)
		s.Testo("numeroAvviso", a.NumeroAvviso)
		s.Testo("iuv", a.IUV)
		s.Testo("tipo", a.Tipo)
		s.Intero("importoCent", a.ImportoCent)
		s.Intero("giorni", int64(a.Giorni))
		s.Chiudi("avviso")
	}
	for _, a := range avvertenze {
		s.Testo("avvertenza", a)
	}
}

// errore is the detail of a fault.
type errore struct {
	codice    string
	messaggio string
	campi     []problem.Campo
}

// Scrivi writes errore.
func (e errore) Scrivi(s *soap.Writer) {
	s.Radice(Spazio, "errore")
	s.Testo("codice", e.codice)
	s.Testo("messaggio", e.messaggio)
	for _, c := range e.campi {
		s.Apri("campo")
		s.Testo("nome", c.Campo)
		s.Testo("messaggio", c.Messaggio)
		s.Chiudi("campo")
	}
	s.Chiudi("errore")
}
