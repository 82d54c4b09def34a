// Package verifica is elaborazione verifica: what a command looks over in the fines that are there.
package verifica

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/tariffa"
)

// Comando is elaborazione verifica.
func Comando(esegui comandi.Esecutore) *cobra.Command {
	c := &cobra.Command{Use: "verifica", Short: "controlla i verbali che ci sono", RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	c.AddCommand(tariffe(esegui))
	return c
}

const aiuto = `Elenca i verbali che furono prezzati con una riga della tabella delle violazioni che poi è stata corretta: che cosa fu chiesto, che cosa
chiede la legge, che cosa è stato pagato, in quale stato sono e che cosa può fare una persona. Non cambia alcun verbale. Con --segnala apre
su ciascuno l'anomalia TARIFFA_CORRETTA, una volta sola per ogni correzione, salvo dove non c'è nulla da fare. I verbali importati, di
un'altra legge, sono soltanto contati.`

type opzioni struct {
	tenant, da, a, rimedio, formato string
	segnala                         bool
}

// The forms of the list.
const (
	inTesto = "testo"
	inCSV   = "csv"
	inJSON  = "json"
)

func tariffe(esegui comandi.Esecutore) *cobra.Command {
	var o opzioni
	c := &cobra.Command{Use: "tariffe", Short: "i verbali prezzati con una riga corretta dopo", Long: aiuto,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return problem.CampoNonValido(args[0], "argomento di troppo")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !slices.Contains([]string{inTesto, inCSV, inJSON}, o.formato) {
				return problem.CampoNonValido("formato", "deve essere testo, csv o json")
			}
			f, err := lettore.LeggiCorrette(o.da, o.a, o.rimedio, "")
			if err != nil {
				return err
			}
			return esegui(cmd, o.tenant, func(ctx context.Context, p *db.Pools) error { return o.verifica(ctx, cmd, servizio(p), f) })
		}}
	c.Flags().StringVar(&o.tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&o.da, "da", "", "primo giorno della violazione, AAAA-MM-GG")
	c.Flags().StringVar(&o.a, "a", "", "ultimo giorno della violazione, AAAA-MM-GG")
	c.Flags().StringVar(&o.rimedio, "rimedio", "", "solo questi: "+elenco(revisione.Rimedi()))
	c.Flags().StringVar(&o.formato, "formato", inTesto, "testo, csv o json")
	c.Flags().BoolVar(&o.segnala, "segnala", false, "apre l'anomalia TARIFFA_CORRETTA sui verbali elencati")
	return c
}

func elenco(rimedi []revisione.Rimedio) string {
	parole := make([]string, len(rimedi))
	for i, r := range rimedi {
		parole[i] = string(r)
	}
	return strings.Join(parole, ", ")
}

func servizio(p *db.Pools) *tariffa.Service {
	copia := tabella.New(p, tabella.Violazioni)
	return &tariffa.Service{Archivio: archivio.NuovoStore(p, clock.Now), Lettore: lettore.Lettore{Pools: p}, Adesso: clock.Now,
		Tabella: func(ctx context.Context) (*sanzione.Tabella, error) {
			err := copia.Refresh(ctx)
			return copia.Violazioni(), err
		}}
}

// attore is who opens the anomalies: nobody has logged in.
const attore = "elaborazione verifica tariffe"

func (o opzioni) verifica(ctx context.Context, cmd *cobra.Command, s *tariffa.Service, f lettore.Corrette) error {
	importati, err := s.Lettore.Importati(ctx, f.Tratto)
	if err != nil {
		return err
	}
	u, err := nuovaUscita(cmd.OutOrStdout(), o.formato)
	if err != nil {
		return err
	}
	var r riepilogo
	versione, err := s.Percorri(ctx, f, func(v revisione.Verbale) (bool, error) {
		r.conta(v)
		return true, u.voce(v)
	})
	if err != nil {
		return err
	}
	r.Tabella, r.Importati = versione, importati
	if o.segnala {
		if r.Segnalati, err = segnala(ctx, s, f); err != nil {
			return err
		}
	}
	if err := u.fine(r); err != nil {
		return fmt.Errorf("verifica: uscita: %w", err)
	}
	if o.formato == inCSV { // the file holds rows alone
		_, err = io.WriteString(cmd.ErrOrStderr(), r.testo())
	}
	return err
}

// segnala asks until there are no more.
func segnala(ctx context.Context, s *tariffa.Service, f lettore.Corrette) (*event.RispostaTariffe, error) {
	var tutti event.RispostaTariffe
	for {
		r, err := s.Segnala(ctx, f, attore, "")
		if err != nil {
			return nil, err
		}
		tutti.Aperte, tutti.Gia, tutti.Occupati = tutti.Aperte+r.Aperte, tutti.Gia+r.Gia, tutti.Occupati+r.Occupati
		if r.Cursore == "" {
			return &tutti, nil
		}
		if f, err = lettore.LeggiCorrette(f.Da.String(), f.A.String(), string(f.Rimedio), r.Cursore); err != nil {
			return nil, err
		}
	}
}

