package registro

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
)

// Verifica is Veicolo's, of a licence.
func (p *Patente) Verifica(chiave string) error {
	if err := p.verifica(chiave); err != nil {
		return err
	}
	p.Avvertenze = p.Titolare.discordanze()
	return nil
}

func (p *Patente) verifica(chiave string) error {
	cf := codicefiscale.Valida(p.Titolare.CodiceFiscale)
	p.Titolare.CodiceFiscale = cf.Normalizzato
	err := Prima(
		Regola{targa.Normalizza(p.Numero) == chiave, "numero diverso da quello chiesto"},
		Regola{slices.Contains([]StatoPatente{Valida, Scaduta, Sospesa, Revocata}, p.Stato), "stato mancante o sconosciuto"},
		Regola{!p.Rilascio.IsZero() && !p.Scadenza.IsZero(), "rilascio o scadenza mancanti"},
		Regola{!p.Scadenza.Before(p.Rilascio), "scadenza prima del rilascio"},
		Regola{p.Stato != Sospesa || !p.SospesaFinoAl.IsZero(), "sospesa senza sospesaFinoAl"},
		Regola{p.Punti >= 0 && p.Punti <= 30, "punti fuori da 0..30"},
		Regola{len(p.Categorie) > 0 && len(p.Categorie) <= 30, "categorie mancanti"},
		Regola{cf.Valido, "codice fiscale del titolare mancante o errato"},
		Regola{p.Rilascio.After(p.Titolare.DataNascita) || p.Titolare.DataNascita.IsZero(), "patente rilasciata prima della nascita"},
	)
	if err != nil {
		return err
	}
	p.Numero = chiave
	if err := p.verificaCategorie(); err != nil {
		return err
	}
	pulisci(&p.Titolare.Cognome, &p.Titolare.Nome)
	if err := p.Titolare.verifica(); err != nil || p.Titolare.Indirizzo == (Indirizzo{}) {
		return err
	}
	return p.Titolare.Indirizzo.verifica()
}

func (p *Patente) verificaCategorie() error {
	viste := map[string]bool{}
	for _, c := range p.Categorie {
		err := Prima(
			Regola{Testo(c.Codice) && len(c.Codice) <= 4, "categoria senza codice"},
			Regola{!c.Dal.IsZero() && !c.Scadenza.IsZero(), "categoria senza date"},
			Regola{!c.Scadenza.Before(c.Dal), "categoria che scade prima di iniziare"},
			Regola{!viste[c.Codice], "categoria ripetuta"},
		)
		if err != nil {
			return err
		}
		viste[c.Codice] = true
	}
	return nil
}
