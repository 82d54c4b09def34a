package send

import (
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/elenco"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
)

// paginaCanale is what the page of the channel shows. Muto: connessione has not said how the command is connected.
type paginaCanale struct {
	Canale event.StatoCanale
	Muto   bool
	Conti  Conti
	Filtro filtro
	Invii  []Invio
	Altri  elenco.Posto
	Adesso time.Time
}

// stato says the connection in one sentence, and the cure of what is wrong. bene says that the connection works.
func (p paginaCanale) stato() (testo, cura string, bene bool) {
	c := p.Canale
	switch {
	case p.Muto:
		return "Non si sa se il comando è collegato: il servizio delle notifiche non ha risposto.", "Riaprire la pagina tra poco.", false
	case !c.Collegata:
		return "Non collegata: " + c.Perche + ".", "Un amministratore completa le impostazioni «Notifiche con SEND».", false
	case c.PausaDal != nil:
		s := racconto.Pausa(c.Codice)
		testo = "In pausa dal " + pagine.Momento(*c.PausaDal) + ": " + s.Che + " (" + c.Codice + ")."
		if c.PausaFino != nil {
			testo += " La prossima prova è alle " + pagine.Momento(*c.PausaFino)[11:] + "."
		}
		return testo, s.Cura + " Nessuna notifica va persa: partono quando SEND lascia entrare il comando.", false
	}
	return "Collegata a " + c.Server + " (" + strings.Join(c.Versioni, ", ") + ").", "", true
}

// quante writes a count up to contaAlPiu.
func quante(n int) string {
	if n >= contaAlPiu {
		return "almeno " + strconv.Itoa(contaAlPiu)
	}
	return strconv.Itoa(n)
}

// detto says the code of an error in words.
func (e Errore) detto() racconto.Spiegazione {
	return map[string]func(string) racconto.Spiegazione{"persona": racconto.Persona, "ferma": racconto.Ferma, "rifiuto": racconto.Motivo}[e.Genere](e.Codice)
}

// genere says the sort of an error.
func (e Errore) genere() string {
	return map[string]string{"persona": "Una persona decide", "ferma": "Non parte",
		"rifiuto": "Rifiutata da SEND, negli ultimi " + strconv.Itoa(rifiutiDa) + " giorni"}[e.Genere]
}

// ritardo says how far behind a stream is read.
func (f Flusso) ritardo(adesso time.Time) string {
	switch {
	case f.Letto == nil:
		return "non ancora letto"
	case f.VuotoDal != nil:
		return "nessuno: letto fino in fondo"
	case f.Elemento == nil:
		return "nessun elemento"
	}
	return durata(adesso.Sub(*f.Elemento))
}

// durata writes a length of time: in minutes below an hour, in hours and minutes below a day, then in days.
func durata(d time.Duration) string {
	minuti := int(d.Minutes())
	switch {
	case minuti < 1:
		return "meno di un minuto"
	case minuti < 60:
		return pagine.Quante(minuti, "minuto", "minuti")
	case minuti < 24*60:
		return pagine.Quante(minuti/60, "ora", "ore") + " e " + pagine.Quante(minuti%60, "minuto", "minuti")
	}
	return pagine.Quante(minuti/(24*60), "giorno", "giorni")
}

// Aspetta says why a notification waits, in one phrase; empty: it does not. Without persone the phrase tells of nobody.
func (i Invio) Aspetta(persone bool) string {
	switch {
	case i.Persona != "" && !persone:
		return "Una persona decide"
	case i.Persona != "":
		return "Una persona decide: " + racconto.Persona(i.Persona).Che
	case i.Ferma != "":
		return "Non parte: " + racconto.Ferma(i.Ferma).Che
	}
	return ""
}

// Indirizzo is the address of the notification's page.
func (i Invio) Indirizzo() string { return Indirizzo + "/" + i.ID.String() }

// annullabile reports that a cancellation may still be asked.
func (i Invio) annullabile() bool { return i.Annullo == nil && !i.Stato.Finito() }

// paginaInvio is what the page of a notification shows. Prove, Atto, Annulla and Persone say what the role may open, do and see.
type paginaInvio struct {
	Invio            Invio
	Storia           racconto.Racconto
	Prove, Atto      bool
	Annulla, Persone bool
	Modulo           modulo
	Fatto            string
}

// fatto is the sentence shown after an act of the operator.
func fatto(codice string) string {
	return map[string]string{
		"avvio":   "La notifica è avviata: parte da sola, e qui si legge come va.",
		"annullo": "L'annullamento è chiesto: vale quando SEND lo conferma, e qui si legge.",
		"ritiro":  "La notifica è annullata prima di partire: non costa nulla.",
	}[codice]
}

// modulo is a form, new or sent back with a refusal. Aperto says that the page shows it open.
type modulo struct {
	Motivo, Idempotenza string
	Aperto              bool
	Rifiuto             pagine.Rifiuto
}

func (m modulo) motivo(aiuto string) pagine.Campo {
	return pagine.Campo{Nome: "motivo", Etichetta: "Motivo", Valore: m.Motivo, Massimo: 500, Obbligatorio: true, Aiuto: aiuto,
		Guasto: m.Rifiuto.Guasti.Di("motivo")}
}

// paginaNuova is what the page that starts a notification shows.
type paginaNuova struct {
	Verbale, Posizione uuid.UUID
	Estremi            string
	Anteprima          event.AnteprimaInvio
	Persone            bool
	Modulo             modulo
}

func (p paginaNuova) parte() bool { return len(p.Anteprima.Manca) == 0 }

// carta says how the paper would travel.
func (p paginaNuova) carta() string {
	return map[string]string{parole.Carta890: "raccomandata per atti giudiziari (890)",
		parole.CartaAR: "raccomandata con avviso di ricevimento"}[p.Anteprima.CanaleFisico]
}

// costo writes the estimates in words.
func (p paginaNuova) costo() []string {
	a := p.Anteprima
	return []string{
		"Al domicilio digitale: " + importo.Cent(a.DigitaleCent).Euro() + ".",
		"Per posta: in più, per ogni lettera, da " + importo.Cent(a.CartaceoDaCent).Euro() + " a " + importo.Cent(a.CartaceoACent).Euro() +
			" prima dell'IVA. SEND ne spedisce una o due.",
	}
}

func (p paginaNuova) indietro() string { return fascicolo.IndirizzoElenco + "/" + p.Verbale.String() }

// detto says a stream in words.
func (f Flusso) detto() string {
	if f.Stato == "DA_SVUOTARE" {
		return f.Versione + ", sostituito: si legge fino in fondo"
	}
	return f.Versione
}

// Detto says the latest step in one phrase, with its instant where SEND gives one.
func (p Passo) Detto() string {
	if p.Ultimo.Quando.IsZero() {
		return p.Ultimo.Testo
	}
	return pagine.Momento(p.Ultimo.Quando) + ", " + p.Ultimo.Testo
}
