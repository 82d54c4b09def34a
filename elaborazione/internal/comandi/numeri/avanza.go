package numeri

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
)

const aiutoAvanza = `Dopo un ripristino porta i contatori oltre i numeri già stampati, che altrimenti sarebbero dati una seconda volta: le serie
INTERNA, gli intervalli dei numeri di avviso e quelli dei codici degli atti giudiziari. Un contatore non torna mai indietro, e
ripetere il comando non cambia nulla.

Senza opzioni ogni contatore arriva al numero più alto che la banca dati conosce (di una serie che anche altri numerano, al
più alto dato dalla piattaforma). Ciò che fu stampato dopo la copia la banca dati non lo conosce: dirlo con una delle opzioni.

  --di N           lascia liberi altri N numeri dopo il più alto conosciuto: in ogni intervallo, e nelle serie degli anni in
                   cui la copia può aver perso verbali, da quello dell'ultimo inserito a oggi
  --oltre NUMERO   l'ultimo numero stampato: di un verbale, 1234/A/2026 o 1234/2026, di un avviso, 18 cifre, oppure il codice di
                   un atto giudiziario, 12 cifre. Si ripete, o più numeri si separano con virgole: conta quello dato per ultimo

I numeri di avviso e i codici degli atti sono presi dal loro intervallo in un ordine che non si indovina: qual è l'ultimo dato
non si vede dalle cifre. I contatori contano le posizioni in quell'ordine, e da un numero il comando trova la sua: dire tutti
quelli stampati dopo la copia, o almeno quelli dell'ultimo lotto. Un numero di oltre un milione di posizioni più avanti è rifiutato.

I numeri saltati di una serie restano vuoti: «numeri verifica» li elenca. Vale anche per un tenant sospeso, come deve essere
durante un ripristino.`

type opzioniAvanza struct {
	tenant string
	oltre  []string
	di     int64
}

func comandoAvanza(esegui comandi.Esecutore) *cobra.Command {
	var o opzioniAvanza
	c := &cobra.Command{Use: "avanza", Short: "porta i contatori oltre i numeri già stampati", Long: aiutoAvanza, Args: senzaArgomenti,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case o.di < 0 || cmd.Flags().Changed("di") && o.di == 0 || o.di > alPiu:
				return problem.CampoNonValido("di", fmt.Sprintf("deve essere da 1 a %d", alPiu))
			case o.di > 0 && len(o.oltre) > 0:
				return problem.CampoNonValido("oltre", "non si usa insieme a --di")
			}
			return esegui(cmd, o.tenant, func(ctx context.Context, p *db.Pools) error {
				a, err := apri(ctx, p)
				if err != nil {
					return err
				}
				mosse, err := a.avanza(ctx, o, calendario.Da(clock.Now()))
				if err != nil {
					return err
				}
				_, err = fmt.Fprint(cmd.OutOrStdout(), racconta(mosse))
				return err
			})
		}}
	c.Flags().StringVar(&o.tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().Int64Var(&o.di, "di", 0, "quanti numeri lasciare liberi dopo il più alto conosciuto")
	c.Flags().StringSliceVar(&o.oltre, "oltre", nil, "un numero stampato, di un verbale, di un avviso o di un atto giudiziario; si ripete")
	return c
}

// alPiu is the most that may be passed over, so that a slip of the hand does not empty a range.
const alPiu = 1_000_000

// mossa is a counter that went, or did not go, from one number to another.
type mossa struct {
	nome   string
	da, al int64
}

func racconta(mosse []mossa) string {
	var b strings.Builder
	mossi := 0
	for _, m := range mosse {
		if m.da == m.al {
			fmt.Fprintf(&b, "%s: resta a %d\n", m.nome, m.da)
			continue
		}
		mossi++
		fmt.Fprintf(&b, "%s: da %d a %d\n", m.nome, m.da, m.al)
	}
	fmt.Fprintf(&b, "Contatori spostati: %d su %d.\n", mossi, len(mosse))
	return b.String()
}

// avanza moves the counters, all or none, while nobody takes a number from them.
func (a archivio) avanza(ctx context.Context, o opzioniAvanza, oggi calendario.Giorno) (mosse []mossa, err error) {
	traguardo, err := leggiTraguardo(o.oltre, a.Tenant)
	if err != nil {
		return nil, err
	}
	err = pgx.BeginFunc(ctx, a.database.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `LOCK TABLE numerazione, numero_avviso, numero_raccomandata IN SHARE ROW EXCLUSIVE MODE`); err != nil {
			return err
		}
		if mosse, err = a.sposta(ctx, tx, o.di, traguardo, oggi); err != nil {
			return err
		}
		return annota(ctx, tx, mosse)
	})
	return mosse, db.Wrap("numeri", err)
}

