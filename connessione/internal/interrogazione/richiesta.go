// Package interrogazione is what every look-up of a person in the registers of the State has in common: its reason, its
// record, the answer of the day that nobody asks for twice, how much may be asked, and what a caller reads of a register
// that does not answer.
package interrogazione

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// motivi are the reasons for which a person may be looked up.
func motivi() []string {
	var tutti []string
	for _, m := range verbale.MotiviVisura() {
		tutti = append(tutti, string(m))
	}
	return tutti
}

// Perche is why somebody looks a person up, in every request.
type Perche struct {
	Motivo    string `json:"motivo"`
	Nota      string `json:"nota,omitempty"`
	IDVerbale string `json:"idVerbale,omitempty"`
}

// Chi is who asks: an account and its address, or work that nobody waits for.
type Chi struct {
	Attore, Indirizzo string
	InCoda            bool
	Urgente           bool // work whose fine is in the last days of its term: it may use the share kept for people
	Precedono         int  // questions that wait and are nearer to their term: the day is theirs first
}

// Richiesta is a look-up whose reason is in order.
type Richiesta struct {
	Chi
	Motivo, Nota string
	Verbale      uuid.NullUUID
	Pratica      string // the reference of the proceeding that registers keep: the fine's number, else an id

	Denominazione string // of the body that is looked up, where the fine has its name
}

// IDVerbale is the fine as outside systems are told of it; empty without one.
func (r Richiesta) IDVerbale() string {
	if !r.Verbale.Valid {
		return ""
	}
	return r.Verbale.UUID.String()
}

// Verifica gathers the fields at fault, so that the caller mends them at once.
type Verifica struct{ campi []problem.Campo }

// Manca notes a field.
func (v *Verifica) Manca(campo, messaggio string) {
	v.campi = append(v.campi, problem.Campo{Campo: campo, Messaggio: messaggio})
}

// Errore is the 400 with the fields noted.
func (v *Verifica) Errore() error {
	if len(v.campi) == 0 {
		return nil
	}
	return problem.NonValido(v.campi...)
}

// CodiceFiscale is a tax code in its one form.
func (v *Verifica) CodiceFiscale(campo, testo string) string {
	cf := codicefiscale.Valida(testo)
	if !cf.Valido {
		v.Manca(campo, cf.Motivo)
	}
	return cf.Normalizzato
}

// notaAlPiu is how long the words of a reason may be.
const notaAlPiu = 150

// Perche checks a reason; of the fine it checks the shape alone.
func (v *Verifica) Perche(p Perche, chi Chi) Richiesta {
	r := Richiesta{Chi: chi, Motivo: p.Motivo, Nota: strings.TrimSpace(p.Nota)}
	switch {
	case p.Motivo == "":
		v.Manca("motivo", "è obbligatorio: ogni interrogazione ha un motivo, che resta nel registro")
	case !slices.Contains(motivi(), p.Motivo):
		v.Manca("motivo", "uno di "+strings.Join(motivi(), ", "))
	}
	switch {
	case p.Motivo == string(verbale.MotivoAltro) && r.Nota == "":
		v.Manca("nota", "è obbligatoria con il motivo ALTRO")
	case r.Nota != "" && (!esterno.Tellable(r.Nota) || len(r.Nota) > notaAlPiu):
		v.Manca("nota", "deve avere al più 150 caratteri, senza caratteri di controllo")
	}
	if p.IDVerbale != "" {
		id, err := uuid.Parse(p.IDVerbale)
		if err != nil {
			v.Manca("idVerbale", "non è un identificativo")
		}
		r.Verbale = uuid.NullUUID{UUID: id, Valid: err == nil}
	}
	return r
}

// Completa finds the fine of a request, which must be one of the command's, and names its proceeding. A person looked up in
// order to be served must be on the fine.
func (s Store) Completa(ctx context.Context, r Richiesta, cercate ...Cercata) (Richiesta, error) {
	if !r.Verbale.Valid {
		r.Pratica = "INT-" + uuid.NewString()
		return r, nil
	}
	pratica, c, err := s.pratica(ctx, r.Verbale.UUID)
	if err == nil && !c {
		err = problem.CampoNonValido("idVerbale", "non è un verbale del comando")
	}
	if r.Pratica = pratica; err != nil {
		return r, err
	}
	return r, s.ammetti(ctx, r, cercate)
}

// Giorno reads a day that is not after today, in Rome.
func (v *Verifica) Giorno(campo, testo string, adesso time.Time) calendario.Giorno {
	g, err := calendario.Parse(testo)
	switch {
	case err != nil:
		v.Manca(campo, "deve essere un giorno nella forma AAAA-MM-GG")
	case g.After(calendario.Da(adesso)):
		v.Manca(campo, "è nel futuro")
	}
	return g
}

// Codici reads the tax codes of a list, each once.
func (v *Verifica) Codici(campo string, codici []string) (voci []Voce) {
	if len(codici) == 0 || len(codici) > VociAlPiu {
		v.Manca(campo, fmt.Sprintf("da 1 a %d codici fiscali", VociAlPiu))
		return nil
	}
	visti := map[string]bool{}
	for i, testo := range codici {
		if cf := v.CodiceFiscale(fmt.Sprintf("%s[%d]", campo, i), testo); !visti[cf] {
			visti[cf] = true
			voci = append(voci, Voce{Ordine: i + 1, CodiceFiscale: cf})
		}
	}
	return voci
}
