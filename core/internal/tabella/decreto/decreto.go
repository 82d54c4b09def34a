// Package decreto makes the table of violations that a biennial decree (art. 195 c. 3 CdS) would make of the present one.
// Nothing is written: a person looks at it, and loads it as any other file.
package decreto

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Scritto is the biennial decree as a person types it.
type Scritto struct {
	Variazione string `json:"variazione"`
	Dal        string `json:"dal"`
	Fonte      string `json:"fonte"`
}

var percento = regexp.MustCompile(`^([+-]?)(\d{1,3})(?:[.,](\d))?$`)

// Legge reads the text of the decree's form, the index in thousandths: no fraction of it is lost.
func (d Scritto) Legge() (sanzione.Decreto, error) {
	var campi []problem.Campo
	giorno, err := calendario.Parse(d.Dal)
	if err != nil {
		campi = append(campi, problem.Campo{Campo: "dal", Messaggio: "una data AAAA-MM-GG"})
	}
	parti := percento.FindStringSubmatch(strings.TrimSpace(d.Variazione))
	if parti == nil {
		campi = append(campi, problem.Campo{Campo: "variazione", Messaggio: "una percentuale con al più un decimale, come 1.8"})
	}
	if strings.TrimSpace(d.Fonte) == "" {
		campi = append(campi, problem.Campo{Campo: "fonte", Messaggio: "manca: il decreto, come si cita"})
	}
	if len(campi) > 0 {
		return sanzione.Decreto{}, problem.NonValido(campi...)
	}
	millesimi, err := strconv.Atoi(parti[1] + parti[2] + (parti[3] + "0")[:1])
	return sanzione.Decreto{ValidoDa: giorno, VariazioneMillesimi: millesimi, Fonte: strings.TrimSpace(d.Fonte)}, err
}

// Tariffe gives the CSV of the tariffs that a decree would make of the present violations: only the rows
// of its day. Nothing is written.
func Tariffe(ctx context.Context, s *tabella.Servizio, d sanzione.Decreto) (string, error) {
	nuova, err := aggiornata(ctx, s, d)
	if err != nil {
		return "", err
	}
	return tabella.Testo(func(w io.Writer) error { return sanzione.ScriviTariffeDel(w, nuova, d.ValidoDa) })
}

// Intero gives the CSV of the whole table of violations after a decree: what it leaves as it is, because in force for
// less than two years, is confirmed until the next one. Nothing is written.
func Intero(ctx context.Context, s *tabella.Servizio, d sanzione.Decreto) (string, error) {
	nuova, err := aggiornata(ctx, s, d)
	if err != nil {
		return "", err
	}
	return tabella.Testo(nuova.Scrivi)
}

// Anteprima says what a decree would change of the violations, with what it means for the fines: the preview that the
// page and the command line show. Nothing is written.
func Anteprima(ctx context.Context, s *tabella.Servizio, d sanzione.Decreto) (tabella.Rapporto, error) {
	file, err := Intero(ctx, s, d)
	if err != nil {
		return tabella.Rapporto{}, err
	}
	return s.AnteprimaConEffetti(ctx, tabella.Quale{Nome: tabella.Violazioni}, []byte(file))
}

// aggiornata is the present table of violations after a decree.
func aggiornata(ctx context.Context, s *tabella.Servizio, d sanzione.Decreto) (*sanzione.Tabella, error) {
	presente, err := s.Violazioni(ctx)
	if err != nil {
		return nil, err
	}
	nuova, err := sanzione.Aggiorna(presente, d)
	if e, suo := errors.AsType[*cds.Errore](err); suo {
		return nil, problem.CampoNonValido(opzioneDi(e.Campo), e.Motivo)
	}
	if err != nil {
		return nil, tabella.Guasti(err)
	}
	return nuova, nil
}

// opzioneDi is the name on the command line of a field of a decree.
func opzioneDi(campo string) string {
	if o, nota := map[string]string{"validoDa": "dal", "variazioneMillesimi": "variazione"}[campo]; nota {
		return o
	}
	return campo
}
