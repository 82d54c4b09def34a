// Package invio judges what a channel of connessione says of an attempt to serve. It records the outcome as a person would record it, or
// calls a person where the outcome contradicts the fine. It is as pure as vita.
package invio

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Esito is what SEND says of one attempt. Revisione grows with each. Days are of Rome: Giorno is when service took effect, Accettata
// when SEND took the notification over, which counts for the office (art. 201 CdS).
type Esito struct {
	Posizione, Tentativo uuid.UUID
	Canale               string
	Revisione            int
	Stato                string // of event: InvioAccettato and so on
	IUN                  string
	Accettata, Giorno    calendario.Giorno
	Modo                 string
	Via                  cds.Canale // how the act travelled: article and words
	Elementi, Codici     []string
}

// The refusals of an outcome that no repetition can mend.
var (
	ErrIgnoto = errors.New("il verbale non conosce questo tentativo di notifica")
	ErrStato  = errors.New("è in uno stato che elaborazione non conosce")
	ErrGiorno = errors.New("dice perfezionata una notifica senza il giorno o senza la via")
)

// chiave is the prefix of the idempotency keys of the events that outcomes of this attempt caused.
func (x Esito) chiave() string { return "invio:" + x.Tentativo.String() + ":" }

// Decidi gives the events that the outcome causes in a fine at an instant. storia is what happened to the fine so far. An outcome changes
// nothing when the fine has recorded this or a later revision of the attempt, or when the persons of the fine were erased.
func (x Esito) Decidi(s vita.Stato, storia []vita.Evento, quadro conseguenze.Quadro, ora time.Time) ([]vita.Evento, error) {
	i := slices.IndexFunc(s.Notifiche, func(n vita.Notifica) bool {
		return n.ID == x.Tentativo && n.Posizione == x.Posizione && n.Canale == x.Canale
	})
	p, ok := s.Posizione(x.Posizione)
	switch {
	case s.Cancellato:
		return nil, nil
	case i < 0 || !ok:
		return nil, ErrIgnoto
	case x.nota(storia) >= x.Revisione:
		return nil, nil
	}
	g := &giudice{Esito: x, stato: s, posizione: p, tentativo: s.Notifiche[i], quadro: quadro, ora: ora, oggi: calendario.Da(ora)}
	g.servizio, g.data = x.servita(storia)
	return g.giudica()
}

// Superato reports that connessione, at a later revision, gives another day of service: the outcome with that day comes, or has come. An
// outcome without a day is never overtaken.
func (x Esito) Superato(revisione int, giorno calendario.Giorno) bool {
	return x.Revisione < revisione && !x.Giorno.IsZero() && !giorno.IsZero() && x.Giorno != giorno
}

// nota is the last revision of the attempt that the fine has recorded.
func (x Esito) nota(storia []vita.Evento) (ultima int) {
	for _, e := range storia {
		if resto, sua := strings.CutPrefix(e.Idempotenza, x.chiave()); sua {
			if n, err := strconv.Atoi(resto); err == nil {
				ultima = max(ultima, n)
			}
		}
	}
	return ultima
}

// servita looks at the last service of the position. servizio says that this attempt served it over SEND. data says that its day is the
// one that SEND gave, or that a person wrote with the service; it is false after a person has moved the day.
func (x Esito) servita(storia []vita.Evento) (servizio, data bool) {
	for _, e := range storia {
		if e.Posizione != x.Posizione {
			continue
		}
		sua := strings.HasPrefix(e.Idempotenza, x.chiave())
		switch d := e.Dati.(type) {
		case vita.NotificaPerfezionata:
			servizio = d.IDNotifica == x.Tentativo && (sua || strings.HasPrefix(d.Canale, string(verbale.CanaleSend)))
			data = servizio
		case vita.NotificaRettificata:
			data = servizio && sua
		}
	}
	return servizio, data
}

