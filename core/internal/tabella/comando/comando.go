// Package comando is «core tabelle»: the tables from the command line.
package comando

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella/pagina"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Comando is core tabelle.
func Comando(esegui comandi.Esecutore) *cobra.Command {
	return comandi.Gruppo("tabelle", "violazioni, tariffe, comuni e strade, con le loro versioni",
		comandoElenca(esegui), comandoEsporta(esegui), comandoImporta(esegui), comandoDecreto(esegui), comandoCorreggi(esegui))
}

func comandoElenca(esegui comandi.Esecutore) *cobra.Command {
	var tenant string
	c := &cobra.Command{Use: "elenca", Short: "le tabelle e la loro versione attuale", Args: comandi.Esatti(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				if err := noto(ctx, b, tenant); err != nil {
					return "", err
				}
				tutte, err := tabella.Nuovo(b.Pools, clock.Now).Elenca(ctx, tenant)
				if err != nil {
					return "", err
				}
				return voce.Tabella([]string{"TABELLA", "VERSIONE", "RIGHE", "CARICATA", "DA", "PERCHÉ"},
					func(voce.Filtro) (voce.Pagina[tabella.Stato], error) {
						return voce.Pagina[tabella.Stato]{Elementi: tutte}, nil
					},
					func(s tabella.Stato) []string {
						return []string{s.Nome, strconv.Itoa(s.Versione), strconv.Itoa(s.Righe), tabella.Quando(s.Caricata), s.Attore, s.Nota}
					})
			})
		}}
	c.Flags().StringVar(&tenant, "tenant", "", "anche le tabelle di questo tenant")
	return c
}

func comandoEsporta(esegui comandi.Esecutore) *cobra.Command {
	var q tabella.Quale
	var versione int
	c := &cobra.Command{Use: "esporta NOME", Short: "scrive una tabella come CSV", Args: comandi.Esatti("NOME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			q.Nome = args[0]
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				if err := ammessa(ctx, b, q); err != nil {
					return "", err
				}
				scrivi, _, err := tabella.Nuovo(b.Pools, clock.Now).Esporta(ctx, q, max(versione, 0))
				if err != nil {
					return "", err
				}
				return tabella.Testo(scrivi)
			})
		}}
	c.Flags().StringVar(&q.Tenant, "tenant", "", "tenant a cui appartiene la tabella (strade, reparti)")
	c.Flags().IntVar(&versione, "versione", 0, "una versione precedente; senza, quella attuale")
	return c
}

// daFile is an import as the command line asks for it.
type daFile struct {
	tabella.Importazione
	percorso string
	compresa bool
	prova    bool
}

