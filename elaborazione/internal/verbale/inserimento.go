package verbale

import (
	"context"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Inserisci records a fine that an integrator sends: it is compared with the command's registers,
// priced by the law of the day of the violation, numbered and, where the command accepts the source
// without a person, validated, with its payment notices and the question about the owner. The same key
// with the same content is answered as the first time; with other content it is 409 CONTENUTO_DIVERSO.
func (s *Service) Inserisci(ctx context.Context, v verbaleins.Verbale) (verbaleins.Esito, error) {
	chi, comando, err := s.richiedente(ctx)
	if err != nil {
		return verbaleins.Esito{}, err
	}
	integratore, err := s.integratore(ctx, chi)
	if err != nil {
		return verbaleins.Esito{}, err
	}
	n, err := s.controlla(v, comando)
	if err != nil {
		return s.forseRipetuto(ctx, integratore, v, err)
	}
	n.Integratore, n.Attore = integratore, chi.User
	if n.Allegati, err = s.allega(ctx, v.Allegati); err != nil {
		return verbaleins.Esito{}, err
	}
	if n.Numeri, err = s.Store.NumeriAvviso(ctx, comando.Intervalli, n.quantiNumeri()); err != nil {
		return verbaleins.Esito{}, err
	}
	r, err := s.Store.Registra(ctx, n)
	if n.senzaNumeri(r, err) {
		s.Store.RendiNumeri(ctx, n.Numeri)
	}
	if err != nil {
		return verbaleins.Esito{}, err
	}
	return rispostaA(v, r)
}

// senzaNumeri reports that the notice numbers taken for the fine are surely written nowhere: another fine
// has its key or its number, or it waits for a person. Any other failure, also at the commit, may have
// come after they were written.
func (n Nuovo) senzaNumeri(r Registrato, err error) bool {
	if err != nil {
		return problem.Is(err, "NUMERO_GIA_USATO")
	}
	if r.Presente {
		return r.ID != n.ID
	}
	return len(r.Risposta.Avvisi) == 0
}

// forseRipetuto answers a repeated insertion that today's registers would refuse, because an officer
// has left or the years have passed: what was recorded stays recorded.
func (s *Service) forseRipetuto(ctx context.Context, integratore uuid.UUID, v verbaleins.Verbale, rifiuto error) (verbaleins.Esito, error) {
	r, err := s.Store.Presente(ctx, integratore, v.IDEsterno)
	if problem.Is(err, "NON_TROVATO") {
		return verbaleins.Esito{}, rifiuto
	}
	if err != nil {
		return verbaleins.Esito{}, err
	}
	return rispostaA(v, r)
}

// rispostaA answers an insertion with what is recorded under its key.
func rispostaA(v verbaleins.Verbale, r Registrato) (verbaleins.Esito, error) {
	esito := verbaleins.Inserito
	if r.Presente {
		esito = verbaleins.GiaPresente
		if r.Impronta != verbaleins.Impronta(v) {
			return verbaleins.Esito{}, problem.Conflitto("CONTENUTO_DIVERSO",
				fmt.Sprintf("Con idEsterno %s è già registrato un verbale di contenuto diverso.", v.IDEsterno))
		}
	}
	return verbaleins.Esito{Esito: esito, Identita: identita(r), Avvisi: avvisiSoap(r.Risposta.Avvisi), Avvertenze: r.Risposta.Avvertenze}, nil
}

func identita(r Registrato) verbaleins.Identita {
	return verbaleins.Identita{IDVerbale: r.ID.String(), Numero: strconv.FormatInt(r.Risposta.Numero, 10),
		Lettera: r.Risposta.Lettera, Anno: r.Risposta.Anno, Procedura: string(r.Assi.Procedura)}
}

func avvisiSoap(avvisi []AvvisoRisposto) []verbaleins.Avviso {
	var tutti []verbaleins.Avviso
	for _, a := range avvisi {
		tutti = append(tutti, verbaleins.Avviso(a))
	}
	return tutti
}

// Leggi finds a fine of the caller's integrator by the integrator's key, as it is today.
func (s *Service) Leggi(ctx context.Context, idEsterno string) (verbaleins.EsitoLettura, error) {
	chi, _, err := s.richiedente(ctx)
	if err != nil {
		return verbaleins.EsitoLettura{}, err
	}
	integratore, err := s.integratore(ctx, chi)
	if err != nil {
		return verbaleins.EsitoLettura{}, err
	}
	r, err := s.Store.Presente(ctx, integratore, idEsterno)
	if err != nil {
		return verbaleins.EsitoLettura{}, err
	}
	stato, err := s.Store.Stato(ctx, r.ID)
	if err != nil {
		return verbaleins.EsitoLettura{}, err
	}
	r.Assi = stato.Assi
	return verbaleins.EsitoLettura{
		IDEsterno: idEsterno, Identita: identita(r),
		Debito: string(stato.Debito), Ricorso: string(stato.Ricorso), Punti: string(stato.Punti), Riscossione: string(stato.Riscossione),
		Avvisi: avvisiSoap(risposti(stato.Avvisi)), Avvertenze: r.Risposta.Avvertenze,
	}, nil
}

// integratore is the outside system that the caller's account belongs to: its keys are its own.
func (s *Service) integratore(ctx context.Context, chi auth.Identity) (uuid.UUID, error) {
	conto, ok := s.Anagrafe.Conto(chi.User)
	if !ok || conto.Integratore == "" || conto.Tenant != tenant.Name(ctx) {
		return uuid.Nil, problem.Vietato("INTEGRATORE_ASSENTE",
			"L'utente non appartiene ad alcun integratore del comando: l'inserimento SOAP è riservato agli integratori.")
	}
	id, err := uuid.Parse(conto.Integratore)
	if err != nil {
		return uuid.Nil, fmt.Errorf("verbale: integratore di %s: %w", chi.User, err)
	}
	return id, nil
}

// allega stores the attached files before the row that names them.
func (s *Service) allega(ctx context.Context, allegati []verbaleins.Allegato) ([]Documento, error) {
	var documenti []Documento
	for _, a := range allegati {
		r, err := s.Deposito.Metti(ctx, tenant.Name(ctx), a.Contenuto, a.Tipo)
		if err != nil {
			return nil, fmt.Errorf("verbale: allegato: %w", err)
		}
		documenti = append(documenti, Documento{ID: nuovoID(), Tipo: DocumentoAllegato, Nome: a.Nome, MIME: a.Tipo, SHA256: r.SHA256, Byte: r.Byte})
	}
	return documenti, nil
}

// politica is who accepts the fines of a source, by the tenant's setting validazione.<FONTE>.
func politica(t anagrafe.Tenant, f Fonte, oggi string) (Politica, error) {
	p := Manuale
	if _, err := t.Impostazione("validazione."+string(f), oggi, &p); err != nil {
		return p, err
	}
	return p, nil
}
