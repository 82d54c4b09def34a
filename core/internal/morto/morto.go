// Package morto keeps the work of a tenant that failed for good (stream MORTI), explains it, and queues it again
// when a person says so.
package morto

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Durevole is the durable of the dead letters.
const Durevole = "core-morti"

// Lavoro is work that failed for good; times are instants. Motivo is technical; CheCosa and CheFare say in Italian what it was and what
// helps. Estremi is the number of the fine, where there is one.
type Lavoro struct {
	ID           uuid.UUID       `json:"id"`
	Soggetto     string          `json:"-"`
	Modulo       string          `json:"modulo"`
	Tipo         string          `json:"tipo"`
	Messaggio    string          `json:"messaggio"`
	Motivo       string          `json:"motivo"`
	Consegne     int64           `json:"consegne"`
	Corpo        json.RawMessage `json:"-"`
	Grezzo       []byte          `json:"-" db:"-"` // the payload whole, where it is no JSON
	Verbale      *uuid.UUID      `json:"idVerbale,omitempty"`
	Lotto        *uuid.UUID      `json:"idLotto,omitempty"`
	Morto        time.Time       `json:"morto"`
	Riaccodato   *time.Time      `json:"riaccodato,omitempty"`
	RiaccodatoDa string          `json:"riaccodatoDa,omitempty"`
	Estremi      string          `json:"estremi,omitempty"`
	CheCosa      string          `json:"cheCosa" db:"-"`
	CheFare      string          `json:"cheFare" db:"-"`
}

// Servizio keeps dead work. Riaccoda publishes it again (bus.Requeue); Adesso is the clock, for a dead letter
// that does not say when it was written.
type Servizio struct {
	Store    Store
	Riaccoda func(ctx context.Context, m event.Morto, oggetto, invio string) error
	Adesso   func() time.Time
}

// Ricevi takes a message of morti.>; an unreadable message is kept as bytes. The last piece of a divided letter completes it;
// pieces that do not give back the letter are kept as bytes too.
func (s Servizio) Ricevi(ctx context.Context, m bus.Message) error {
	leggi := bus.ReadDead
	if m.Piece.Of > 1 {
		intera, err := s.Store.raccogli(ctx, m)
		if errors.Is(err, errTroppo) {
			return s.tieni(ctx, m, troppoGrande(m))
		}
		if err != nil || intera == nil {
			return err
		}
		m.Body = intera
		if !m.Piece.Whole(intera) {
			leggi = bus.Unreadable
		}
	}
	morto := leggi(m)
	if !strings.HasPrefix(m.Subject, "morti."+morto.Modulo+".") { // the bus lets each module write under its own name alone
		morto = bus.Unreadable(m)
	}
	err := s.tieni(ctx, m, morto)
	if db.NotStorable(err) {
		return s.tieni(ctx, m, bus.Unreadable(m))
	}
	return err
}

// troppoGrande is the line of a letter whose pieces are more than core joins: its arrival, and one piece.
func troppoGrande(m bus.Message) event.Morto {
	morto := bus.Unreadable(m)
	morto.Motivo = fmt.Sprintf("La nota del lavoro è troppo grande (oltre %d MB in tutto, o con le altre in attesa): se ne conserva un pezzo.", letteraMassima>>20)
	return morto
}

func (s Servizio) tieni(ctx context.Context, m bus.Message, morto event.Morto) error {
	var di struct {
		IDVerbale string `json:"idVerbale"`
		IDLotto   string `json:"idLotto"`
	}
	_ = json.Unmarshal(morto.Corpo, &di) // what names neither belongs to neither
	l := Lavoro{Soggetto: morto.SoggettoOrigine, Modulo: morto.Modulo, Tipo: tipoDi(m.Subject), Messaggio: morto.IDMessaggio,
		Motivo: strings.ToValidUTF8(morto.Motivo, ""), Consegne: int64(min(morto.Consegne, 1<<31)), Corpo: morto.Corpo, Grezzo: morto.Grezzo,
		Verbale: seID(di.IDVerbale), Lotto: seID(di.IDLotto), Morto: m.Time}
	var err error
	if l.ID, err = uuid.Parse(m.ID); err != nil {
		l.ID = uuid.Must(uuid.NewV7())
	}
	if l.Morto.IsZero() {
		l.Morto = s.Adesso()
	}
	return s.Store.Ricevi(ctx, m.ID, l)
}

// tipoDi is the third token of morti.<modulo>.<tipo>.<tenant>.
func tipoDi(soggetto string) string {
	if parti := strings.Split(soggetto, "."); len(parti) > 2 {
		return parti[2]
	}
	return ""
}

