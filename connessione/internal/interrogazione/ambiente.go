package interrogazione

import (
	"context"
	"fmt"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Ambienti are the clients of a register of the State. Production and tests have addresses of their own; the command of the
// context is served by the one where its client of PDND lives. An installation may have one, both or none.
type Ambienti[C any] struct {
	Registro string   // as people call it
	EService []string // the names of its e-services in the settings of a command
	Client   map[string]C
	Anagrafe *anagrafe.Copy
	Adesso   func() time.Time
}

// Di is the client for the command of the context; 409 where the installation has no address for its environment, or where the
// command's e-services of the register live in two.
func (a Ambienti[C]) Di(ctx context.Context) (c C, err error) {
	ambiente, err := a.Ambiente(ctx)
	if err != nil {
		return c, err
	}
	c, collegato := a.Client[ambiente]
	switch {
	case collegato:
		return c, nil
	case len(a.Client) == 0:
		return c, SenzaIndirizzo(a.Registro)
	}
	return c, problem.Conflitto(NonConfigurato, fmt.Sprintf("%s non è collegato a questa installazione per l'ambiente %s della PDND, che è quello del client del comando: "+
		"manca quell'indirizzo fra le impostazioni del servizio.", a.Registro, ambiente))
}

// Ambiente is the environment in which the command of the context asks: fruizione.Produzione or Collaudo, where
// attestation is done too. A command that has not set the e-service asks in production, and PDND's settings refuse it.
func (a Ambienti[C]) Ambiente(ctx context.Context) (string, error) {
	if err := a.Anagrafe.Wait(ctx); err != nil {
		return "", err
	}
	var eService map[string]fruizione.EService
	var client map[string]fruizione.Client
	del, oggi := a.Anagrafe.Of(tenant.Name(ctx)), calendario.Da(a.Adesso()).String()
	for chiave, dove := range map[string]any{fruizione.ChiaveEService: &eService, fruizione.ChiaveClient: &client} {
		if _, err := del.Impostazione(chiave, oggi, dove); err != nil {
			return "", err
		}
	}
	scelto := ""
	for _, nome := range a.EService {
		c, c1 := client[eService[nome].Client]
		if !c1 {
			continue
		}
		suo := fruizione.Collaudo
		if c.Ambiente == fruizione.Produzione {
			suo = fruizione.Produzione
		}
		if scelto != "" && scelto != suo {
			return "", problem.Conflitto(pdnd.CodeNotConfigured, fmt.Sprintf("Gli e-service di %s usano client di ambienti diversi della PDND: "+
				"nelle impostazioni della PDND devono essere tutti di produzione, o tutti di collaudo.", a.Registro))
		}
		scelto = suo
	}
	if scelto == "" {
		scelto = fruizione.Produzione
	}
	return scelto, nil
}

// Chiave keeps the answers of the tests from those of production, under the key of a question.
func (a Ambienti[C]) Chiave(ctx context.Context, chiave string) (string, error) {
	ambiente, err := a.Ambiente(ctx)
	if err != nil || ambiente == fruizione.Produzione {
		return chiave, err
	}
	return ambiente + "|" + chiave, nil
}
