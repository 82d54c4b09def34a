// Package lettura takes pictures in, keeps what was read of them, and what a person confirms.
package lettura

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/lettore/pesi"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/ocr/internal/campo"
	"github.com/piattaforma-verbali/verbali/ocr/internal/immagine"
	"github.com/piattaforma-verbali/verbali/ocr/internal/targa"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Lettura is a reading, as the API shows it.
type Lettura struct {
	ID     uuid.UUID            `json:"id"`
	Tipo   verbale.TipoLettura  `json:"tipo"`
	Stato  verbale.StatoLettura `json:"stato"`
	Campi  []campo.Campo        `json:"campi"`
	Testo  string               `json:"testo"`
	Pagine int                  `json:"pagine"`
	Creata time.Time            `json:"creata"`
	// Errore is Italian: why the page could not be read.
	Errore string `json:"errore,omitempty"`
	// Pesi is the version of the reader's weights.
	Pesi string `json:"pesi,omitempty"`
	// Confermati are the fields as a person confirmed them.
	Confermati   map[string]string `json:"confermati,omitempty"`
	Confermata   *time.Time        `json:"confermata,omitempty"`
	ConfermataDa string            `json:"confermataDa,omitempty"`
}

// Service reads and keeps. Adesso is the clock.
type Service struct {
	Store    Store
	Deposito *deposito.Deposito
	Adesso   func() time.Time

	banchi chan struct{}
}

// Nuovo prepares a service that reads as many pictures at once as the machine has cores.
func Nuovo(s Store, d *deposito.Deposito, adesso func() time.Time) *Service {
	return &Service{Store: s, Deposito: d, Adesso: adesso, banchi: make(chan struct{}, max(runtime.GOMAXPROCS(0), 1))}
}

// oraDellaTarga is how long the picture of a plate stays, for a person to look at it beside the reading.
const oraDellaTarga = time.Hour

// Crea reads a picture and keeps the reading.
func (s *Service) Crea(ctx context.Context, tipo verbale.TipoLettura, nome string, file []byte, indirizzo string) (Lettura, error) {
	switch tipo {
	case verbale.LetturaTarga:
	case verbale.LetturaAvviso, verbale.LetturaBollettino, verbale.LetturaVerbale:
		return Lettura{}, problem.NonElaborabile("LETTURA_NON_DISPONIBILE", "Questo tipo di documento non si legge ancora: "+string(tipo)+".")
	default:
		return Lettura{}, problem.CampoNonValido("tipo", "deve essere TARGA, AVVISO_RICEVIMENTO, BOLLETTINO o VERBALE")
	}
	l, err := s.targa(ctx, file)
	if err != nil {
		return Lettura{}, err
	}
	chi, _ := auth.From(ctx)
	if l.ID, err = uuid.NewV7(); err != nil {
		return Lettura{}, fmt.Errorf("lettura: %w", err)
	}
	l.Creata = s.Adesso()
	foto := figura{contenuto: file, scade: l.Creata.Add(oraDellaTarga)}
	return l, s.Store.Aggiungi(ctx, riga{Lettura: l, attore: chi.User, file: nome, indirizzo: indirizzo}, foto)
}

// targa reads a plate, when a core is free.
func (s *Service) targa(ctx context.Context, file []byte) (Lettura, error) {
	select {
	case s.banchi <- struct{}{}:
		defer func() { <-s.banchi }()
	case <-ctx.Done():
		return Lettura{}, problem.NonDisponibile("LETTORE_OCCUPATO", "Troppe immagini insieme: riprovare.").With(ctx.Err())
	}
	p, err := immagine.Apri(file)
	if err != nil {
		return Lettura{}, err
	}
	l := Lettura{Tipo: verbale.LetturaTarga, Stato: verbale.LetturaLetta, Pagine: 1, Pesi: pesi.Versione}
	if l.Campi, l.Testo, err = targa.Leggi(p.Piano); err != nil {
		return Lettura{}, err //nolint:wrapcheck // of this module
	}
	if len(l.Campi) == 0 {
		l.Stato, l.Campi = verbale.LetturaIlleggibile, []campo.Campo{}
	}
	return l, nil
}

// Conferma is the body of POST /letture/{id}/conferma: the fields as the person has them. A field that is not named keeps what was read.
type Conferma struct {
	Campi json.RawMessage `json:"campi"`
}

// valori reads the fields of a confirmation: a list like that of a reading, or an object name -> value.
func (c Conferma) valori() (map[string]string, error) {
	valori := map[string]string{}
	if len(c.Campi) == 0 {
		return valori, nil
	}
	if json.Unmarshal(c.Campi, &valori) == nil {
		return valori, nil
	}
	var elenco []struct {
		Nome   string `json:"nome"`
		Valore string `json:"valore"`
	}
	if err := json.Unmarshal(c.Campi, &elenco); err != nil {
		return nil, problem.CampoNonValido("campi", "deve essere un elenco di nome e valore").With(err)
	}
	valori = map[string]string{}
	for _, x := range elenco {
		if _, doppio := valori[x.Nome]; doppio {
			return nil, problem.CampoNonValido("campi."+x.Nome, "c'è due volte")
		}
		valori[x.Nome] = x.Valore
	}
	return valori, nil
}
