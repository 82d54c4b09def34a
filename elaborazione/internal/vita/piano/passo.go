package piano

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Scelte is what a command has chosen about the ways of service, and how its channels are, on a day.
type Scelte struct {
	Vie     []cds.Canale        // CanaleSend and CanalePosta, in the order in which they are tried
	DaSoli  map[cds.Canale]bool // the ways whose acts enter their lots by themselves
	Riserva int                 // in days before the term: what SEND cannot take by then is proposed for the post

	SendCollegato bool
	SendFermo     calendario.Giorno // since when SEND takes nothing; zero: it does
}

// DaSola reports that a way is one of the command's, and that its acts enter their lots by themselves.
func (sc Scelte) DaSola(via cds.Canale) bool { return sc.DaSoli[via] && slices.Contains(sc.Vie, via) }

// Intorno is what is known of an addressee beside the state of the fine.
type Intorno struct {
	Chi    vita.Soggetto // the zero value: nobody knows who answers
	Quadro conseguenze.Quadro
	Quota  bool          // the question about him waits for the quota of a register
	Lotto  InLotto       // the lot in which his act waits; zero: none
	Fermo  string        // why his attempt, which the channel has, does not leave; empty: it has left, or leaves
	Decide string        // why the channel calls a person about his attempt
	Storia []vita.Evento // what happened to the fine; needed where HaStoria says so
}

// The plan says these of an act in the open lot of letters, of one that leaves by another way, and of one that leaves the open lot.
const (
	NelLottoAperto = "È nel lotto aperto."
	AltraVia       = "Il piano ora lo manda per un'altra via."
	EsceDalLotto   = "Il piano ora non lo manda per posta: si vede in che cosa aspetta."
)

// InLotto is a lot in which an act waits.
type InLotto struct {
	Via    cds.Canale
	Nome   string // empty: it is open
	DaSolo bool   // acts enter it by themselves
}

// Passo is what comes next for an addressee who is still to be served.
type Passo struct {
	Aspetta  verbale.AttesaNotifica
	Via      cds.Canale        // by which the act leaves, or has left; empty: not decided
	Proposta cds.Canale        // the way that a person is asked to confirm
	Perche   string            // in words, without names of people
	Entro    calendario.Giorno // the last day to hand the act over; zero: it has left, or has no term
}

// caso is an addressee on a day.
type caso struct {
	Intorno

	s       vita.Stato
	p       vita.Posizione
	tentati tentati
	scelta  cds.Canale // of a person; empty: none
	sc      Scelte
	oggi    calendario.Giorno
	ultimo  calendario.Giorno
}

// Giudica gives the next step for a position on a day of Rome; false: nobody is to be served there.
func (sc Scelte) Giudica(s vita.Stato, p vita.Posizione, x Intorno, oggi calendario.Giorno) (Passo, bool, error) {
	tentati, scelta := tentativi(s, p, x.Storia)
	if !daServire(s, p) && tentati.vivo == nil {
		return Passo{}, false, nil
	}
	t, err := x.Quadro.Termine(p)
	if err != nil {
		return Passo{}, false, err
	}
	c := &caso{Intorno: x, s: s, p: p, tentati: tentati, scelta: scelta, sc: sc, oggi: oggi, ultimo: t.Ultimo}
	passo := c.passo()
	if passo.Aspetta != verbale.AttesaEsito {
		passo.Entro = t.Ultimo
	}
	return passo, true, nil
}

// Prima is the step of an act that nobody has tried to send, on a day, with the channels open: the way by which it leaves (empty: a person
// decides) and why.
func (sc Scelte) Prima(s vita.Stato, p vita.Posizione, x Intorno, giorno calendario.Giorno) (Passo, error) {
	t, err := x.Quadro.Termine(p)
	if err != nil {
		return Passo{}, err
	}
	sc.SendCollegato, sc.SendFermo = true, calendario.Giorno{}
	c := &caso{Intorno: Intorno{Chi: x.Chi, Quadro: x.Quadro}, s: s, p: p, sc: sc, oggi: giorno, ultimo: t.Ultimo}
	return c.via(), nil
}

// daServire reports that somebody at a position is still to be served, as far as the fine goes.
func daServire(s vita.Stato, p vita.Posizione) bool {
	return p.Aperta() && slices.Contains(verbale.ProcedureDaNotificare(), s.Procedura) && !s.Importato && !s.Cancellato && !s.DebitoChiuso()
}

// tentati are the attempts to serve a position: the one in progress, and the ways by which its present act did not arrive.
type tentati struct {
	vivo    *vita.Notifica
	fallite []vita.Notifica
}

// HaStoria reports that the plan of a fine looks at its history: an attempt has failed.
func HaStoria(s vita.Stato) bool {
	return slices.ContainsFunc(s.Notifiche, func(n vita.Notifica) bool { return n.Stato == verbale.NotificaFallita })
}