// giudice judges one outcome against the fine as it is.
type giudice struct {
	Esito

	stato          vita.Stato
	posizione      vita.Posizione
	tentativo      vita.Notifica
	quadro         conseguenze.Quadro
	ora            time.Time
	oggi           calendario.Giorno
	servizio, data bool // of servita
}

func (g *giudice) giudica() ([]vita.Evento, error) {
	switch g.Stato {
	case event.InvioAccettato:
		return nil, nil
	case event.InvioNonPartito:
		return g.nonPartita()
	case event.InvioRifiutato:
		return g.fallisce("SEND l'ha rifiutato")
	case event.InvioAnnullato:
		return g.annulla()
	case event.InvioPerfezionato:
		return g.perfeziona()
	case event.InvioNonPiuPerfezionato:
		return g.toglie()
	case event.InvioNonPerfezionabile:
		return g.deceduto()
	}
	return nil, ErrStato
}

// nonPartita ends an attempt of which nothing is at SEND: SEND refused it at once, or it ended before SEND was asked.
func (g *giudice) nonPartita() ([]vita.Evento, error) {
	for codice, perche := range map[string]string{
		event.InvioAnnullatoPrima: "una persona l'ha annullata prima che partisse",
		event.InvioNonPiuDovuto:   "non è partita: non c'era più nulla da chiedere",
		event.InvioOltreTermine:   "non è partita: il termine per notificare è finito prima",
	} {
		if slices.Contains(g.Codici, codice) {
			g.Codici = nil
			return g.fallisce(perche)
		}
	}
	return g.fallisce("SEND non l'ha accettato")
}

// fallisce ends the attempt, so that another attempt may begin.
func (g *giudice) fallisce(perche string) ([]vita.Evento, error) {
	switch g.tentativo.Stato {
	case verbale.NotificaInCorso:
		if len(g.Codici) > 0 {
			perche += ": " + strings.Join(g.Codici, ", ")
		}
		return g.registra(mosse.EsitoInvio{Motivo: breve(perche), Fatto: g.oggi})
	case verbale.NotificaRiuscita:
		return g.contraddice(perche + ", ma l'atto risulta notificato " + g.posizione.GiornoZero.Detto("il"))
	default: // it has ended already
		return nil, nil
	}
}

// annulla ends an attempt that has served nobody. A service that took effect stands, even where the fine does not know of it yet.
func (g *giudice) annulla() ([]vita.Evento, error) {
	if !g.Giorno.IsZero() {
		return g.perfeziona()
	}
	if g.tentativo.Stato != verbale.NotificaInCorso || !g.stato.Ammette(verbale.EventoNotificaNonRiuscita) {
		return nil, nil
	}
	return g.registra(mosse.EsitoInvio{Motivo: "annullata", Fatto: g.oggi})
}

// perfeziona records the service, or moves its day.
func (g *giudice) perfeziona() ([]vita.Evento, error) {
	p, dice := g.posizione, "SEND dice la notifica perfezionata "+g.Giorno.Detto("il")
	servito := !p.GiornoZero.IsZero()
	switch {
	case g.Giorno.IsZero() || !slices.Contains(vie(), g.Via):
		return nil, ErrGiorno
	case servito && g.Giorno == p.GiornoZero:
		return g.conferma()
	case g.Giorno.After(g.oggi):
		return g.contraddice(dice + ", un giorno che è nel futuro")
	case servito && !g.servizio:
		return g.segnala(verbale.AnomaliaNotificaRipetuta, dice+", ma l'atto risulta già notificato "+p.GiornoZero.Detto("il")+
			" per altra via: conta la prima notifica valida.")
	case servito && !g.data:
		return g.contraddice(dice + ", ma una persona ha registrato che è avvenuta " + p.GiornoZero.Detto("il"))
	case servito:
		return g.rettifica()
	case p.Chiusa != "" || g.tentativo.Stato == verbale.NotificaTolta:
		return g.contraddice(dice + ", ma da questa persona non si chiede più nulla")
	case g.tentativo.Stato == verbale.NotificaFallita:
		return g.contraddice(dice + ", ma l'invio risulta non riuscito " + g.tentativo.Esito.Detto("il") + " (" + g.tentativo.Motivo + ")")
	}
	return g.serve()
}

