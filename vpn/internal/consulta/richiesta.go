package consulta

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/patente"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// verifica gathers the fields at fault, so that the caller mends them at once.
type verifica struct{ campi []problem.Campo }

func (v *verifica) manca(campo, messaggio string) {
	v.campi = append(v.campi, problem.Campo{Campo: campo, Messaggio: messaggio})
}

func (v *verifica) errore() error {
	if len(v.campi) == 0 {
		return nil
	}
	return problem.NonValido(v.campi...)
}

func (v *verifica) motivo(testo string) string {
	testo = strings.TrimSpace(testo)
	switch {
	case testo == "":
		v.manca("motivo", "è obbligatorio: ogni consultazione ha un motivo, che resta nel registro")
	case !esterno.Tellable(testo):
		v.manca("motivo", "deve avere al più 200 caratteri, senza caratteri di controllo")
	}
	return testo
}

// causa is a word of the list; without one, as programs asked before there was a list, the words say all.
func (v *verifica) causa(testo string) verbale.CausaConsulta {
	if testo != "" && !slices.Contains(verbale.CauseConsulta(), verbale.CausaConsulta(testo)) {
		var tutte []string
		for _, c := range verbale.CauseConsulta() {
			tutte = append(tutte, string(c))
		}
		v.manca("causa", "una di "+strings.Join(tutte, ", "))
	}
	return verbale.CausaConsulta(testo)
}

func (v *verifica) targa(testo string) string {
	esito := targa.Valida(testo, "IT")
	if !esito.Valida {
		v.manca("targa", esito.Motivo)
	}
	return esito.Normalizzata
}

func (v *verifica) patente(testo string) string {
	esito := patente.Valida(testo, "IT")
	if !esito.Valida {
		v.manca("numero", esito.Motivo)
	}
	return esito.Normalizzata
}

// giorno reads a day not after today; none is today, in Rome.
func (v *verifica) giorno(testo string, oggi calendario.Giorno) calendario.Giorno {
	if testo == "" {
		return oggi
	}
	g, err := calendario.Parse(testo)
	switch {
	case err != nil:
		v.manca("data", "deve essere un giorno nella forma AAAA-MM-GG")
	case g.After(oggi):
		v.manca("data", "è nel futuro")
	}
	return g
}
