package numeri

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
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
  --oltre NUMERO   il numero più alto stampato: di un verbale, 1234/A/2026 o 1234/2026, di un avviso, 18 cifre, oppure il
                   codice di un atto giudiziario, 12 cifre

I numeri saltati di una serie restano vuoti: «numeri verifica» li elenca. Vale anche per un tenant sospeso, come deve essere
durante un ripristino.`

type opzioniAvanza struct {
	tenant, oltre string
	di            int64
}

func comandoAvanza(esegui comandi.Esecutore) *cobra.Command {
	var o opzioniAvanza
	c := &cobra.Command{Use: "avanza", Short: "porta i contatori oltre i numeri già stampati", Long: aiutoAvanza, Args: senzaArgomenti,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case o.di < 0 || cmd.Flags().Changed("di") && o.di == 0 || o.di > alPiu:
				return problem.CampoNonValido("di", fmt.Sprintf("deve essere da 1 a %d", alPiu))
			case o.di > 0 && o.oltre != "":
				return problem.CampoNonValido("oltre", "non si usa insieme a --di")
			}
			return esegui(cmd, o.tenant, func(ctx context.Context, p *db.Pools) error {
				a, err := apri(ctx, p)
				if err != nil {
					return err
				}
				mosse, err := a.avanza(ctx, o, calendario.Da(time.Now()))
				if err != nil {
					return err
				}
				_, err = fmt.Fprint(cmd.OutOrStdout(), racconta(mosse))
				return err
			})
		}}
	c.Flags().StringVar(&o.tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().Int64Var(&o.di, "di", 0, "quanti numeri lasciare liberi dopo il più alto conosciuto")
	c.Flags().StringVar(&o.oltre, "oltre", "", "il numero più alto stampato, di un verbale, di un avviso o di un atto giudiziario")
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
	for _, i := range a.Intervalli {
		m, err := muovi(ctx, tx, i, di, t)
		if err != nil {
			return nil, err
		}
		mosse = append(mosse, m)
	}
	for _, i := range a.IntervalliAG {
		m, err := muoviAG(ctx, tx, i, di, t)
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

// traguardo is the highest number printed, of a series or of the ranges, of notices or of judicial acts,
// that it may be of; zero: not said.
type traguardo struct {
	numero                   int64
	serie                    serie
	intervalli, intervalliAG []int64
}

// formeOltre are the numbers that may be named.
const formeOltre = "deve essere 1234/A/2026, 1234/2026, un numero di avviso di 18 cifre o il codice di un atto giudiziario di 12"

// leggiTraguardo reads 1234/A/2026, 1234/2026, a notice number of 18 digits or a code of a judicial act of 12.
func leggiTraguardo(scritto string, di anagrafe.Tenant) (t traguardo, err error) {
	if scritto == "" {
		return t, nil
	}
	parti := strings.Split(strings.ToUpper(scritto), "/")
	codice := raccomandata.Valida(scritto)
	switch {
	case len(parti) == 1 && codice.Tipo == raccomandata.Nazionale:
		return traguardoAG(codice, di.IntervalliAG)
	case len(parti) == 1:
		return traguardoAvviso(scritto, di.Intervalli)
	}
	anno, errA := strconv.Atoi(parti[len(parti)-1])
	numero, errN := strconv.ParseInt(parti[0], 10, 64)
	if len(parti) == 3 {
		t.serie.lettera = parti[1]
	}
	if len(parti) > 3 || errA != nil || errN != nil || numero < 1 || numero > 9_999_999_999 || anno < 1950 || anno > 2199 || !lettere(t.serie.lettera) {
		return t, problem.CampoNonValido("oltre", formeOltre)
	}
	t.numero, t.serie.anno = numero, anno
	return t, nil
}

func lettere(s string) bool {
	return len(s) <= 3 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

func traguardoAvviso(scritto string, intervalli []anagrafe.Intervallo) (t traguardo, err error) {
	a, err := pagopa.LeggiNumero(pagopa.Normalizza(scritto))
	if err != nil {
		return t, problem.CampoNonValido("oltre", formeOltre+": "+err.Error())
	}
	for _, i := range intervalli {
		if n, ok := dentro(i, a); ok {
			t.numero, t.intervalli = n, append(t.intervalli, i.ID)
		}
	}
	if len(t.intervalli) > 0 {
		return t, nil
	}
	return t, problem.CampoNonValido("oltre", "il numero di avviso non è di un intervallo del comando")
}

// traguardoAG reads a code that carries its check digit: a slip of the hand would empty a range.
func traguardoAG(codice raccomandata.Esito, intervalli []anagrafe.IntervalloAG) (t traguardo, err error) {
	if !codice.Valido {
		return t, problem.CampoNonValido("oltre", codice.Motivo)
	}
	for _, i := range intervalli {
		if n, ok := dentroAG(i, codice.Normalizzato); ok {
			t.numero, t.intervalliAG = n, append(t.intervalliAG, i.ID)
		}
	}
	if len(t.intervalliAG) > 0 {
		return t, nil
	}
	return t, problem.CampoNonValido("oltre", "il codice dell'atto giudiziario non è di un intervallo del comando")
}

// dentroAG gives the place of a code of twelve digits in a range; false when it is of another.
func dentroAG(i anagrafe.IntervalloAG, codice string) (int64, bool) {
	resto, suo := strings.CutPrefix(codice, i.Prefisso)
	if !suo || len(resto) < 2 {
		return 0, false
	}
	n, err := strconv.ParseInt(resto[:len(resto)-1], 10, 64)
	return n, err == nil
}

// dentro gives the place of a notice number in a range; false when it is of another.
func dentro(i anagrafe.Intervallo, a pagopa.Avviso) (int64, bool) {
	if a.Aux != 3 || a.Segregazione != i.Segregazione || !strings.HasPrefix(a.Base, i.Prefisso) {
		return 0, false
	}
	n, err := strconv.ParseInt(a.Base[len(i.Prefisso):], 10, 64)
	return n, err == nil
}
