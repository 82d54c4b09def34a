package tabella

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// decreto is the biennial decree as a person types it.
type decreto struct {
	Variazione string `json:"variazione"`
	Dal        string `json:"dal"`
	Fonte      string `json:"fonte"`
}

func comandoDecreto(esegui comandi.Esecutore) *cobra.Command {
	var d decreto
	intera, prova := false, false
	c := &cobra.Command{Use: "decreto", Short: "calcola le tariffe che un decreto biennale farebbe dall'indice ISTAT", Args: comandi.Esatti(),
		Long: `Scrive il CSV delle tariffe che farebbe un decreto biennale (art. 195 c. 3 CdS) dall'indice ISTAT: gli importi in
vigore da almeno due anni, aggiornati e arrotondati all'euro. Nulla viene caricato: una persona confronta il file con il
decreto pubblicato, corregge il segno di verifica e lo carica con «core tabelle importa tariffe FILE». Con --intera scrive
invece tutta la tabella delle violazioni, da caricare con «core tabelle importa violazioni FILE»: anche le righe che il decreto
non tocca, perché in vigore da meno di due anni, vi risultano confermate fino al decreto seguente. La pagina «Decreto biennale»
prepara sempre la tabella intera: con --prova si vede, senza scrivere nulla, la stessa anteprima e che cosa --intera aggiunge.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			legge, err := d.legge()
			if err != nil {
				return err
			}
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				s := Nuovo(b.Pools, clock.Now)
				if prova {
					r, err := s.AnteprimaDecreto(ctx, legge)
					if err != nil {
						return "", err
					}
					return riassunto(Violazioni, r) + "\n" + soloIntera(r), nil
				}
				if intera {
					return s.DecretoIntero(ctx, legge)
				}
				return s.Decreto(ctx, legge)
			})
		}}
	c.Flags().StringVar(&d.Variazione, "variazione", "", "variazione dell'indice in percento, con un decimale: 1.8 (obbligatoria)")
	c.Flags().StringVar(&d.Dal, "dal", "", "primo giorno dei nuovi importi, AAAA-MM-GG (obbligatorio)")
	c.Flags().StringVar(&d.Fonte, "fonte", "", "il decreto, come si cita (obbligatoria)")
	c.Flags().BoolVar(&intera, "intera", false, "scrive tutta la tabella delle violazioni")
	c.Flags().BoolVar(&prova, "prova", false, "mostra che cosa cambierebbe, come la pagina, al posto del file")
	return c
}

var percento = regexp.MustCompile(`^([+-]?)(\d{1,3})(?:[.,](\d))?$`)

// legge reads what was typed: the index in thousandths, so that no fraction of it is lost.
func (d decreto) legge() (sanzione.Decreto, error) {
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

// Decreto gives the CSV of the tariffs that a decree would make of the present violations: only the rows
// of its day. Nothing is written.
func (s *Servizio) Decreto(ctx context.Context, d sanzione.Decreto) (string, error) {
	nuova, err := s.aggiornata(ctx, d)
	if err != nil {
		return "", err
	}
	return testoDi(func(w io.Writer) error { return sanzione.ScriviTariffeDel(w, nuova, d.ValidoDa) })
}

// DecretoIntero gives the CSV of the whole table of violations after a decree: what it leaves as it is, because in force for
// less than two years, is confirmed until the next one. Nothing is written.
func (s *Servizio) DecretoIntero(ctx context.Context, d sanzione.Decreto) (string, error) {
	nuova, err := s.aggiornata(ctx, d)
	if err != nil {
		return "", err
	}
	return testoDi(nuova.Scrivi)
}

// AnteprimaDecreto says what a decree would change of the violations, with what it means for the fines: the preview that the
// page and the command line show. Nothing is written.
func (s *Servizio) AnteprimaDecreto(ctx context.Context, d sanzione.Decreto) (Rapporto, error) {
	file, err := s.DecretoIntero(ctx, d)
	if err != nil {
		return Rapporto{}, err
	}
	return s.AnteprimaConEffetti(ctx, Quale{Nome: Violazioni}, []byte(file))
}

// soloIntera says in what the whole table after a decree goes beyond the file of its amounts.
func soloIntera(r Rapporto) string {
	return "Senza --intera il file delle tariffe porta " + voce.Quanti(int64(len(r.Rapporto.Aggiunte)), "riga con nuovi importi", "righe con nuovi importi") +
		"; con --intera, come nella pagina, anche " + voce.Quanti(int64(len(r.Rapporto.Modificate)), "riga che il decreto non tocca, confermata", "righe che il decreto non tocca, confermate") +
		" fino al decreto seguente."
}

// aggiornata is the present table of violations after a decree.
func (s *Servizio) aggiornata(ctx context.Context, d sanzione.Decreto) (*sanzione.Tabella, error) {
	q := Quale{Nome: Violazioni}
	stato, err := s.Stato(ctx, q)
	if err != nil {
		return nil, err
	}
	c, err := s.contenuto(ctx, q, stato.Versione)
	if err != nil {
		return nil, err
	}
	nuova, err := sanzione.Aggiorna(c.violazioni, d)
	if e, suo := errors.AsType[*cds.Errore](err); suo {
		return nil, problem.CampoNonValido(opzioneDi(e.Campo), e.Motivo)
	}
	if err != nil {
		return nil, guasti(err)
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
