// Package posta judges what the post says of the letters that it was given: an outcome is recorded as a person would
// record it, or it contradicts the fine and calls a person. It is as pure as vita.
package posta

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Esito is the post's report on one attempt, read from an outcome file: Canale is set when the service took effect, Motivo when
// it failed. Days are of Rome.
type Esito struct {
	Verbale   uuid.UUID
	Posizione uuid.UUID
	Tentativo uuid.UUID // zero: no letter of this position ever left
	Nome      string    // of the outcome, as the file calls it
	Canale    cds.Canale
	Fatto     calendario.Giorno // delivery or refusal, dispatch of the CAD, return of the envelope
	Ritiro    calendario.Giorno // CanalePostaDeposito only
	Affidato  calendario.Giorno // handed to the post; none: the attempt says it
	Motivo    string
	Decesso   bool   // the addressee is dead: a person closes the fine
	Prova     string // empty: no proof came, which stops surcharge and enforcement
	Attore    string
	Causa     string // which line of which file
}

// Giudizio is what became of an outcome.
type Giudizio struct {
	Esito verbale.StatoRiga
	Testo string // why, where it was not recorded
}

// ChiaveEsito begins the keys of what files have said.
const ChiaveEsito = "esito:"

// Posta judges the post's outcomes at an instant. Quadri are the facts of the fines, Noti the keys (ChiaveEsito) of the
// outcomes already judged, to which Giudica adds.
type Posta struct {
	Ora    time.Time
	Quadri conseguenze.Termini
	Noti   map[string]bool
}

// Giudica judges one outcome, and gives what follows from it and the fine afterwards.
func (p Posta) Giudica(s vita.Stato, x Esito) (Giudizio, []vita.Evento, vita.Stato, error) {
	g := giudice{Esito: x, quadro: p.Quadri[s.ID], ora: p.Ora, oggi: calendario.Da(p.Ora), noti: p.Noti}
	eventi, dopo, err := g.giudica(s)
	return g.giudizio, eventi, dopo, err
}

// giudice judges one outcome against the fine as it is.
type giudice struct {
	Esito

	quadro    conseguenze.Quadro
	ora       time.Time
	oggi      calendario.Giorno
	noti      map[string]bool
	tentativo vita.Notifica
	giudizio  Giudizio
}

// chiave names the outcome for ever; whatever the file it came in.
func (g *giudice) chiave(come string) string {
	return fmt.Sprintf("%s%s:%s:%s:%s:%s", ChiaveEsito, come, cmp.Or(g.Tentativo, g.Posizione), g.Nome, g.Fatto, g.Ritiro)
}

// giudica gives what follows from the outcome, and the fine afterwards.
func (g *giudice) giudica(s vita.Stato) ([]vita.Evento, vita.Stato, error) {
	if g.noti[g.chiave("")] {
		return g.giaNoto(s)
	}
	m, perche := g.mossa()
	perche = cmp.Or(g.contraddice(s, m), perche)
	if g.giudizio.Esito == verbale.RigaGiaNota {
		return g.giaNoto(s)
	}
	if perche != "" {
		return g.contraddetto(s, perche)
	}
	eventi, _, err := m.Decidi(s)
	if err != nil {
		if problem.As(err) == nil {
			return nil, s, err
		}
		return g.contraddetto(s, mosse.Parole(err))
	}
	if g.Decesso {
		eventi[0].Apre = vita.ApriAnomalia(verbale.AnomaliaDecesso, "La posta dice che il destinatario è deceduto: verso di lui nulla prosegue (art. 7 L. 689/1981), lo decide una persona.")
	}
	g.giudizio = Giudizio{Esito: verbale.RigaApplicata}
	return g.applica(s, eventi)
}

// giaNoto changes nothing, unless the outcome brings the proof that was missing when the service was recorded.
func (g *giudice) giaNoto(s vita.Stato) ([]vita.Evento, vita.Stato, error) {
	g.giudizio = Giudizio{Esito: verbale.RigaGiaNota}
	p, ok := s.Posizione(g.Posizione)
	servita := slices.ContainsFunc(s.Notifiche, func(n vita.Notifica) bool {
		return n.ID == g.Tentativo && n.Posizione == g.Posizione && n.Stato == verbale.NotificaRiuscita
	})
	if !ok || !servita || g.Prova == "" || p.GiornoZero.IsZero() || !p.SenzaProva() || p.ProvaDubbia || !s.Ammette(verbale.EventoProvaConfermata) {
		return nil, s, nil
	}
	g.giudizio = Giudizio{Esito: verbale.RigaApplicata}
	return g.applica(s, []vita.Evento{{Posizione: p.ID, DataLegale: g.oggi, Registrato: g.ora, Attore: g.Attore, Causa: g.Causa, Prova: g.Prova,
		Idempotenza: g.chiave("prova:"), Dati: vita.Fatto{Quale: verbale.EventoProvaConfermata}}})
}

func (g *giudice) applica(s vita.Stato, eventi []vita.Evento) (_ []vita.Evento, _ vita.Stato, err error) {
	for _, e := range eventi {
		if s, err = vita.Applica(s, e); err != nil {
			return nil, s, err
		}
	}
	g.noti[eventi[0].Idempotenza] = true
	return eventi, s, nil
}