// tentativi reads the attempts to serve a position, those that failed since its present act was printed, and the way that a person
// chose last.
func tentativi(s vita.Stato, p vita.Posizione, storia []vita.Evento) (t tentati, scelta cds.Canale) {
	fallite := map[uuid.UUID]bool{}
	for _, e := range storia {
		if e.Posizione != p.ID {
			continue
		}
		switch d := e.Dati.(type) {
		case vita.AttoGenerato:
			clear(fallite)
		case vita.NotificaNonRiuscita:
			fallite[d.IDNotifica] = true
		case vita.ViaScelta:
			scelta = d.Via
		}
	}
	for _, n := range s.Notifiche {
		switch {
		case n.Posizione == p.ID && n.Stato == verbale.NotificaInCorso:
			t.vivo = &n
		case n.Posizione == p.ID && n.Stato == verbale.NotificaFallita && fallite[n.ID]:
			t.fallite = append(t.fallite, n)
		}
	}
	return t, scelta
}

// fallita is the attempt by which the present act did not arrive, by a way; nil: none.
func (t tentati) fallita(via cds.Canale) *vita.Notifica {
	for i, n := range t.fallite {
		if n.Canale == string(via) {
			return &t.fallite[i]
		}
	}
	return nil
}

// passo follows the order in which things may hold an act: it has left; a person must decide; it is not printed; its way.
func (c *caso) passo() Passo {
	if c.tentati.vivo != nil {
		return c.partito()
	}
	if perche := c.persona(); perche != "" {
		return Passo{Aspetta: verbale.AttesaPersona, Perche: perche}
	}
	if passo, aspetta := c.senzaAtto(); aspetta {
		return passo
	}
	return c.via()
}

// partito is an act that has been handed to its way.
func (c *caso) partito() Passo {
	via := cds.Canale(c.tentati.vivo.Canale)
	passo := Passo{Aspetta: verbale.AttesaEsito, Via: via, Perche: "È partito " + c.tentati.vivo.Avviata.Detto("il") + ": " + verbale.ParolaCanale(via) + "."}
	switch {
	case c.Decide != "":
		passo.Aspetta, passo.Perche = verbale.AttesaPersona, conseguenze.Frase(c.Decide)
	case c.Fermo != "" && c.vicino():
		passo.Aspetta, passo.Proposta = verbale.AttesaPersona, c.riserva()
		passo.Perche = conseguenze.Frase(c.Fermo) + " Il termine è vicino: se ne può annullare l'invio e mandare l'atto per posta."
	case c.Fermo != "":
		passo.Aspetta, passo.Perche = verbale.AttesaCanale, conseguenze.Frase(c.Fermo)
	}
	return passo
}

// persona says why nothing goes on before a person has decided; empty: nobody is waited for.
func (c *caso) persona() string {
	if c.s.Procedura == verbale.DaValidare {
		return "Il verbale è da validare."
	}
	if perche := c.s.Trattiene(); perche != "" {
		return perche
	}
	for _, a := range c.s.Anomalie {
		if a.Posizione == c.p.ID || a.ID == c.p.ID || c.p.Atto == uuid.Nil && slices.Contains(senzaCuiNonSiStampa(), a.Tipo) {
			return "C'è da decidere l'anomalia «" + a.Tipo.Parola() + "»."
		}
	}
	if v, aspetta := c.s.VisuraInAttesa(c.p.ID); aspetta && v.Stato == verbale.VisuraConflitto {
		return "La risposta di un registro è da decidere (" + v.Registro.Parola() + ")."
	}
	if perche := c.Quadro.Minorenni[c.p.ID]; perche != "" {
		return conseguenze.Frase(conseguenze.Chi(c.p.Titolo) + " " + perche)
	}
	if perche, err := conseguenze.FuoriTermine(c.s, c.Quadro, c.p, c.oggi); err == nil {
		return perche
	}
	return ""
}

// senzaCuiNonSiStampa are the anomalies of a whole fine that a person settles before an act is printed.
func senzaCuiNonSiStampa() []verbale.TipoAnomalia {
	return []verbale.TipoAnomalia{verbale.AnomaliaIntestatarioIncerto, verbale.AnomaliaIntestatarioIgnoto, verbale.AnomaliaAvvisoMancante,
		verbale.AnomaliaAttoNonStampabile}
}

// senzaAtto is an addressee whose act is not printed yet; false: it is.
func (c *caso) senzaAtto() (Passo, bool) {
	v, chiesta := c.s.VisuraInAttesa(c.p.ID)
	switch {
	case c.p.Soggetto == uuid.Nil:
		return Passo{Aspetta: verbale.AttesaRegistro, Perche: "Si cerca chi risponde del veicolo."}, true
	case chiesta && c.Quota:
		return Passo{Aspetta: verbale.AttesaQuota, Perche: "Le domande di oggi al registro sono finite (" + v.Registro.Parola() + "): si chiede di nuovo da sé."}, true
	case chiesta:
		return Passo{Aspetta: verbale.AttesaRegistro, Perche: "Si aspetta la risposta di un registro: " + v.Registro.Parola() + "."}, true
	case c.p.Atto == uuid.Nil:
		return Passo{Aspetta: verbale.AttesaStampa, Perche: "L'atto si stampa da sé."}, true
	}
	return Passo{}, false
}

