package anagrafe

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/partitaiva"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// CreaReparto adds a department.
func (s *Servizio) CreaReparto(ctx context.Context, r Reparto) (voce.Esito, error) {
	if err := r.valida(); err != nil {
		return "", err
	}
	return s.Store.CreaReparto(ctx, r)
}

// CreaIntegratore adds an integrator and gives its id (UUIDv7).
func (s *Servizio) CreaIntegratore(ctx context.Context, i Integratore) (id string, esito voce.Esito, err error) {
	if err := i.valida(); err != nil {
		return "", "", err
	}
	return s.Store.CreaIntegratore(ctx, i)
}

// CreaAgente adds an officer.
func (s *Servizio) CreaAgente(ctx context.Context, a Agente) (voce.Esito, error) {
	a.Operatore = strings.ToLower(a.Operatore)
	if err := a.valida(); err != nil {
		return "", err
	}
	return s.Store.CreaAgente(ctx, a)
}

// CreaPortale adds a portal.
func (s *Servizio) CreaPortale(ctx context.Context, p Portale) (voce.Esito, error) {
	if err := p.valida(); err != nil {
		return "", err
	}
	return s.Store.CreaPortale(ctx, p)
}

// CreaIntervallo adds a range of notice numbers. Ranges of one creditor and segregation never
// overlap, whichever tenant they belong to: the same number would be given twice.
func (s *Servizio) CreaIntervallo(ctx context.Context, i Intervallo) (voce.Esito, error) {
	if i.CodiceFiscaleEnte == "" && i.Tenant != "" {
		ente, err := s.Store.CodiceFiscale(ctx, i.Tenant)
		if err != nil {
			return "", err
		}
		i.CodiceFiscaleEnte = ente
	}
	ente := partitaiva.Valida(i.CodiceFiscaleEnte)
	i.CodiceFiscaleEnte = ente.Normalizzata
	var g guasti
	g.se(i.Tenant == "", "tenant", "manca")
	g.se(!ente.Valida, "codice-fiscale-ente", ente.Motivo)
	g.forma("segregazione", i.Segregazione, `^[0-9]{2}$`, "due cifre")
	g.forma("prefisso", i.Prefisso, `^[0-9]{1,8}$`, "da 1 a 8 cifre")
	if err := voce.Raccogli(g); err != nil {
		return "", err
	}
	return s.Store.CreaIntervallo(ctx, i)
}

// Imposta sets a value of a tenant from a day on; the value that was there for that day is replaced.
func (s *Servizio) Imposta(ctx context.Context, i Impostazione) (voce.Esito, error) {
	var g guasti
	g.se(i.Tenant == "", "tenant", "manca")
	g.forma("CHIAVE", i.Chiave, `^[a-z][a-zA-Z0-9.]{1,79}$`, "parole con il punto, come validazione.SOAP")
	g.se(!json.Valid([]byte(i.Valore)), "JSON", "non è JSON valido: una stringa si scrive fra virgolette")
	if i.ValidaDa != "" {
		_, err := time.Parse(time.DateOnly, i.ValidaDa)
		g.se(err != nil, "dal", "una data AAAA-MM-GG")
	}
	if err := voce.Raccogli(g); err != nil {
		return "", err
	}
	return s.Store.Imposta(ctx, i)
}
