package tabella

import (
	"bytes"
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
				tutte, err := Nuovo(b.Pools, clock.Now).Elenca(ctx, tenant)
				if err != nil {
					return "", err
				}
				return voce.Tabella([]string{"TABELLA", "VERSIONE", "RIGHE", "CARICATA", "DA", "PERCHÉ"},
					func(voce.Filtro) (voce.Pagina[Stato], error) { return voce.Pagina[Stato]{Elementi: tutte}, nil },
					func(s Stato) []string {
						return []string{s.Nome, strconv.Itoa(s.Versione), strconv.Itoa(s.Righe), quando(s.Caricata), s.Attore, s.Nota}
					})
			})
		}}
	c.Flags().StringVar(&tenant, "tenant", "", "anche le tabelle di questo tenant")
	return c
}

func comandoEsporta(esegui comandi.Esecutore) *cobra.Command {
	var q Quale
	var versione int
	c := &cobra.Command{Use: "esporta NOME", Short: "scrive una tabella come CSV", Args: comandi.Esatti("NOME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			q.Nome = args[0]
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				if err := q.ammessa(ctx, b); err != nil {
					return "", err
				}
				scrivi, _, err := Nuovo(b.Pools, clock.Now).Esporta(ctx, q, max(versione, 0))
				if err != nil {
					return "", err
				}
				return testoDi(scrivi)
			})
		}}
	c.Flags().StringVar(&q.Tenant, "tenant", "", "tenant a cui appartiene la tabella (strade, reparti)")
	c.Flags().IntVar(&versione, "versione", 0, "una versione precedente; senza, quella attuale")
	return c
}

// testoDi is what a writer writes, without the end of its last line: the command ends it.
func testoDi(scrivi func(io.Writer) error) (string, error) {
	var testo bytes.Buffer
	if err := scrivi(&testo); err != nil {
		return "", err
	}
	return strings.TrimSuffix(testo.String(), "\n"), nil
}

// daFile is an import as the command line asks for it.
type daFile struct {
	Importazione
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
			if d.Nome, d.Base = args[0], Qualunque; !d.compresa {
				d.percorso = args[1]
			}
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				if err := d.ammessa(ctx, b); err != nil {
					return "", err
				}
				return d.carica(ctx, Nuovo(b.Pools, clock.Now), cmd.InOrStdin())
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
				r, err := Nuovo(b.Pools, clock.Now).Correggi(ctx, prova)
				if err != nil {
					return "", err
				}
				return corretta(r), nil
			})
		}}
	c.Flags().BoolVar(&prova, "prova", false, "mostra che cosa cambierebbe, senza scrivere")
	return c
}

// corretta prints what the correction changes; a person need not confirm what was wrong.
func corretta(r Rapporto) string {
	if !r.Rapporto.Vuoto() {
		return strings.TrimSuffix(riassunto(Violazioni, r), "\n"+senzaForza)
	}
	righe := []string{fmt.Sprintf("tabella %s: nulla da correggere, resta la versione %d", Violazioni, r.Versione)}
	for _, a := range r.Avvisi {
		righe = append(righe, "Avviso: "+a)
	}
	return strings.Join(righe, "\n")
}

// senzaForza ends the preview of an import that a person has to confirm.
const senzaForza = "Senza --forza il caricamento sarà rifiutato."

func (d daFile) carica(ctx context.Context, s *Servizio, ingresso io.Reader) (string, error) {
	file, err := d.leggi(ingresso)
	if err != nil {
		return "", err
	}
	d.File = file
	fai := s.Importa
	if d.prova {
		fai = func(ctx context.Context, i Importazione) (Rapporto, error) {
			return s.AnteprimaConEffetti(ctx, i.Quale, i.File)
		}
	}
	r, err := fai(ctx, d.Importazione)
	if e := problem.As(err); e != nil && (e.Codice == codiceRetroattiva || e.Codice == codiceSvuotata) {
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
		return Compresa(d.Nome)
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
	file, err := io.ReadAll(io.LimitReader(ingresso, FileMassimo+1))
	if err != nil {
		return nil, problem.CampoNonValido("FILE", "non si legge: "+err.Error())
	}
	return file, nil
}

// ammessa refuses a table that is none, or is of a tenant that is not named or not known.
func (q Quale) ammessa(ctx context.Context, b *comandi.Banco) error {
	switch {
	case !slices.Contains(Nomi(), q.Nome):
		return problem.CampoNonValido("NOME", "deve essere uno fra "+strings.Join(Nomi(), ", "))
	case DelTenant(q.Nome) && q.Tenant == "":
		return problem.CampoNonValido("tenant", "manca: "+q.Nome+" è di ogni comando")
	case !DelTenant(q.Nome) && q.Tenant != "":
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
func riassunto(nome string, r Rapporto) string {
	righe := []string{esito(nome, r)}
	for _, p := range parti(r, func(string) int { return 0 }) {
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
	righe = append(righe, r.Effetti.riassunto()...)
	if r.Esito == EsitoAnteprima && (len(r.Retroattive) > 0 || r.svuota) {
		righe = append(righe, senzaForza)
	}
	return strings.Join(righe, "\n")
}

func esito(nome string, r Rapporto) string {
	switch r.Esito {
	case EsitoCaricata:
		return fmt.Sprintf("tabella %s: caricata la versione %d", nome, r.Versione)
	case EsitoInvariata:
		return fmt.Sprintf("tabella %s: il file non cambia nulla, resta la versione %d", nome, r.Versione)
	}
	return fmt.Sprintf("tabella %s: prova sulla versione %d, non è stato scritto nulla", nome, r.Versione)
}
