// Package ricalcolo is elaborazione ricalcola: every fine is made again from its events and compared with
// what the tables hold.
package ricalcolo

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
)

// The memory that the replay takes: the fines read at a time, and the differing ones printed.
const (
	porzione = 200
	mostrati = 1000
)

// Rapporto is what the replay of a tenant's fines found; Elenco holds the first thousand that differ.
type Rapporto struct {
	Tenant  string         `json:"tenant"`
	Verbali int            `json:"verbali"`
	Eventi  int            `json:"eventi"`
	Diversi int            `json:"diversi"`
	Elenco  []vita.Diverso `json:"elenco"`
}

type opzioni struct {
	tenant, verbale string
	json            bool
}

const aiuto = `Rifà ogni verbale dai suoi eventi e lo confronta con ciò che le tabelle dicono, anche per i verbali importati. Non scrive nulla.
Ogni differenza è un difetto: è stampata con ciò che dicono gli eventi e ciò che dice la tabella, e il comando esce con codice 1.
Vale anche per un tenant sospeso; si può usare mentre il servizio lavora.`

// Comando is elaborazione ricalcola.
func Comando(esegui comandi.Esecutore) *cobra.Command {
	var o opzioni
	c := &cobra.Command{Use: "ricalcola", Short: "confronta i verbali con i loro eventi", Long: aiuto,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return problem.CampoNonValido(args[0], "argomento di troppo")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return esegui(cmd, o.tenant, func(ctx context.Context, p *db.Pools) error { return o.ricalcola(ctx, cmd, p) })
		}}
	c.Flags().StringVar(&o.tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&o.verbale, "verbale", "", "identificativo di un solo verbale")
	c.Flags().BoolVar(&o.json, "json", false, "scrive il rapporto in JSON")
	return c
}

func (o opzioni) ricalcola(ctx context.Context, cmd *cobra.Command, p *db.Pools) error {
	s := archivio.NuovoStore(p, clock.Now)
	t, _ := tenant.From(ctx)
	r := &Rapporto{Tenant: t.Nome, Elenco: []vita.Diverso{}}
	var err error
	if o.verbale != "" {
		err = r.uno(ctx, s, o.verbale)
	} else {
		err = r.tutti(ctx, s, cmd.ErrOrStderr())
	}
	if err != nil {
		return err
	}
	if err := o.stampa(cmd.OutOrStdout(), r); err != nil {
		return err
	}
	if r.Diversi > 0 {
		return problem.Conflitto("PROIEZIONE_DIVERSA", fmt.Sprintf("Verbali diversi da ciò che dicono i loro eventi: %d su %d.", r.Diversi, r.Verbali))
	}
	return nil
}

func (r *Rapporto) uno(ctx context.Context, s *archivio.Store, chiesto string) error {
	id, err := uuid.Parse(chiesto)
	if err != nil {
		return problem.CampoNonValido("verbale", "non è un identificativo: "+chiesto)
	}
	trovato, err := s.RicalcolaUno(ctx, id)
	if err != nil {
		return err
	}
	r.aggiungi(trovato)
	return nil
}

// tutti goes over the fines in order of id, those recorded meanwhile included.
func (r *Rapporto) tutti(ctx context.Context, s *archivio.Store, avvisi io.Writer) error {
	quanti, err := s.Quanti(ctx)
	if err != nil {
		return err
	}
	avanza, fine := comandi.Barra(avvisi, "ricalcolo", quanti)
	defer fine()
	for dopo := uuid.Nil; ; {
		trovati, err := s.RicalcolaDopo(ctx, dopo, porzione)
		if err != nil || trovati.Verbali == 0 {
			return err
		}
		r.aggiungi(trovati)
		avanza(int64(r.Verbali))
		dopo = trovati.Ultimo
	}
}

func (r *Rapporto) aggiungi(x scrittura.Ricalcolati) {
	r.Verbali += x.Verbali
	r.Eventi += x.Eventi
	r.Diversi += len(x.Diversi)
	r.Elenco = append(r.Elenco, x.Diversi[:min(len(x.Diversi), mostrati-len(r.Elenco))]...)
}

func (o opzioni) stampa(w io.Writer, r *Rapporto) (err error) {
	if o.json {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		err = e.Encode(r)
	} else {
		_, err = io.WriteString(w, r.Testo())
	}
	if err != nil {
		return fmt.Errorf("ricalcolo: rapporto: %w", err)
	}
	return nil
}

// Testo is the report for a person.
func (r *Rapporto) Testo() string {
	var b strings.Builder
	for _, d := range r.Elenco {
		fmt.Fprintf(&b, "verbale %s\n", d.Verbale)
		for _, x := range d.Differenze {
			fmt.Fprintf(&b, "  %s\n    dagli eventi:  %s\n    nella tabella: %s\n", x.Parte, x.Eventi, x.Proiettata)
		}
	}
	if altri := r.Diversi - len(r.Elenco); altri > 0 {
		fmt.Fprintf(&b, "e altri %d\n", altri)
	}
	fmt.Fprintf(&b, "Tenant %s: %d verbali rifatti da %d eventi, %d diversi.\n", r.Tenant, r.Verbali, r.Eventi, r.Diversi)
	return b.String()
}
