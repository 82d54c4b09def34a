package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// rapporto is the outcome of a run: the machine and the figures.
type rapporto struct {
	Macchina banco.Macchina `json:"macchina"`
	Breve    bool           `json:"breve"`
	Righe    []rigaMisurata `json:"righe"`
}

type rigaMisurata struct {
	Nome   string `json:"nome"`
	Titolo string `json:"titolo"`
	esito
	Errore           string  `json:"errore,omitempty"` // why it did not run
	senzaLimite      bool    // the limit could not be measured
	Secondi          float64 `json:"secondi"`
	EstraneiPerCento float64 `json:"estraneiPerCento"` // of the processors, used by others meanwhile
}

// scrivi prints the machine, the table and the notes.
func (r rapporto) scrivi(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "\n%s\n", r.Macchina.Testo()); err != nil {
		return fmt.Errorf("stampa del rapporto: %w", err)
	}
	if r.Breve {
		_, _ = fmt.Fprintln(w, "Giri brevi: cifre per provare il banco, non da citare.")
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "\nRIGA\tMISURA\tVALORE\tUNITÀ\tRAPPORTO\tRISPETTO A\tTRAGUARDO\tRAGGIUNTO")
	for _, x := range r.Righe {
		for _, c := range x.Cifre {
			_, _ = fmt.Fprintln(t, colonne(c, x.Nome))
		}
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("stampa del rapporto: %w", err)
	}
	return r.scriviNote(w)
}

// colonne is the line of the table, its cells divided by tabs.
func colonne(c misura.Cifra, nome string) string {
	rapporto, rispetto, traguardo := "", c.Rispetto, ""
	if c.Rapporto != 0 {
		rapporto = misura.Numero(c.Rapporto)
	}
	if c.Traguardo != nil {
		traguardo = c.Traguardo.Testo()
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", nome, c.Nome, misura.Numero(c.Valore), c.Unita, rapporto, rispetto, traguardo, c.Giudizio())
}

func (r rapporto) scriviNote(w io.Writer) error {
	for _, x := range r.Righe {
		for _, n := range x.Note {
			if _, err := fmt.Fprintf(w, "\n%s: %s\n", x.Nome, n); err != nil {
				return fmt.Errorf("stampa del rapporto: %w", err)
			}
		}
	}
	return nil
}

// salva writes the run as JSON, for a person who compares runs.
func (r rapporto) salva(percorso string) error {
	dati, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("--json: %w", err)
	}
	if err := os.WriteFile(percorso, append(dati, '\n'), 0o644); err != nil {
		return fmt.Errorf("--json: %w", err)
	}
	return nil
}
