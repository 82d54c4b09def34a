// Package lotto shows the lots of a tenant to operators, from the views that elaborazione publishes, and
// asks elaborazione for what they want done with them.
package lotto

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Lotto is a lot; times are in Rome. Chiuso is nil while it still takes items or was given up before.
type Lotto struct {
	ID                                 uuid.UUID
	Tipo                               verbale.TipoLotto
	Stato                              verbale.StatoLotto
	Automatico                         bool
	Nome                               string
	Creato                             time.Time
	CreatoDa                           string
	Chiuso, Iniziato, Finito           *time.Time
	Motivo                             string
	Origine                            *uuid.UUID
	Totale, OK, Ripetibili, Definitivi int
	Saltati, Annullati                 int
	LavoratoMs                         int64 // milliseconds that the items which have ended took
	Revisione                          int   // changes so far
}

// Fatte is how many items have ended.
func (l Lotto) Fatte() int { return l.OK + l.Ripetibili + l.Definitivi + l.Saltati + l.Annullati }

// InAttesa is how many have not.
func (l Lotto) InAttesa() int { return l.Totale - l.Fatte() }

// Errori is how many could not be worked.
func (l Lotto) Errori() int { return l.Ripetibili + l.Definitivi }

// Seguito reports that a page follows the lot: it changes by itself, or waits for somebody to have it go on.
func (l Lotto) Seguito() bool {
	return l.Stato.InMoto() || l.Stato == verbale.LottoInPausa || l.Stato == verbale.LottoFallito
}

// ConPacchetto reports that the package can be taken.
func (l Lotto) ConPacchetto() bool {
	return l.Tipo != verbale.LottoVisura && l.Tipo != verbale.LottoSend && l.Stato.Completo() && l.OK > 0 && l.Finito != nil
}

// velocita is items a second of work; false while it cannot be said.
func (l Lotto) velocita() (float64, bool) {
	if l.LavoratoMs <= 0 || l.Fatte() == 0 {
		return 0, false
	}
	return float64(l.Fatte()) * 1000 / float64(l.LavoratoMs), true
}

// manca is the time left at that speed; false while it cannot be said or nothing is being worked.
func (l Lotto) manca() (time.Duration, bool) {
	v, nota := l.velocita()
	if !nota || l.Stato != verbale.LottoAccodato && l.Stato != verbale.LottoInCorso || l.InAttesa() == 0 {
		return 0, false
	}
	return time.Duration(float64(l.InAttesa()) / v * float64(time.Second)), true
}

// avanza is the lot after an announcement of elaborazione; false for an announcement without news.
func (l Lotto) avanza(a event.AvanzamentoLotto) (Lotto, bool) {
	if a.Revisione <= l.Revisione {
		return l, false
	}
	l.Revisione, l.Stato, l.Nome, l.Motivo, l.LavoratoMs = a.Revisione, verbale.StatoLotto(a.Stato), a.Nome, "", a.LavoratoMs
	l.Chiuso, l.Iniziato, l.Finito = a.Chiuso, a.Iniziato, a.Finito
	l.Totale, l.OK, l.Ripetibili, l.Definitivi, l.Saltati, l.Annullati = a.Totale, a.OK, a.Ripetibili, a.Definitivi, a.Saltati, a.Annullati
	return l, true
}

// Voce is an item. Ordine is its place from 1, nil before the lot is closed.
type Voce struct {
	ID      uuid.UUID
	Ordine  *int
	Verbale uuid.UUID
	Numero  int64
	Lettera string
	Anno    int
	Targa   string
	Stato   verbale.StatoVoce
	Motivo  string
}

// Estremi is how people call the fine.
func (v Voce) Estremi() string { return lettura.Estremi(v.Numero, v.Lettera, v.Anno) }

// Comando is what may be done with a lot, as the pages offer it. One with a Domanda is asked for twice,
// because it cannot be undone; Fatto is what the page says then.
type Comando struct {
	Nome, operazione     string
	Bottone              string
	Domanda, Conseguenza string
	fatto                string
	da                   []verbale.StatoLotto
}

// Comandi are all of them, in the order of the buttons. elaborazione alone decides what a state admits:
// here are the buttons that it would not refuse.
func Comandi() []Comando {
	return []Comando{
		{Nome: "chiudi", operazione: event.LottoChiudi, Bottone: "Chiudi e lavora", da: []verbale.StatoLotto{verbale.LottoBozza}, fatto: "Lotto chiuso: ora viene lavorato.",
			Domanda:     "Chiudere il lotto?",
			Conseguenza: "Nessun altro atto vi entra e la lavorazione comincia. Per la posta comincia la notificazione di ciascun verbale: non si può riaprire."},
		{Nome: "pausa", operazione: event.LottoPausa, Bottone: "Metti in pausa", da: []verbale.StatoLotto{verbale.LottoAccodato, verbale.LottoInCorso}, fatto: "Lotto in pausa: ciò che era già in lavorazione viene concluso."},
		{Nome: "riprendi", operazione: event.LottoRiprendi, Bottone: "Riprendi", da: []verbale.StatoLotto{verbale.LottoInPausa}, fatto: "La lavorazione riprende."},
		{Nome: "riprova", operazione: event.LottoRiprova, Bottone: "Riprova", da: []verbale.StatoLotto{verbale.LottoFallito, verbale.LottoCompletatoConErrori}, fatto: "Le voci non riuscite vengono riprovate."},
		{Nome: "annulla", operazione: event.LottoAnnulla, Bottone: "Annulla il lotto", da: []verbale.StatoLotto{verbale.LottoBozza, verbale.LottoAccodato, verbale.LottoInCorso, verbale.LottoInPausa, verbale.LottoFallito}, fatto: "Lotto annullato.",
			Domanda:     "Annullare il lotto?",
			Conseguenza: "Le voci non ancora lavorate sono lasciate e potranno entrare in un altro lotto; ciò che è già lavorato resta, ma il pacchetto non si forma."},
	}
}

// comando finds one by name.
func comando(nome string) (Comando, bool) {
	i := slices.IndexFunc(Comandi(), func(c Comando) bool { return c.Nome == nome })
	if i < 0 {
		return Comando{}, false
	}
	return Comandi()[i], true
}

// conseguenza is what follows of a command on a lot.
func (c Comando) conseguenza(l Lotto) string {
	if l.Tipo == verbale.LottoSend && c.operazione == event.LottoAnnulla {
		return "Gli atti non ancora affidati a SEND restano qui e potranno entrare in un altro lotto; quelli già affidati proseguono, e il lotto finisce quando SEND ha risposto di tutti."
	}
	return c.Conseguenza
}

// comandi are those that the state of a lot admits.
func (l Lotto) comandi() []Comando {
	return slices.DeleteFunc(Comandi(), func(c Comando) bool {
		return !slices.Contains(c.da, l.Stato) || c.operazione == event.LottoRiprova && l.Stato == verbale.LottoCompletatoConErrori && l.Ripetibili == 0
	})
}
