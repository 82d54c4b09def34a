package utilita

import "github.com/piattaforma-verbali/verbali/shared/legge/sanzione"

// RichiestaVelocita gives a measured speed in km/h, with one decimal at most. Autocarro is a vehicle of
// art. 142 c. 3 lett. b, e, f, g, h, i, l; Data the day of the violation.
type RichiestaVelocita struct {
	Rilevata     *Numero `json:"rilevata"`
	Limite       *Numero `json:"limite"`
	Autocarro    *bool   `json:"autocarro"`
	Notturna     *bool   `json:"notturna"`
	Neopatentato *bool   `json:"neopatentato"`
	Recidiva     *bool   `json:"recidiva"`
	Data         *string `json:"data"`
}

// CalcolaVelocita is the net speed, its band, and what the table in force on the day asks for it.
func (s *Service) CalcolaVelocita(r RichiestaVelocita) (sanzione.EsitoVelocita, error) {
	var c campi
	domanda := sanzione.RichiestaVelocita{
		RilevataDecimi: int(decimi(&c, "rilevata", r.Rilevata)),
		Limite:         int(intero(&c, "limite", r.Limite)),
		Classe:         sanzione.Autoveicolo,
		Notturna:       oppure(r.Notturna, false),
		Neopatentato:   oppure(r.Neopatentato, false),
		Recidiva:       oppure(r.Recidiva, false),
		Data:           giorno(&c, "data", r.Data),
	}
	if oppure(r.Autocarro, false) {
		domanda.Classe = sanzione.Pesante
	}
	if err := c.errore(); err != nil {
		return sanzione.EsitoVelocita{}, err
	}
	e, err := s.Tabelle.Violazioni().Velocita(domanda)
	return e, rifiuto(err, map[string]string{"classe": "autocarro"})
}
