package visura

import (
	"context"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/registri/residenza"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Decisione is why a person applies an answer or sets it aside. Without a key of idempotency the question itself is the key: the same decision
// with the same words is recorded once.
type Decisione struct {
	Motivo      string `json:"motivo"`
	Idempotenza string `json:"idempotenza"`
}

// Dettaglio is a question with both sides: the person of the fine, and what the register says.
type Dettaglio struct {
	lettura.VisuraLetta

	Verbale  lettura.SoggettoLetto `json:"verbale"`
	Anagrafe *residenza.Risposta   `json:"anagrafe,omitempty"` // none: a domicile, or no answer yet
}

// Mostra reads a question with both sides; 404 when the caller may not read its fine. The reading is written into the audit.
func (s *Service) Mostra(ctx context.Context, id uuid.UUID, indirizzo string) (Dettaglio, error) {
	v, err := s.Archivio.VisuraLetta(ctx, id)
	if err != nil {
		return Dettaglio{}, err
	}
	if err := s.Pratiche.Lettore.Visibile(ctx, v.Verbale); err != nil {
		return Dettaglio{}, err
	}
	p, err := s.Archivio.Soggetto(ctx, v.Soggetto)
	if err != nil {
		return Dettaglio{}, err
	}
	d := Dettaglio{VisuraLetta: v, Verbale: lettura.SoggettoLetto{Tipo: p.Tipo, CodiceFiscale: p.CodiceFiscale, Cognome: p.Cognome, Nome: p.Nome,
		Denominazione: p.Denominazione, Sesso: p.Sesso, DataNascita: p.DataNascita, LuogoNascita: p.LuogoNascita, Indirizzo: p.Indirizzo, Civico: p.Civico,
		Cap: p.Cap, Comune: p.Comune, Provincia: p.Provincia, Nazione: p.Nazione}}
	if v.Risposta != uuid.Nil && v.Registro == verbale.VisuraResidenza {
		r, _, err := s.Archivio.RispostaVisura(ctx, v.Risposta)
		if err != nil {
			return d, err
		}
		d.Anagrafe = &r
	}
	chi, _ := auth.From(ctx)
	return d, s.Archivio.Annota(ctx, db.Access{Attore: chi.User, Azione: "VISURA_LETTA", OggettoTipo: "verbale", Oggetto: v.Verbale.String(),
		Motivo: "visura " + id.String(), Esito: string(v.Stato), Indirizzo: indirizzo})
}

// Elenca lists the questions in some states, the oldest first, after one. What they say names persons: each of their fines has a line of
// the audit.
func (s *Service) Elenca(ctx context.Context, stati []string, dopo uuid.UUID, indirizzo string) (Elenco, error) {
	lette, err := s.Archivio.Visure(ctx, stati, dopo, perPagina+1)
	if err != nil {
		return Elenco{}, err
	}
	pagina := Elenco{Visure: lette}
	if len(lette) > perPagina {
		pagina.Visure, pagina.Cursore = lette[:perPagina], lette[perPagina-1].ID.String()
	}
	chi, _ := auth.From(ctx)
	detti := map[uuid.UUID]bool{}
	for _, v := range pagina.Visure {
		if v.Testo == "" || detti[v.Verbale] {
			continue
		}
		detti[v.Verbale] = true
		err := s.Archivio.Annota(ctx, db.Access{Attore: chi.User, Azione: "VISURA_LETTA", OggettoTipo: "verbale", Oggetto: v.Verbale.String(),
			Motivo: "elenco delle visure", Esito: string(v.Stato), Indirizzo: indirizzo})
		if err != nil {
			return Elenco{}, err
		}
	}
	return pagina, nil
}

// Decidi records what a person decides about a question: VISURA_APPLICATA or VISURA_SCARTATA, as at POST /verbali/{id}/eventi.
// 409 VISURA_GIA_DECISA where it waits no more.
func (s *Service) Decidi(ctx context.Context, id uuid.UUID, tipo verbale.TipoEvento, d Decisione, indirizzo string) (mosse.EsitoEvento, bool, error) {
	v, err := s.Archivio.VisuraLetta(ctx, id)
	if err != nil {
		return mosse.EsitoEvento{}, false, err
	}
	if altra := map[verbale.TipoEvento]verbale.StatoVisura{verbale.EventoVisuraApplicata: verbale.VisuraScartata,
		verbale.EventoVisuraScartata: verbale.VisuraApplicata}[tipo]; v.Stato == altra {
		if err := s.Pratiche.Lettore.Visibile(ctx, v.Verbale); err != nil {
			return mosse.EsitoEvento{}, false, err
		}
		return mosse.EsitoEvento{}, false, giaDecisa(v)
	}
	if d.Idempotenza == "" {
		d.Idempotenza = "visura-" + id.String()
	}
	esito, nuovo, err := s.Pratiche.RegistraEvento(ctx, v.Verbale, mosse.RichiestaEvento{Tipo: string(tipo), Posizione: v.Posizione.String(), Motivo: d.Motivo,
		Idempotenza: d.Idempotenza}, indirizzo)
	if err != nil && !v.Stato.InAttesa() && problem.Is(err, "TRANSIZIONE_NON_AMMESSA") {
		return esito, nuovo, giaDecisa(v).With(err)
	}
	return esito, nuovo, err
}

func giaDecisa(v lettura.VisuraLetta) *problem.Error {
	return problem.Conflitto("VISURA_GIA_DECISA", "La visura non aspetta più nulla: è nello stato «"+v.Stato.Parola()+"».")
}