func comandoImporta(esegui comandi.Esecutore) *cobra.Command {
	var d daFile
	c := &cobra.Command{Use: "importa NOME FILE", Short: "carica un file CSV come nuova versione di una tabella",
		Args: func(cmd *cobra.Command, args []string) error {
			if d.compresa {
				return comandi.Esatti("NOME")(cmd, args)
			}
			return comandi.Esatti("NOME", "FILE")(cmd, args)
		},
		Long: `Carica un file CSV come nuova versione di una tabella; FILE - è l'ingresso.

Un file di violazioni, comuni o strade è la tabella intera: ciò che manca viene tolto. Un file di tariffe aggiunge nuovi
importi alle violazioni: è il decreto biennale. Per i comuni va bene anche l'archivio nazionale di ANPR. Il file viene
controllato tutto: se una riga è sbagliata non viene scritto nulla. Con --prova si vede soltanto che cosa cambierebbe, quanti
verbali già fatti la nuova versione prezza diversamente e, se porta nuovi importi, una simulazione sui verbali del mese scorso.
Con --compresa, senza FILE, si carica la tabella che il programma porta con sé: così una correzione arriva a una piattaforma che
lavora.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if d.Nome, d.Base = args[0], tabella.Qualunque; !d.compresa {
				d.percorso = args[1]
			}
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				if err := ammessa(ctx, b, d.Quale); err != nil {
					return "", err
				}
				return d.carica(ctx, tabella.Nuovo(b.Pools, clock.Now), cmd.InOrStdin())
			})
		}}
	c.Flags().StringVar(&d.Tenant, "tenant", "", "tenant a cui appartiene la tabella (strade)")
	c.Flags().BoolVar(&d.compresa, "compresa", false, "la tabella che il programma porta con sé (violazioni, comuni)")
	c.Flags().BoolVar(&d.prova, "prova", false, "mostra che cosa cambierebbe, senza scrivere")
	c.Flags().BoolVar(&d.Forza, "forza", false, "cambia anche ciò che valeva in giorni passati, o toglie più di metà delle righe")
	c.Flags().StringVar(&d.Nota, "nota", "", "perché si carica: resta nella storia")
	return c
}

func comandoCorreggi(esegui comandi.Esecutore) *cobra.Command {
	var prova bool
	c := &cobra.Command{Use: "correggi", Short: "porta nelle violazioni ciò che il programma ha corretto", Args: comandi.Esatti(),
		Long: `Porta nella tabella delle violazioni le righe corrette che il programma comprende, come nuova versione. Ciò che il comando
o la piattaforma ha cambiato da sé resta com'è, e viene detto. Con --prova si vede soltanto che cosa cambierebbe. Che cosa
è stato corretto, e da quale fonte, lo dice «core tabelle correzioni».`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				r, err := tabella.Nuovo(b.Pools, clock.Now).Correggi(ctx, prova)
				if err != nil {
					return "", err
				}
				return corretta(r), nil
			})
		}}
	c.Flags().BoolVar(&prova, "prova", false, "mostra che cosa cambierebbe, senza scrivere")
	return c
}

// corretta prints the changes of a correction, without the line about --forza: no person has to confirm them.
func corretta(r tabella.Rapporto) string {
	if !r.Rapporto.Vuoto() {
		return strings.TrimSuffix(riassunto(tabella.Violazioni, r), "\n"+senzaForza)
	}
	righe := []string{fmt.Sprintf("tabella %s: nulla da correggere, resta la versione %d", tabella.Violazioni, r.Versione)}
	for _, a := range r.Avvisi {
		righe = append(righe, "Avviso: "+a)
	}
	return strings.Join(righe, "\n")
}

// senzaForza ends the preview of an import that a person has to confirm.
const senzaForza = "Senza --forza il caricamento sarà rifiutato."

func (d daFile) carica(ctx context.Context, s *tabella.Servizio, ingresso io.Reader) (string, error) {
	file, err := d.leggi(ingresso)
	if err != nil {
		return "", err
	}
	d.File = file
	fai := s.Importa
	if d.prova {
		fai = func(ctx context.Context, i tabella.Importazione) (tabella.Rapporto, error) {
			return s.AnteprimaConEffetti(ctx, i.Quale, i.File)
		}
	}
	r, err := fai(ctx, d.Importazione)
	if e := problem.As(err); e != nil && (e.Codice == tabella.CodiceRetroattiva || e.Codice == tabella.CodiceSvuotata) {
		detta := *e
		detta.Dettaglio += " Per confermarla: --forza."
		return "", &detta
	}
	if err != nil {
		return "", err
	}
	return riassunto(d.Nome, r), nil
}

func (d daFile) leggi(ingresso io.Reader) ([]byte, error) {
	if d.compresa {
		return tabella.Compresa(d.Nome)
	}
	return leggiFile(d.percorso, ingresso)
}

// leggiFile reads a file, or the input of the command, not further than a table may be long.
func leggiFile(percorso string, ingresso io.Reader) ([]byte, error) {
	if percorso != "-" {
		f, err := os.Open(percorso)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, problem.CampoNonValido("FILE", "non si legge: "+percorso+" non c'è")
		}
		if err != nil {
			return nil, problem.CampoNonValido("FILE", "non si legge: "+err.Error())
		}
		defer func() { _ = f.Close() }()
		ingresso = f
	}
	file, err := io.ReadAll(io.LimitReader(ingresso, tabella.FileMassimo+1))
	if err != nil {
		return nil, problem.CampoNonValido("FILE", "non si legge: "+err.Error())
	}
	return file, nil
}

// ammessa refuses an unknown table, and a tenant's table without a known tenant.
func ammessa(ctx context.Context, b *comandi.Banco, q tabella.Quale) error {
	switch {
	case !slices.Contains(tabella.Nomi(), q.Nome):
		return problem.CampoNonValido("NOME", "deve essere uno fra "+strings.Join(tabella.Nomi(), ", "))
	case tabella.DelTenant(q.Nome) && q.Tenant == "":
		return problem.CampoNonValido("tenant", "manca: "+q.Nome+" è di ogni comando")
	case !tabella.DelTenant(q.Nome) && q.Tenant != "":
		return problem.CampoNonValido("tenant", q.Nome+" è una tabella della piattaforma")
	}
	return noto(ctx, b, q.Tenant)
}

func noto(ctx context.Context, b *comandi.Banco, tenant string) error {
	return voce.Transazione(ctx, b.Pools, func(tx *db.Tx) error { return voce.RichiedeTenant(tx, tenant) })
}

// mostrate is how many rows of each list of a difference the command line prints.
const mostrate = 20

// riassunto prints a difference: how many rows, and the first of each list.
func riassunto(nome string, r tabella.Rapporto) string {
	righe := []string{esito(nome, r)}
	for _, p := range pagina.Parti(r, func(string) int { return 0 }) {
		righe = append(righe, fmt.Sprintf("%s: %d", p.Titolo, p.Tutte))
		for _, v := range p.Voci[:min(len(p.Voci), mostrate)] {
			marca := ""
			if v.Retroattiva {
				marca = " [giorni passati]"
			}
			righe = append(righe, "  "+v.Codice+" dal "+v.Dal+marca+": "+strings.Join(v.Celle, "; "))
		}
		if altre := p.Tutte - mostrate; altre > 0 {
			righe = append(righe, fmt.Sprintf("  … e altre %d", altre))
		}
	}
	righe = append(righe, fmt.Sprintf("Righe invariate: %d", r.Rapporto.Invariate))
	for _, a := range r.Avvisi {
		righe = append(righe, "Avviso: "+a)
	}
	righe = append(righe, effetti(r.Effetti)...)
	if r.Esito == tabella.EsitoAnteprima && (len(r.Retroattive) > 0 || r.Svuota) {
		righe = append(righe, senzaForza)
	}
	return strings.Join(righe, "\n")
}

func esito(nome string, r tabella.Rapporto) string {
	switch r.Esito {
	case tabella.EsitoCaricata:
		return fmt.Sprintf("tabella %s: caricata la versione %d", nome, r.Versione)
	case tabella.EsitoInvariata:
		return fmt.Sprintf("tabella %s: il file non cambia nulla, resta la versione %d", nome, r.Versione)
	}
	return fmt.Sprintf("tabella %s: prova sulla versione %d, non è stato scritto nulla", nome, r.Versione)
}

// effetti are what becomes of the fines that are there, as the command line says it.
func effetti(e *tabella.Effetti) (righe []string) {
	if e == nil {
		return nil
	}
	if frasi := e.Frasi(); len(frasi) > 0 {
		righe = append(righe, "Verbali già fatti che la nuova versione prezza diversamente, per comando:")
		for _, f := range frasi {
			righe = append(righe, "  "+f)
		}
	}
	if s := e.Simulazione; s != nil {
		righe = append(righe, s.Detta()+":")
		for _, x := range s.Comandi {
			righe = append(righe, "  "+x.Tenant+": "+x.Confronto())
		}
		righe = append(righe, "  in tutto: "+s.Totale().Confronto())
	}
	return righe
}
