// Package lettura takes pictures in, keeps their readings, and the values that a person confirms.
package lettura

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"runtime"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/lettore/pesi"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/contenuto"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/ocr/internal/bollettino"
	"github.com/piattaforma-verbali/verbali/ocr/internal/campo"
	"github.com/piattaforma-verbali/verbali/ocr/internal/immagine"
	"github.com/piattaforma-verbali/verbali/ocr/internal/ricevuta"
	"github.com/piattaforma-verbali/verbali/ocr/internal/targa"
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
	// Verbale is the fine that a receipt or slip was matched to.
	Verbale *uuid.UUID `json:"verbale,omitempty"`
	// Confermati are the fields as a person confirmed them.
	Confermati   map[string]string `json:"confermati,omitempty"`
	Confermata   *time.Time        `json:"confermata,omitempty"`
	ConfermataDa string            `json:"confermataDa,omitempty"`
	// Pagina is the page's place in its file. Fatte and Letture are those of a file of many pages.
	Pagina  int       `json:"pagina,omitempty"`
	Fatte   *int      `json:"fatte,omitempty"`
	Letture []Lettura `json:"letture,omitempty"`

	posizione *uuid.UUID
	sha256    string
	attore    string
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

// Crea reads a picture and keeps the reading; a file of many pages is kept, and its pages are read in the background.
func (s *Service) Crea(ctx context.Context, tipo verbale.TipoLettura, nome string, file []byte, indirizzo string) (Lettura, error) {
	switch tipo {
	case verbale.LetturaTarga, verbale.LetturaAvviso, verbale.LetturaBollettino:
	case verbale.LetturaVerbale:
		return Lettura{}, problem.NonElaborabile("LETTURA_NON_DISPONIBILE", "I verbali su carta non si leggono ancora.")
	default:
		return Lettura{}, problem.CampoNonValido("tipo", "deve essere TARGA, AVVISO_RICEVIMENTO, BOLLETTINO o VERBALE")
	}
	chi, _ := auth.From(ctx)
	r := riga{attore: chi.User, file: nome, indirizzo: indirizzo}
	var err error
	if r.ID, err = uuid.NewV7(); err != nil {
		return Lettura{}, fmt.Errorf("lettura: %w", err)
	}
	if immagine.Molti(file) {
		return s.accoda(ctx, tipo, r, file)
	}
	r.Lettura, err = s.pagina(ctx, tipo, r.ID, immagine.Foglio{Apri: func(context.Context) (immagine.Pagina, error) { return immagine.Apri(file) }}, &r.foto)
	if err != nil {
		return Lettura{}, err
	}
	return r.Lettura, s.Store.Aggiungi(ctx, r)
}

// accoda keeps a file of many pages and puts its work on the bus.
func (s *Service) accoda(ctx context.Context, tipo verbale.TipoLettura, r riga, file []byte) (Lettura, error) {
	fogli, err := immagine.Fogli(ctx, file)
	if err != nil {
		return Lettura{}, err //nolint:wrapcheck // a problem
	}
	t, _ := tenant.From(ctx)
	doc, err := s.Deposito.Metti(ctx, t.Nome, file, contenuto.Tipo(file))
	if err != nil {
		return Lettura{}, err //nolint:wrapcheck // a problem
	}
	zero := 0
	r.Lettura = Lettura{ID: r.ID, Tipo: tipo, Stato: verbale.LetturaInCorso, Campi: []campo.Campo{},
		Pagine: len(fogli), Creata: s.Adesso(), Fatte: &zero, sha256: doc.SHA256}
	return r.Lettura, s.Store.Aggiungi(ctx, r)
}

// pagina reads one page, when a core is free. What it cannot be read for is an error; for a page of many, its caller's to keep.
func (s *Service) pagina(ctx context.Context, tipo verbale.TipoLettura, id uuid.UUID, f immagine.Foglio, foto *figura) (Lettura, error) {
	select {
	case s.banchi <- struct{}{}:
		defer func() { <-s.banchi }()
	case <-ctx.Done():
		return Lettura{}, problem.NonDisponibile("LETTORE_OCCUPATO", "Troppe immagini insieme: riprovare.").With(ctx.Err())
	}
	l := Lettura{ID: id, Tipo: tipo, Stato: verbale.LetturaLetta, Pagine: 1, Creata: s.Adesso(), Pesi: pesi.Versione}
	p, err := f.Apri(ctx)
	if err != nil {
		return l, err //nolint:wrapcheck // a problem
	}
	switch tipo {
	case verbale.LetturaAvviso:
		l.Campi, l.Testo = ricevuta.Leggi(p.Piano)
	case verbale.LetturaBollettino:
		l.Campi, l.Testo = bollettino.Leggi(p.Piano)
	default:
		l.Campi, l.Testo, err = targa.Leggi(p.Piano)
		*foto = figura{contenuto: p.Originale, tipo: p.Tipo, scade: l.Creata.Add(oraDellaTarga)}
	}
	if err != nil {
		return l, err //nolint:wrapcheck // of this module
	}
	if len(l.Campi) == 0 {
		l.Stato, l.Campi = verbale.LetturaIlleggibile, []campo.Campo{}
	}
	if tipo != verbale.LetturaTarga {
		if l.sha256, err = s.conserva(ctx, p); err != nil {
			return l, err
		}
		err = s.Store.Abbina(ctx, &l)
	}
	return l, err
}

// Immagine gives the picture that was read; 404 where it is no longer kept.
func (s *Service) Immagine(ctx context.Context, id uuid.UUID) ([]byte, error) {
	foto, sha, err := s.Store.Immagine(ctx, id)
	if err != nil || foto != nil {
		return foto, err
	}
	t, _ := tenant.From(ctx)
	foto, err = s.Deposito.Leggi(ctx, t.Nome, sha)
	if errors.Is(err, deposito.ErrNonTrovato) {
		return nil, problem.NonTrovato("immagine della lettura", id.String())
	}
	return foto, err //nolint:wrapcheck // of the store
}

// conserva puts a page into the store of documents: as it came where it is a JPEG or PNG, else as a JPEG of its greys.
func (s *Service) conserva(ctx context.Context, p immagine.Pagina) (string, error) {
	file, tipo := p.Originale, p.Tipo
	if tipo != contenuto.JPEG && tipo != contenuto.PNG {
		var b bytes.Buffer
		if err := jpeg.Encode(&b, &image.Gray{Pix: p.P, Stride: p.W, Rect: image.Rect(0, 0, p.W, p.H)}, &jpeg.Options{Quality: 85}); err != nil {
			return "", fmt.Errorf("lettura: %w", err)
		}
		file, tipo = b.Bytes(), contenuto.JPEG
	}
	t, _ := tenant.From(ctx)
	doc, err := s.Deposito.Metti(ctx, t.Nome, file, tipo)
	return doc.SHA256, err //nolint:wrapcheck // a problem
}
