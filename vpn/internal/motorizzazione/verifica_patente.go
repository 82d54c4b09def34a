package motorizzazione

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
)

// leggiPatente parses an answer about a licence.
func leggiPatente(corpo []byte, chiave string) (Patente, error) {
	var letta struct {
		Patente
		Punti *int `json:"punti"`
	}
	if err := esterno.JSON(corpo, &letta); err != nil {
		return Patente{}, err
	}
	p := letta.Patente
	if letta.Punti == nil {
		return Patente{}, esterno.Invalid("punti mancante")
	}
	p.Punti = *letta.Punti
	if err := p.verifica(chiave); err != nil {
		return Patente{}, err
	}
	p.Avvertenze = p.Titolare.discordanze()
	return p, nil
}

func (p *Patente) verifica(chiave string) error {
	cf := codicefiscale.Valida(p.Titolare.CodiceFiscale)
	p.Titolare.CodiceFiscale = cf.Normalizzato
	err := prima(
		regola{targa.Normalizza(p.Numero) == chiave, "numero diverso da quello chiesto"},
		regola{slices.Contains([]StatoPatente{Valida, Scaduta, Sospesa, Revocata}, p.Stato), "stato mancante o sconosciuto"},
		regola{!p.Rilascio.IsZero() && !p.Scadenza.IsZero(), "rilascio o scadenza mancanti"},
		regola{!p.Scadenza.Before(p.Rilascio), "scadenza prima del rilascio"},
		regola{p.Stato != Sospesa || !p.SospesaFinoAl.IsZero(), "sospesa senza sospesaFinoAl"},
		regola{p.Punti >= 0 && p.Punti <= 30, "punti fuori da 0..30"},
		regola{len(p.Categorie) > 0 && len(p.Categorie) <= 30, "categorie mancanti"},
		regola{cf.Valido, "codice fiscale del titolare mancante o errato"},
		regola{p.Rilascio.After(p.Titolare.DataNascita), "patente rilasciata prima della nascita"},
	)
	if err != nil {
		return err
	}
	p.Numero = chiave
	if err := p.verificaCategorie(); err != nil {
		return err
	}
	if err := p.Titolare.verifica(); err != nil {
		return err
	}
	return p.Titolare.Indirizzo.verifica()
}

func (p *Patente) verificaCategorie() error {
	viste := map[string]bool{}
	for _, c := range p.Categorie {
		err := prima(
			regola{testo(c.Codice) && len(c.Codice) <= 4, "categoria senza codice"},
			regola{!c.Dal.IsZero() && !c.Scadenza.IsZero(), "categoria senza date"},
			regola{!c.Scadenza.Before(c.Dal), "categoria che scade prima di iniziare"},
			regola{!viste[c.Codice], "categoria ripetuta"},
		)
		if err != nil {
			return err
		}
		viste[c.Codice] = true
	}
	return nil
}