// sposta finds where each counter must be and moves it there.
func (a archivio) sposta(ctx context.Context, tx pgx.Tx, di int64, t traguardo, oggi calendario.Giorno) (mosse []mossa, err error) {
	contatori, err := a.leggiSerie(ctx, tx, di, t, oggi)
	if err != nil {
		return nil, err
	}
	for _, x := range contatori {
		if x.al > x.da {
			if _, err := tx.Exec(ctx, `INSERT INTO numerazione (anno, lettera, ultimo) VALUES ($1, $2, $3)
				ON CONFLICT (anno, lettera) DO UPDATE SET ultimo = EXCLUDED.ultimo`, x.serie.anno, x.serie.lettera, x.al); err != nil {
				return nil, err
			}
		}
		mosse = append(mosse, mossa{x.serie.String(), x.da, x.al})
	}
	avvisi, ag, err := a.leggiIntervalli(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, i := range avvisi {
		m, err := i.muovi(ctx, tx, di, t.avvisi[i.id])
		if err != nil {
			return nil, err
		}
		mosse = append(mosse, m)
	}
	for _, i := range ag {
		m, err := i.muovi(ctx, tx, di, t.ag[i.id])
		if err != nil {
			return nil, err
		}
		mosse = append(mosse, m)
	}
	return mosse, nil
}

// annota writes into the audit which counters were moved; none leaves no line.
func annota(ctx context.Context, tx pgx.Tx, mosse []mossa) error {
	for _, m := range mosse {
		if m.al == m.da {
			continue
		}
		if err := db.Audit(ctx, tx, db.Access{Attore: attore, Azione: "NUMERI_AVANZATI", OggettoTipo: "numerazione", Oggetto: m.nome,
			Esito: fmt.Sprintf("da %d a %d", m.da, m.al)}); err != nil {
			return err
		}
	}
	return nil
}

// traguardo are the printed numbers: those of series, side by side, and those of each range that they may belong to.
type traguardo struct {
	anni       []int
	lettere    []string
	numeri     []int64
	avvisi, ag map[int64][]stampato
}

// stampato is a number of a range, without the prefix and as it was written.
type stampato struct {
	numero  int64
	scritto string
}

// formeOltre are the numbers that may be named.
const formeOltre = "deve essere 1234/A/2026, 1234/2026, un numero di avviso di 18 cifre o il codice di un atto giudiziario di 12"

func leggiTraguardo(scritti []string, di anagrafe.Tenant) (traguardo, error) {
	t := traguardo{avvisi: map[int64][]stampato{}, ag: map[int64][]stampato{}}
	for _, s := range scritti {
		if err := t.aggiungi(s, di); err != nil {
			return t, err
		}
	}
	return t, nil
}

// aggiungi reads 1234/A/2026, 1234/2026, a notice number of 18 digits or a code of a judicial act of 12.
func (t *traguardo) aggiungi(scritto string, di anagrafe.Tenant) error {
	parti := strings.Split(strings.ToUpper(strings.TrimSpace(scritto)), "/")
	codice := raccomandata.Valida(scritto)
	switch {
	case len(parti) == 1 && codice.Tipo == raccomandata.Nazionale:
		return t.aggiungiAG(codice, di.IntervalliAG)
	case len(parti) == 1:
		return t.aggiungiAvviso(scritto, di.Intervalli)
	}
	anno, errA := strconv.Atoi(parti[len(parti)-1])
	numero, errN := strconv.ParseInt(parti[0], 10, 64)
	lettera := ""
	if len(parti) == 3 {
		lettera = parti[1]
	}
	if len(parti) > 3 || errA != nil || errN != nil || numero < 1 || numero > 9_999_999_999 || anno < 1950 || anno > 2199 || !lettere(lettera) {
		return problem.CampoNonValido("oltre", formeOltre)
	}
	t.anni, t.lettere, t.numeri = append(t.anni, anno), append(t.lettere, lettera), append(t.numeri, numero)
	return nil
}

func lettere(s string) bool {
	return len(s) <= 3 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

func (t *traguardo) aggiungiAvviso(scritto string, intervalli []anagrafe.Intervallo) error {
	a, err := pagopa.LeggiNumero(pagopa.Normalizza(scritto))
	if err != nil {
		return problem.CampoNonValido("oltre", formeOltre+": "+err.Error())
	}
	trovato := false
	for _, i := range intervalli {
		if n, ok := dentro(i, a); ok {
			trovato = true
			t.avvisi[i.ID] = append(t.avvisi[i.ID], stampato{n, a.Numero})
		}
	}
	if trovato {
		return nil
	}
	return problem.CampoNonValido("oltre", "il numero di avviso non è di un intervallo del comando")
}

// aggiungiAG reads a code that carries its check digit: a slip of the hand would empty a range.
func (t *traguardo) aggiungiAG(codice raccomandata.Esito, intervalli []anagrafe.IntervalloAG) error {
	if !codice.Valido {
		return problem.CampoNonValido("oltre", codice.Motivo)
	}
	trovato := false
	for _, i := range intervalli {
		if n, ok := dentroAG(i, codice.Normalizzato); ok {
			trovato = true
			t.ag[i.ID] = append(t.ag[i.ID], stampato{n, codice.Normalizzato})
		}
	}
	if trovato {
		return nil
	}
	return problem.CampoNonValido("oltre", "il codice dell'atto giudiziario non è di un intervallo del comando")
}