// mossa is the outcome as a person would record it, and what the law has against its facts.
func (g *giudice) mossa() (mosse.Mossa, string) {
	m, err := mosse.EsitoInvio{Posizione: g.Posizione, Tentativo: g.Tentativo, Canale: g.Canale, Affidato: g.Affidato, Fatto: g.Fatto, Ritiro: g.Ritiro,
		Motivo: g.Motivo, Attore: g.Attore, Causa: g.Causa, Prova: g.Prova, Idempotenza: g.chiave("")}.Mossa(g.quadro, g.ora)
	return m, mosse.Parole(err)
}

// contraddice says which recorded fact the outcome contradicts; empty when it may be recorded, or already is.
func (g *giudice) contraddice(s vita.Stato, m mosse.Mossa) string {
	i := slices.IndexFunc(s.Notifiche, func(n vita.Notifica) bool { return n.ID == g.Tentativo && n.Posizione == g.Posizione })
	p, ok := s.Posizione(g.Posizione)
	if i < 0 || !ok {
		return "l'atto non risulta mai partito per posta"
	}
	g.tentativo = s.Notifiche[i]
	if perche := g.giorniImpossibili(); perche != "" {
		return perche
	}
	switch n := g.tentativo; {
	case g.uguale(p, m.Giorno):
		g.giudizio = Giudizio{Esito: verbale.RigaGiaNota}
	case n.Stato == verbale.NotificaFallita:
		return "l'invio risulta non riuscito " + n.Esito.Detto("il") + " (" + n.Motivo + ")"
	case n.Stato == verbale.NotificaTolta:
		return "l'invio risulta annullato"
	case !p.GiornoZero.IsZero() && (g.Canale != "" || n.Stato == verbale.NotificaRiuscita):
		return "l'atto risulta notificato " + p.GiornoZero.Detto("il")
	}
	return ""
}

// uguale: the attempt ended just so already, by whichever door.
func (g *giudice) uguale(p vita.Posizione, effetto calendario.Giorno) bool {
	n := g.tentativo
	if g.Canale != "" {
		return n.Stato == verbale.NotificaRiuscita && p.GiornoZero == effetto
	}
	return n.Stato == verbale.NotificaFallita && n.Motivo == g.Motivo && n.Esito == g.Fatto
}

// giorniImpossibili finds a fact that comes before the act left, or that has not happened yet.
func (g *giudice) giorniImpossibili() string {
	for _, x := range []struct {
		nome   string
		giorno calendario.Giorno
	}{{"dell'affidamento alla posta", g.Affidato}, {"del fatto", g.Fatto}, {"del ritiro", g.Ritiro}} {
		switch {
		case x.giorno.IsZero():
		case x.giorno.After(g.oggi):
			return "il giorno " + x.nome + ", " + x.giorno.Italiano() + ", è nel futuro"
		case x.giorno.Before(g.quadro.Violazione):
			return "il giorno " + x.nome + ", " + x.giorno.Italiano() + ", precede la violazione"
		case x.giorno.Before(g.tentativo.Avviata):
			return "il giorno " + x.nome + ", " + x.giorno.Italiano() + ", precede la spedizione " + g.tentativo.Avviata.Detto("del")
		}
	}
	return ""
}

// contraddetto opens an anomaly, unless the same outcome has opened one before: the fine stays as it is.
func (g *giudice) contraddetto(s vita.Stato, perche string) ([]vita.Evento, vita.Stato, error) {
	fatto := " "
	if g.Canale == cds.CanalePostaDeposito {
		fatto = " con CAD spedita "
	}
	testo := "La posta dice «" + parolaPosta(g.Nome) + "»" + fatto + g.Fatto.Detto("il") + ", ma " + perche + "."
	g.giudizio = Giudizio{verbale.RigaContraddittoria, testo}
	chiave := g.chiave("contro:")
	if g.noti[chiave] {
		return nil, s, nil
	}
	return g.applica(s, []vita.Evento{{Posizione: g.Posizione, DataLegale: g.oggi, Registrato: g.ora, Attore: g.Attore, Causa: g.Causa, Prova: g.Prova,
		Idempotenza: chiave, Apre: vita.ApriAnomalia(verbale.AnomaliaEsitoPosta, testo), Dati: vita.Fatto{Quale: verbale.EventoAnomaliaAperta}}})
}

// parolaPosta says an outcome of the post inside a sentence.
func parolaPosta(esito string) string {
	testo, nota := map[string]string{
		"CONSEGNATO": "consegnato al destinatario", "CONSEGNATO_TERZO": "consegnato ad altra persona abilitata", "RIFIUTATO": "rifiutato dal destinatario",
		"RITIRATO": "ritirato in giacenza", "COMPIUTA_GIACENZA": "compiuta giacenza", "SCONOSCIUTO": "destinatario sconosciuto",
		"TRASFERITO": "destinatario trasferito", "IRREPERIBILE": "destinatario irreperibile", "INDIRIZZO_ERRATO": "indirizzo errato",
		"INDIRIZZO_INSUFFICIENTE": "indirizzo insufficiente", "INDIRIZZO_MANCANTE": "indirizzo mancante", "DECEDUTO": "destinatario deceduto",
		"SMARRITO": "plico smarrito", "DANNEGGIATO": "plico danneggiato", "RUBATO": "plico rubato", "NON_RENDICONTATO": "esito non rendicontabile",
		"NON_ACCETTATO": "invio non accettato",
	}[esito]
	if !nota {
		return strings.ToLower(verbale.Leggibile(esito))
	}
	return testo
}