// via chooses the way of an act that is printed: the one that a person chose, else the first of the command's that is open to the
// addressee and has not failed with this act.
func (c *caso) via() Passo {
	switch {
	case c.scelta == "" || c.tentati.fallita(c.scelta) != nil:
	case c.scelta == verbale.CanaleSend && !c.sendLoPrende():
		return Passo{Aspetta: verbale.AttesaPersona, Via: c.scelta, Perche: "SEND: lo ha scelto una persona, ma " + senzaCodice + "."}
	default:
		return c.per(c.scelta, verbale.ParolaCanale(c.scelta)+": lo ha scelto una persona.")
	}
	var chiuse []string
	for _, via := range c.sc.Vie {
		perche := c.chiusa(via)
		if perche == "" {
			return c.per(via, conseguenze.Frase(c.perche(via, chiuse)))
		}
		chiuse = append(chiuse, verbale.ParolaCanale(via)+": "+perche)
	}
	if len(chiuse) == 0 {
		return Passo{Aspetta: verbale.AttesaPersona, Perche: "Il comando non manda atti da sé: lo consegna il messo, o l'ufficio sceglie come mandarlo."}
	}
	return Passo{Aspetta: verbale.AttesaPersona, Perche: "Nessuna via è aperta. " + conseguenze.Frase(strings.Join(chiuse, "; "))}
}

// chiusa says why a way is not open to the addressee by itself; empty: it is.
func (c *caso) chiusa(via cds.Canale) string {
	if n := c.tentati.fallita(via); n != nil {
		return "non è riuscita " + n.Esito.Detto("il") // the reason may be words of a person about a person: the attempt has it
	}
	switch {
	case via == verbale.CanaleSend && !c.sendLoPrende():
		return senzaCodice
	case via == verbale.CanaleSend && c.oggi.AddDays(validazione).After(c.ultimo) && !c.Quadro.Decise[c.p.ID]:
		return "non prende in carico entro il termine"
	case via == verbale.CanalePosta && Domiciliato(c.s, c.p):
		return "c'è un domicilio digitale, e l'atto si manda lì"
	}
	return ""
}

const senzaCodice = "serve un codice fiscale, che non si conosce"

// validazione is how many days SEND may take to accept a notification: its acceptance counts for the office.
const validazione = 1

// sendLoPrende reports that SEND can find the addressee.
func (c *caso) sendLoPrende() bool {
	n := len(c.Chi.CodiceFiscale)
	return n == cifrePersona || n == CifreEnte
}

// perche says why a way was chosen.
func (c *caso) perche(via cds.Canale, chiuse []string) string {
	if len(chiuse) == 0 {
		return verbale.ParolaCanale(via) + " è la prima via scelta dal comando"
	}
	return verbale.ParolaCanale(via) + " è la prossima via del comando. " + strings.Join(chiuse, "; ")
}

// per is an act whose way is chosen: it waits for its lot, for its channel, or for a person.
func (c *caso) per(via cds.Canale, perche string) Passo {
	passo := Passo{Via: via, Perche: perche}
	switch {
	case c.Lotto.Via == via && c.Lotto.Nome == "" && c.Lotto.DaSolo:
		passo.Aspetta, passo.Perche = verbale.AttesaLotto, perche+" "+NelLottoAperto
	case c.Lotto.Via == via:
		passo.Aspetta, passo.Perche = verbale.AttesaLotto, perche+" È nel lotto "+c.Lotto.Nome+"."
	case via == verbale.CanaleSend && (!c.sc.SendCollegato || !c.sc.SendFermo.IsZero()):
		return c.senzaSend(passo)
	case via != verbale.CanaleSend && via != verbale.CanalePosta:
		passo.Aspetta, passo.Perche = verbale.AttesaPersona, perche+" Chi lo consegna registra l'esito."
	case c.sc.DaSoli[via]:
		passo.Aspetta = verbale.AttesaPartenza
	default:
		passo.Aspetta, passo.Perche = verbale.AttesaPersona, perche+" I lotti di questa via li compone l'ufficio."
	}
	return passo
}

// senzaSend is an act for SEND while SEND takes nothing: near its term the post is proposed, and a person confirms it.
func (c *caso) senzaSend(passo Passo) Passo {
	passo.Aspetta = verbale.AttesaCanale
	fermo := "SEND non è collegato."
	if c.sc.SendCollegato {
		fermo = "SEND non prende notifiche " + c.sc.SendFermo.Detto("dal") + "."
	}
	passo.Perche += " " + fermo
	if c.vicino() {
		passo.Aspetta, passo.Proposta = verbale.AttesaPersona, c.riserva()
		passo.Perche += " Il termine è vicino: si può mandare per posta, se una persona lo conferma."
	}
	return passo
}

// vicino reports that the term is so near that another way is proposed.
func (c *caso) vicino() bool { return !c.oggi.AddDays(c.sc.Riserva).Before(c.ultimo) }

// riserva is the way proposed instead of SEND; empty: none is.
func (c *caso) riserva() cds.Canale {
	if c.tentati.fallita(verbale.CanalePosta) != nil {
		return ""
	}
	return verbale.CanalePosta
}