// riepilogo counts the fines found.
type riepilogo struct {
	Tabella     string                      `json:"tabella"`
	Verbali     int                         `json:"verbali"`
	Importati   int                         `json:"importati"`
	PerRimedio  map[revisione.Rimedio]int   `json:"perRimedio"`
	Differenze  map[sanzione.Differenza]int `json:"differenze"`
	ChiestoCent importo.Cent                `json:"chiestoCent"` // of those whose row is certain
	DovutoCent  importo.Cent                `json:"dovutoCent"`
	Segnalati   *event.RispostaTariffe      `json:"segnalati,omitempty"`
}

func (r *riepilogo) conta(v revisione.Verbale) {
	if r.PerRimedio == nil {
		r.PerRimedio, r.Differenze = map[revisione.Rimedio]int{}, map[sanzione.Differenza]int{}
	}
	r.Verbali++
	r.PerRimedio[v.Rimedio]++
	for _, d := range v.Differenze() {
		r.Differenze[d]++
	}
	if v.DovutoCent != nil {
		r.ChiestoCent, r.DovutoCent = r.ChiestoCent+v.ChiestoCent, r.DovutoCent+*v.DovutoCent
	}
}

func (r *riepilogo) testo() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Verbali prezzati con una riga corretta dopo: %d. Verbali importati, non confrontati: %d.\n", r.Verbali, r.Importati)
	for _, d := range sanzione.Differenze() {
		if n := r.Differenze[d]; n > 0 {
			fmt.Fprintf(&b, "  %s: %d\n", d.Parola(), n)
		}
	}
	for _, x := range revisione.Rimedi() {
		if n := r.PerRimedio[x]; n > 0 {
			fmt.Fprintf(&b, "  %s (%s): %d\n", x.Parola(), x, n)
		}
	}
	if r.Verbali > 0 {
		fmt.Fprintf(&b, "Dove la riga è certa: chiesti %s, la legge chiede %s.\n", r.ChiestoCent.Euro(), r.DovutoCent.Euro())
	}
	if x := r.Segnalati; x != nil {
		fmt.Fprintf(&b, "Anomalie aperte: %d; c'erano già: %d; verbali occupati, da riprovare: %d.\n", x.Aperte, x.Gia, x.Occupati)
	}
	fmt.Fprintf(&b, "Tabella delle violazioni: %s.\n", r.Tabella)
	return b.String()
}

// uscita writes the fines as they are found.
type uscita interface {
	voce(v revisione.Verbale) error
	fine(r riepilogo) error
}

func nuovaUscita(w io.Writer, formato string) (uscita, error) {
	switch formato {
	case inCSV:
		f, err := tariffa.NuovoFoglio(w)
		return csv{f}, err
	case inJSON:
		_, err := io.WriteString(w, `{"elementi":[`)
		return &corpo{w: w}, err
	}
	return testo{w}, nil
}

type csv struct{ *tariffa.Foglio }

func (u csv) voce(v revisione.Verbale) error { return u.Scrivi(v) }
func (u csv) fine(riepilogo) error           { return u.Chiudi() }

// corpo is one JSON object, with its fines one a line.
type corpo struct {
	w     io.Writer
	altre bool
}

func (u *corpo) voce(v revisione.Verbale) error {
	dati, err := json.Marshal(v)
	if err != nil {
		return err
	}
	prima := "\n"
	if u.altre {
		prima = ",\n"
	}
	u.altre = true
	_, err = fmt.Fprintf(u.w, "%s%s", prima, dati)
	return err
}

func (u *corpo) fine(r riepilogo) error {
	dati, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(u.w, "\n],\"riepilogo\":%s}\n", dati)
	return err
}

type testo struct{ io.Writer }

func (u testo) voce(v revisione.Verbale) error {
	dovuto := "da stabilire"
	if v.DovutoCent != nil {
		dovuto = v.DovutoCent.Euro()
	}
	var codici, differenze []string
	for _, x := range v.Violazioni {
		codici = append(codici, x.Codice)
	}
	for _, d := range v.Differenze() {
		differenze = append(differenze, d.Parola())
	}
	_, err := fmt.Fprintf(u, "verbale %s del %s (%s)\n  %s: %s\n  chiesti %s, la legge chiede %s, versati %s\n  %s, %s, ricorso %s, punti %s, riscossione %s\n  %s: %s\n",
		v.Estremi(), v.DataViolazione.Italiano(), v.IDVerbale, strings.Join(codici, ", "), strings.Join(differenze, ", "), v.ChiestoCent.Euro(), dovuto,
		v.VersatoCent.Euro(), v.Procedura.Parola(), v.Debito.InFrase(), v.Ricorso.InFrase(), v.Punti.InFrase(), v.Riscossione.InFrase(),
		v.Rimedio.Parola(), v.CheFare)
	return err
}

func (u testo) fine(r riepilogo) error {
	_, err := io.WriteString(u, r.testo())
	return err
}