// serve records the service. Where SEND had taken the service back before, the proof is in doubt from the start.
func (g *giudice) serve() ([]vita.Evento, error) {
	eventi, err := g.registra(mosse.EsitoInvio{Canale: g.Via, Giorno: g.Giorno, Affidato: g.Accettata})
	if avvenuto(eventi, verbale.EventoNotificaPerfezionata) && slices.ContainsFunc(g.stato.Anomalie, func(a vita.Anomalia) bool {
		return a.Tipo == verbale.AnomaliaCorrezioneSend && a.Posizione == g.posizione.ID
	}) {
		eventi = append(eventi, g.evento("", vita.Fatto{Quale: verbale.EventoProvaContestata}, nil))
	}
	return eventi, err
}

// vie lists the ways by which SEND serves an act.
func vie() []cds.Canale {
	return []cds.Canale{cds.CanaleSendDigitale, cds.CanaleSendSatura, cds.CanaleSendCartaceo}
}

// conferma changes nothing where SEND says what the fine has, unless the outcome brings the proof that was missing. Where SEND had taken
// the service back, a person is told that SEND gives it again.
func (g *giudice) conferma() ([]vita.Evento, error) {
	switch p := g.posizione; {
	case g.servizio && p.ProvaDubbia:
		return g.segnala(verbale.AnomaliaCorrezioneSend, g.diNuovo())
	case g.servizio && p.SenzaProva() && g.prova() != "" && g.stato.Ammette(verbale.EventoProvaConfermata):
		return []vita.Evento{g.evento(g.prossima(), vita.Fatto{Quale: verbale.EventoProvaConfermata}, nil)}, nil
	}
	return nil, nil
}

func (g *giudice) diNuovo() string {
	return "SEND dice di nuovo perfezionata la notifica, " + g.Giorno.Detto("il") + ": la prova resta in dubbio finché una persona non la conferma."
}

// rettifica moves the day of service; a proof that was in doubt stays so until a person confirms it.
func (g *giudice) rettifica() ([]vita.Evento, error) {
	eventi, err := g.registra(mosse.EsitoInvio{Canale: g.Via, Giorno: g.Giorno, Affidato: g.Accettata, Rettifica: true})
	if !g.posizione.ProvaDubbia || !avvenuto(eventi, verbale.EventoNotificaRettificata) {
		return eventi, err
	}
	return append(eventi, g.evento("", vita.Fatto{Quale: verbale.EventoAnomaliaAperta}, g.anomalia(verbale.AnomaliaCorrezioneSend, g.diNuovo()))), nil
}

// avvenuto reports that the first event is of this type: the outcome was recorded and no person was called instead.
func avvenuto(eventi []vita.Evento, tipo verbale.TipoEvento) bool {
	return len(eventi) > 0 && eventi[0].Tipo() == tipo
}

// toglie puts the proof in doubt, which holds surcharge and enforcement, and calls a person.
func (g *giudice) toglie() ([]vita.Evento, error) {
	perche := "SEND ha corretto la notifica e non la dà più per perfezionata"
	if len(g.Codici) > 0 {
		perche += " (" + strings.Join(g.Codici, ", ") + ")"
	}
	servito := !g.posizione.GiornoZero.IsZero()
	switch {
	case servito && !g.servizio, g.tentativo.Stato == verbale.NotificaFallita, g.tentativo.Stato == verbale.NotificaTolta:
		return nil, nil // nothing rests on this attempt
	case servito && !g.posizione.ProvaDubbia && g.stato.Ammette(verbale.EventoProvaContestata):
		return []vita.Evento{g.evento(g.prossima(), vita.Fatto{Quale: verbale.EventoProvaContestata}, g.anomalia(verbale.AnomaliaCorrezioneSend,
			perche+": risultava avvenuta "+g.posizione.GiornoZero.Detto("il")+"."))}, nil
	}
	return g.segnala(verbale.AnomaliaCorrezioneSend, perche+".")
}

