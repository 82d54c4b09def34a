// Package inserimento records a new fine, whatever source it comes from: the request is held against the registers of
// the command and the law, priced, numbered and, where the command accepts the source by itself, validated.
package inserimento

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/spine/contenuto"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Service holds the insertion. The tenant and the caller are in the context.
type Service struct {
	Archivio *archivio.Store
	Ufficio  *ufficio.Ufficio
	Deposito *deposito.Deposito
	Adesso   func() time.Time
}

// Provenienza is where a fine comes from. Integratore is whose key IDEsterno is; zero: the command's own, which is not
// to be used twice.
type Provenienza struct {
	Fonte       verbale.Fonte
	Integratore uuid.UUID
}

// Inserisci records a fine that comes from a source: it is compared with the command's registers,
// priced by the law of the day of the violation, numbered and, where the command accepts the source
// without a person, validated, with its payment notices and the question about the owner. The same key
// with the same content is answered as the first time; with other content it is 409 CONTENUTO_DIVERSO.
// A refusal names the fields as richiesta.Verbale has them.
func (s *Service) Inserisci(ctx context.Context, da Provenienza, v richiesta.Verbale) (scrittura.Registrato, error) {
	chi, comando, err := s.Ufficio.Richiedente(ctx)
	if err != nil {
		return scrittura.Registrato{}, err
	}
	n, err := s.controlla(da.Fonte, v, comando)
	if err != nil {
		return s.forseRipetuto(ctx, da.Integratore, v, err)
	}
	n.Integratore, n.Attore = da.Integratore, chi.User
	if n.Allegati, err = s.allega(ctx, v.Allegati); err != nil {
		return scrittura.Registrato{}, err
	}
	if n.Numeri, err = s.Archivio.NumeriAvviso(ctx, comando.Intervalli, n.QuantiNumeri()); err != nil {
		return scrittura.Registrato{}, err
	}
	r, err := s.Archivio.Registra(ctx, n, s.esame(n))
	if senzaNumeri(n, r, err) {
		s.Archivio.RendiNumeri(ctx, n.Numeri)
	}
	if err != nil {
		return scrittura.Registrato{}, err
	}
	return rispostaA(v, r)
}

// senzaNumeri reports that the notice numbers taken for the fine are surely written nowhere: another fine
// has its key or its number, or it waits for a person. Any other failure, also at the commit, may have
// come after they were written.
func senzaNumeri(n conseguenze.Nuovo, r scrittura.Registrato, err error) bool {
	if err != nil {
		return problem.Is(err, "NUMERO_GIA_USATO")
	}
	if r.Presente {
		return r.ID != n.ID
	}
	return len(r.Risposta.Avvisi) == 0
}

// forseRipetuto answers a repeated insertion that today's registers would refuse, because an officer has left or the years have
// passed: the recorded fine stays valid.
func (s *Service) forseRipetuto(ctx context.Context, integratore uuid.UUID, v richiesta.Verbale, rifiuto error) (scrittura.Registrato, error) {
	r, err := s.Archivio.Presente(ctx, integratore, v.IDEsterno)
	if problem.Is(err, "NON_TROVATO") {
		return scrittura.Registrato{}, rifiuto
	}
	if err != nil {
		return scrittura.Registrato{}, err
	}
	return rispostaA(v, r)
}

// rispostaA answers an insertion with the fine recorded under its key.
func rispostaA(v richiesta.Verbale, r scrittura.Registrato) (scrittura.Registrato, error) {
	if r.Presente && r.Impronta != richiesta.Impronta(v) {
		return scrittura.Registrato{}, problem.Conflitto("CONTENUTO_DIVERSO",
			fmt.Sprintf("Con idEsterno %s è già registrato un verbale di contenuto diverso.", v.IDEsterno))
	}
	return r, nil
}

// allega stores the attached files before the row that names them.
func (s *Service) allega(ctx context.Context, allegati []richiesta.Allegato) ([]vita.Documento, error) {
	var documenti []vita.Documento
	for _, a := range allegati {
		tipo := contenuto.Vero(a.Tipo, a.Contenuto)
		r, err := s.Deposito.Metti(ctx, tenant.Name(ctx), a.Contenuto, tipo)
		if err != nil {
			return nil, fmt.Errorf("verbale: allegato: %w", err)
		}
		documenti = append(documenti, vita.Documento{ID: vita.NuovoID(), Tipo: verbale.DocumentoAllegato, Nome: a.Nome, MIME: tipo, SHA256: r.SHA256, Byte: r.Byte})
	}
	return documenti, nil
}
