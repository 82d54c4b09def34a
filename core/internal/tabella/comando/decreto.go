package comando

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella/decreto"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

func comandoDecreto(esegui comandi.Esecutore) *cobra.Command {
	var d decreto.Scritto
	intera, prova := false, false
	c := &cobra.Command{Use: "decreto", Short: "calcola le tariffe che un decreto biennale farebbe dall'indice ISTAT", Args: comandi.Esatti(),
		Long: `Scrive il CSV delle tariffe che farebbe un decreto biennale (art. 195 c. 3 CdS) dall'indice ISTAT: gli importi in
vigore da almeno due anni, aggiornati e arrotondati all'euro. Nulla viene caricato: una persona confronta il file con il
decreto pubblicato, corregge il segno di verifica e lo carica con «core tabelle importa tariffe FILE». Con --intera scrive
invece tutta la tabella delle violazioni, da caricare con «core tabelle importa violazioni FILE»: anche le righe che il decreto
non tocca, perché in vigore da meno di due anni, vi risultano confermate fino al decreto seguente. La pagina «Decreto biennale»
prepara sempre la tabella intera: con --prova si vede, senza scrivere nulla, la stessa anteprima e che cosa --intera aggiunge.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			legge, err := d.Legge()
			if err != nil {
				return err
			}
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				s := tabella.Nuovo(b.Pools, clock.Now)
				if prova {
					r, err := decreto.Anteprima(ctx, s, legge)
					if err != nil {
						return "", err
					}
					return riassunto(tabella.Violazioni, r) + "\n" + soloIntera(r), nil
				}
				if intera {
					return decreto.Intero(ctx, s, legge)
				}
				return decreto.Tariffe(ctx, s, legge)
			})
		}}
	c.Flags().StringVar(&d.Variazione, "variazione", "", "variazione dell'indice in percento, con un decimale: 1.8 (obbligatoria)")
	c.Flags().StringVar(&d.Dal, "dal", "", "primo giorno dei nuovi importi, AAAA-MM-GG (obbligatorio)")
	c.Flags().StringVar(&d.Fonte, "fonte", "", "il decreto, come si cita (obbligatoria)")
	c.Flags().BoolVar(&intera, "intera", false, "scrive tutta la tabella delle violazioni")
	c.Flags().BoolVar(&prova, "prova", false, "mostra che cosa cambierebbe, come la pagina, al posto del file")
	return c
}

// soloIntera says in what the whole table after a decree goes beyond the file of its amounts.
func soloIntera(r tabella.Rapporto) string {
	return "Senza --intera il file delle tariffe porta " + voce.Quanti(int64(len(r.Rapporto.Aggiunte)), "riga con nuovi importi", "righe con nuovi importi") +
		"; con --intera, come nella pagina, anche " + voce.Quanti(int64(len(r.Rapporto.Modificate)), "riga che il decreto non tocca, confermata", "righe che il decreto non tocca, confermate") +
		" fino al decreto seguente."
}