// deceduto calls a person: nothing proceeds against a dead recipient.
func (g *giudice) deceduto() ([]vita.Evento, error) {
	return g.segnala(verbale.AnomaliaDecesso, "SEND dice che il destinatario è deceduto: verso di lui nulla prosegue (art. 7 L. 689/1981), lo decide una persona.")
}

// contraddice calls a person, and changes nothing else.
func (g *giudice) contraddice(perche string) ([]vita.Evento, error) {
	return g.segnala(verbale.AnomaliaEsitoSend, conseguenze.Frase(perche))
}

// segnala opens an anomaly, unless the same one is open.
func (g *giudice) segnala(tipo verbale.TipoAnomalia, testo string) ([]vita.Evento, error) {
	a := g.anomalia(tipo, testo)
	if slices.ContainsFunc(g.stato.Anomalie, func(b vita.Anomalia) bool {
		return b.Tipo == a.Tipo && b.Posizione == a.Posizione && b.Testo == a.Testo
	}) {
		return nil, nil
	}
	return []vita.Evento{g.evento(g.prossima(), vita.Fatto{Quale: verbale.EventoAnomaliaAperta}, a)}, nil
}

func (g *giudice) anomalia(tipo verbale.TipoAnomalia, testo string) *vita.Anomalia {
	a := vita.ApriAnomalia(tipo, testo)
	a.Posizione = g.posizione.ID
	return a
}

func (g *giudice) evento(chiave string, d vita.Dati, apre *vita.Anomalia) vita.Evento {
	return vita.Evento{Posizione: g.posizione.ID, DataLegale: g.oggi, Registrato: g.ora, Attore: vita.AttoreSistema, Causa: g.causa(), Prova: g.prova(),
		Idempotenza: chiave, Apre: apre, Dati: d}
}

// registra records the outcome as a person would. Where the law or the fine forbids it, a person is called.
func (g *giudice) registra(x mosse.EsitoInvio) ([]vita.Evento, error) {
	x.Posizione, x.Tentativo = g.Posizione, g.Tentativo
	x.Attore, x.Causa, x.Prova, x.Idempotenza = vita.AttoreSistema, g.causa(), g.prova(), g.prossima()
	m, err := x.Mossa(g.quadro, g.ora)
	var eventi []vita.Evento
	if err == nil {
		eventi, _, err = m.Decidi(g.stato)
	}
	if err != nil && problem.As(err) == nil {
		return nil, err
	}
	if err != nil {
		dice := "SEND dice la notifica non riuscita"
		if x.Canale != "" {
			dice = "SEND dice la notifica perfezionata " + g.Giorno.Detto("il")
		}
		return g.contraddice(dice + ", ma non si può registrare: " + mosse.Parole(err))
	}
	return eventi, nil
}

// prossima is the idempotency key of the event that this outcome causes.
func (g *giudice) prossima() string { return g.chiave() + strconv.Itoa(g.Revisione) }

// causa says where an event comes from, and how the addressee was served.
func (g *giudice) causa() string {
	return "Esito di SEND" + map[string]string{"VISIONE": ": letta dal destinatario", "DECORRENZA": ": per decorrenza dei termini"}[g.Modo]
}

// prova names the notification at SEND and the elements of its timeline on which the outcome rests.
func (g *giudice) prova() string {
	if g.IUN == "" {
		return ""
	}
	return strings.Join(append([]string{"IUN " + g.IUN}, g.Elementi...), ", ")
}

// perMotivo bounds the reason of a failed attempt, in characters.
const perMotivo = 200

// breve cuts a text that is too long for a reason.
func breve(testo string) string {
	if r := []rune(testo); len(r) > perMotivo {
		return string(r[:perMotivo-1]) + "…"
	}
	return testo
}
