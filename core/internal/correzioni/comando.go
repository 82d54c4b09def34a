// Package correzioni is core tabelle correzioni: what the program has corrected in its table of violations, printed as Markdown
// from the two tables that it carries.
package correzioni

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

const premessa = `# Correzioni della tabella delle violazioni

La tabella delle violazioni è stata riletta sul testo consolidato del Codice (Normattiva, 29 luglio 2026), sulle leggi dal 2019
al 2026 e sui decreti degli importi. Dove era sbagliata, o riuniva fatti che la legge punisce in modo diverso, la riga è cambiata;
le righe che mancavano sono state aggiunte.

- **Un codice non perde mai il suo significato.** I codici di prima valgono tutti. Quello che riuniva fatti diversi è *diviso*:
  prezza da solo i giorni in cui i fatti avevano la stessa sanzione, e dopo porta alle righe che ne hanno preso il posto. Se la
  lettera non ne lascia una sola, il verbale attende (DA_VALIDARE, avvertenza VIOLAZIONE_DA_SCEGLIERE) e una persona sceglie.
- **Anche le citazioni di prima valgono.** Chi cita un comma, una lettera o una classe di veicolo che individuava una riga sola la
  ritrova, o trova le righe fra cui scegliere. Una lettera che nessuna delle due tabelle ha è rifiutata (lettera) se il comma è
  diviso per lettere; altrimenti il verbale attende (RIGA_DUBBIA).
- **Le date contano.** Una violazione di novembre 2024 si calcola con le cifre di novembre 2024.
- **Ciò che è già stato notificato non cambia da sé.** Quali verbali sono stati calcolati con una riga poi corretta, e che cosa si
  può fare, lo dice «elaborazione verifica tariffe».
- **Come arriva.** «core piattaforma prepara» la carica come nuova versione; altrimenti «core tabelle correggi» (con --prova per
  vedere prima). Ciò che la piattaforma ha cambiato da sé resta com'è, e viene detto.

Gli importi sono in euro. «Ora» è la riga che vale oggi per quei giorni; di un codice diviso sono dette tutte quelle che ne hanno
preso il posto.
`

// Comando is core tabelle correzioni. It needs no database.
func Comando() *cobra.Command {
	return &cobra.Command{Use: "correzioni", Short: "che cosa il programma ha corretto nelle violazioni, e da quale fonte", Args: comandi.Esatti(),
		Long: `Scrive in Markdown ogni riga della tabella delle violazioni che il programma ha corretto, diviso o aggiunto, con le cifre di
prima e di ora, i giorni e la fonte, e le righe di cui qualcosa non è confermato.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), documento())
			return err
		}}
}

func documento() string {
	var b strings.Builder
	b.WriteString(premessa)
	for _, p := range sanzione.Correzioni() {
		b.WriteString("\n## " + p.Titolo + "\n\n")
		if p.Premessa != "" {
			b.WriteString(p.Premessa + "\n\n")
		}
		b.WriteString(riga(p.Colonne) + "\n|" + strings.Repeat("---|", len(p.Colonne)) + "\n")
		for _, r := range p.Righe {
			b.WriteString(riga(r) + "\n")
		}
	}
	return b.String()
}

// riga is a row of a table in Markdown.
func riga(celle []string) string {
	dette := make([]string, len(celle))
	for i, c := range celle {
		dette[i] = strings.ReplaceAll(c, "|", "\\|")
	}
	return "| " + strings.Join(dette, " | ") + " |"
}