func seID(testo string) *uuid.UUID {
	if id, err := uuid.Parse(testo); err == nil {
		return &id
	}
	return nil
}

// Elenca gives a page of the dead work of the tenant of the context, the last first: what waits for a person or,
// if tutti, also requeued work.
func (s Servizio) Elenca(ctx context.Context, f voce.Filtro, tutti bool) (voce.Pagina[Lavoro], error) {
	dopo := uuid.Max
	if f.Dopo != "" {
		var err error
		if dopo, err = uuid.Parse(f.Dopo); err != nil {
			return voce.Pagina[Lavoro]{}, problem.CampoNonValido("cursore", "non è un cursore di questo elenco")
		}
	}
	letti, err := s.Store.Elenca(ctx, dopo, f.Dimensione+1, tutti)
	return voce.Impagina(letti, f, func(l Lavoro) string { return l.ID.String() }), err
}

// Rimetti queues work of the tenant of the context again, on its own subject and with its own id, and gives it as it
// is then. 404 for another tenant's, 409 GIA_RIACCODATO for work requeued already, 409 VERBALE_CANCELLATO for work
// erased with its fine, 503 while the bus does not take it.
func (s Servizio) Rimetti(ctx context.Context, id uuid.UUID, indirizzo string) (Lavoro, error) {
	return s.Store.Riaccoda(ctx, id, voce.Autore(ctx), indirizzo, func(l Lavoro) error {
		if l.Soggetto == "" {
			return problem.Conflitto("NON_RIACCODABILE", "La nota di questo lavoro non dice da dove veniva: avvisare l'assistenza.")
		}
		if t, _ := tenant.From(ctx); !bus.Requeueable(l.Soggetto, l.Modulo, l.Tipo, t.Nome) {
			return problem.Conflitto("NON_RIACCODABILE", "La nota di questo lavoro dice che veniva da un altro modulo, da un'altra coda o da un altro comando: avvisare l'assistenza.")
		}
		oggetto := l.Messaggio
		if di := cmp.Or(l.Verbale, l.Lotto); di != nil {
			oggetto = di.String()
		}
		m := event.Morto{SoggettoOrigine: l.Soggetto, Modulo: l.Modulo, IDMessaggio: l.Messaggio, Corpo: l.Corpo, Grezzo: l.Grezzo}
		return s.Riaccoda(ctx, m, oggetto, "riaccodo-"+l.ID.String())
	})
}

// cancellato reports whether what the work said was erased with its fine.
func (l Lavoro) cancellato() bool { return l.Motivo == verbale.Cancellato }

// spiegato gives the words for what the work was.
func (l Lavoro) spiegato() Lavoro {
	const assistenza = " Se muore di nuovo per lo stesso motivo, avvisare l'assistenza."
	parole := map[string][2]string{
		"vpn.targa": {"Ricerca dell'intestatario del veicolo",
			"L'archivio dei veicoli ha dato più volte una risposta che non si può usare, o ha rifiutato la domanda. Rimettere in coda quando l'archivio è tornato a posto; intanto l'ufficio può indicare a mano chi risponde."},
		"elaborazione.pdf": {"Stampa dell'atto",
			"All'atto manca qualcosa: spesso un'impostazione del comando, un intervallo di numeri o l'indirizzo del destinatario. Completare ciò che il motivo dice, poi rimettere in coda."},
		"elaborazione.postale":  {"Preparazione del pacchetto postale", "Una porzione del lotto non si è potuta lavorare. Rimettere in coda: ciò che è già fatto non si ripete."},
		"elaborazione.lotto":    {"Lavorazione di un lotto", "Una porzione del lotto non si è potuta lavorare. Rimettere in coda: ciò che è già fatto non si ripete."},
		"elaborazione.esiti":    {"Lettura di un file di esiti postali", "Una porzione del file non si è potuta leggere. Rimettere in coda: ciò che è già fatto non si ripete."},
		"elaborazione.indagine": {"Risposta dell'archivio dei veicoli", "La risposta è arrivata ma non si è potuta mettere nel verbale. Rimettere in coda."},
		"connessione.avviso":    {"Avviso di pagamento per la consultazione dei cittadini", "Il cittadino non trova ancora l'avviso nel portale. Rimettere in coda."},
	}
	l.CheCosa, l.CheFare = l.Modulo+": "+l.Tipo, "Leggere il motivo, togliere la causa e rimettere in coda."
	if p, noto := parole[l.Modulo+"."+l.Tipo]; noto {
		l.CheCosa, l.CheFare = p[0], p[1]
	}
	l.CheFare += assistenza
	if l.cancellato() {
		l.CheFare = "Nulla: le persone di questo verbale sono state cancellate, e con loro ciò che il lavoro diceva."
	}
	return l
}
