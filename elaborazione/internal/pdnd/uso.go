package pdnd

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// uso is an e-service as a command uses it today.
type uso struct {
	fruizione.EService

	Tenant, Nome string
	Cliente      fruizione.Client
	Autorita     *Autorita
	segreto      string // name of the file of the pseudonyms
}

// vuole reports whether the e-service asks for a pattern of ModI.
func (u uso) vuole(schema string) bool { return slices.Contains(u.Schemi, schema) }

// evidenza reports whether the e-service wants to know who asks.
func (u uso) evidenza() bool {
	return u.vuole(fruizione.Evidenza) || u.vuole(fruizione.EvidenzaLegata)
}

// usi are the settings of a command on PDND.
type usi struct {
	client     map[string]fruizione.Client
	eService   map[string]fruizione.EService
	pseudonimi string
}

func (s *Service) impostazioni(tenant string) (u usi, err error) {
	oggi := calendario.Da(s.Adesso()).String()
	for chiave, dove := range map[string]any{fruizione.ChiaveClient: &u.client, fruizione.ChiaveEService: &u.eService,
		fruizione.ChiavePseudonimi: &u.pseudonimi} {
		if _, err := s.Impostazione(tenant, chiave, oggi, dove); err != nil {
			return u, err
		}
	}
	return u, nil
}

// uso finds an e-service in the settings of a command; the error names a missing part.
func (s *Service) uso(tenant, nome string) (uso, error) {
	i, err := s.impostazioni(tenant)
	if err != nil {
		return uso{}, err
	}
	return s.usoDi(i, tenant, nome)
}

func (s *Service) usoDi(i usi, tenant, nome string) (uso, error) {
	e, c := i.eService[nome]
	if !c {
		return uso{}, nonConfigurato("Il comando non ha l'e-service «%s» fra le impostazioni della PDND.", nome)
	}
	u := uso{EService: e, Tenant: tenant, Nome: nome, segreto: i.pseudonimi}
	if u.Cliente, c = i.client[e.Client]; !c {
		return u, nonConfigurato("L'e-service «%s» usa il client «%s», che fra le impostazioni della PDND non c'è.", nome, e.Client)
	}
	if u.Autorita = s.Autorita[u.Cliente.Ambiente]; u.Autorita == nil {
		return u, nonConfigurato("Questa installazione non conosce l'ambiente %s della PDND.", u.Cliente.Ambiente)
	}
	if u.DPoP && fruizione.DPoPNonAmmesso(nome) {
		return u, nonConfigurato("L'e-service «%s» è impostato con dpop, che per lui non si può usare: il codice fiscale sta nell'indirizzo della chiamata, "+
			"che non si dà a chi firma la prova. Togliere dpop dalle impostazioni della PDND.", nome)
	}
	if mancano := fruizione.MancaAllEService(nome, e); len(mancano) > 0 {
		return u, nonConfigurato("L'e-service «%s» rifiuterebbe ogni chiamata: nelle impostazioni della PDND gli manca %s.", nome, strings.Join(mancano, ", "))
	}
	return u, nil
}

// cureAudience says what to do where PDND gives a voucher for another audience than the settings have.
func cureAudience(u uso, audience []string) string {
	suo := fruizione.ServizioAnpr(u.Nome)
	per := strings.Join(audience, ", ")
	if suo != "" && !strings.Contains(per, suo) {
		return fmt.Sprintf("la finalità %s è di un altro e-service (%s): in «%s» va scritta quella di %s.", u.Finalita, per, u.Nome, suo)
	}
	return "è per " + per + ": è quella l'audience da scrivere nelle impostazioni."
}

func nonConfigurato(frase string, a ...any) *problem.Error {
	return problem.Conflitto(pdnd.CodeNotConfigured, fmt.Sprintf(frase, a...))
}

// nomi are the names of a map in order.
func nomi[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// chiavi are the keys with which the e-service may be asked, those first that PDND has not just refused; err is why there are
// none.
func (s *Service) chiavi(u uso) (buone []modi.Key, err error) {
	var rifiutate []modi.Key
	for _, c := range u.Cliente.Chiavi {
		k, e := s.portachiavi.chiave(u.Tenant, c.File, c.Kid)
		switch {
		case e != nil:
			err = e
			s.Log.Warn("chiave PDND non utilizzabile", "tenant", u.Tenant, "file", c.File, "errore", e)
		case s.memoria.rifiutata(u, k.Kid, s.Adesso()) != nil:
			rifiutate = append(rifiutate, k)
		default:
			buone = append(buone, k)
		}
	}
	if buone = append(buone, rifiutate...); len(buone) > 0 {
		return buone, nil
	}
	return nil, problem.Conflitto(pdnd.CodeKey, fmt.Sprintf("Nessuna chiave del client «%s» è utilizzabile: lo stato delle chiavi dice perché.", u.Client)).With(err)
}
