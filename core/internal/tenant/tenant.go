// Package tenant makes the commands that the platform serves: a row of the register, a database
// cloned from the template, and the fact that lets the other services in.
package tenant

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/partitaiva"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	dominio "github.com/piattaforma-verbali/verbali/shared/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Nuovo is what is asked for: Nome is the value of X-Realm and the name of the database,
// CodiceFiscale (eleven digits, may be empty) the creditor's.
type Nuovo struct{ Nome, Denominazione, CodiceFiscale string }

func (n Nuovo) campi() []voce.Campo {
	return []voce.Campo{{Nome: "denominazione", Valore: n.Denominazione}, {Nome: "codice-fiscale", Valore: n.CodiceFiscale}}
}

func (n Nuovo) valida() (Nuovo, error) {
	var guasti []problem.Campo
	nome, buono := dominio.Normalizza(n.Nome)
	if n.Nome = nome; !buono {
		guasti = append(guasti, problem.Campo{Campo: "nome", Messaggio: "da 2 a 30 lettere minuscole, cifre e trattini, la prima una lettera; alcuni nomi, come piattaforma, sono riservati"})
	}
	if n.Denominazione == "" {
		guasti = append(guasti, problem.Campo{Campo: "denominazione", Messaggio: "manca"})
	}
	if n.CodiceFiscale != "" {
		esito := partitaiva.Valida(n.CodiceFiscale)
		if n.CodiceFiscale = esito.Normalizzata; !esito.Valida {
			guasti = append(guasti, problem.Campo{Campo: "codice-fiscale", Messaggio: esito.Motivo})
		}
	}
	return n, voce.Raccogli(guasti)
}

// Servizio holds the use cases on tenants.
type Servizio struct{ Store Store }

// Nuova builds the service on the platform database.
func Nuova(p *db.Piscine) *Servizio { return &Servizio{Store: Store{Piscine: p}} }

// Crea makes a tenant: row, database, fact. A run cut in the middle leaves a row that nobody is
// shown; the same command goes on from there. The same data again are harmless.
func (s *Servizio) Crea(ctx context.Context, n Nuovo) (voce.Esito, error) {
	n, err := n.valida()
	if err != nil {
		return "", err
	}
	libera, err := s.Store.Serra(ctx, n.Nome)
	if err != nil {
		return "", err
	}
	defer libera()
	esito, err := s.Store.Prenota(ctx, n)
	if err != nil || esito == voce.GiaPresente {
		return esito, err
	}
	if err := s.Store.Clona(ctx, n); err != nil {
		return "", err
	}
	return esito, s.Store.Annuncia(ctx, n.Nome)
}
