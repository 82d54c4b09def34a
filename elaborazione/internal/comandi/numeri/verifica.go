package numeri

import (
	"context"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
)

const aiutoVerifica = `Confronta i numeri con i contatori e dice che cosa non torna. Non scrive nulla. I numeri di avviso e i codici degli atti sono presi
in un ordine che non si indovina: il contatore di un intervallo dice fino a quale posizione di quell'ordine.

  - numeri che mancano in una serie numerata dalla piattaforma: non è un errore, ma va saputo perché (un ripristino, «numeri avanza»)
  - posizioni, di un intervallo di avvisi o di atti, il cui numero nessuno ha: neanche questo è un errore. I numeri sono presi a
    blocchi, e ciò che resta di un blocco può non essere ancora stato dato; con --anno non si elencano
  - numeri di verbale o di avviso, o codici di atti giudiziari, usati due volte
  - numeri di avviso e codici fuori dagli intervalli del comando, o oltre il contatore del loro intervallo
  - numeri di avviso con cifre di controllo sbagliate, o diversi dal loro IUV; codici con la cifra di controllo sbagliata

Se trova altro che numeri mancanti esce con codice 1.`

type opzioniVerifica struct {
	tenant string
	anno   int
}

func comandoVerifica(esegui comandi.Esecutore) *cobra.Command {
	var o opzioniVerifica
	c := &cobra.Command{Use: "verifica", Short: "cerca numeri mancanti, doppi o fuori posto", Long: aiutoVerifica, Args: senzaArgomenti,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("anno") && (o.anno < 1950 || o.anno > 2199) {
				return problem.CampoNonValido("anno", "deve essere da 1950 a 2199")
			}
			return esegui(cmd, o.tenant, func(ctx context.Context, p *db.Pools) error {
				a, err := apri(ctx, p)
				if err != nil {
					return err
				}
				v := &verifica{archivio: a, anno: o.anno, uscita: cmd.OutOrStdout()}
				return v.esegui(ctx)
			})
		}}
	c.Flags().StringVar(&o.tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().IntVar(&o.anno, "anno", 0, "solo i verbali di un anno di registrazione")
	return c
}

// verifica tells what it finds as it finds it: however much that is, nothing is kept.
type verifica struct {
	archivio
	anno   int // 0: all
	uscita io.Writer
	buchi  int
	errori int
	visti  int
	codici int

	diAvvisi, diAtti []*veduto // beside the tenant's ranges
}

func (v *verifica) esegui(ctx context.Context) error {
	err := v.database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		for _, f := range []func(context.Context, pgx.Tx) error{v.intervalli, v.mancanti, v.doppi, v.avvisi, v.atti, v.vuote} {
			if err := f(ctx, tx); err != nil {
				return err
			}
		}
		return v.scrivi("Avvisi letti: %d. Codici di atti letti: %d. Tratti di numeri mancanti: %d. Errori: %d.\n", v.visti, v.codici, v.buchi, v.errori)
	})
	if err != nil {
		return db.Wrap("numeri", err)
	}
	if v.errori > 0 {
		return problem.Conflitto("NUMERI_FUORI_POSTO", fmt.Sprintf("Numeri fuori posto: %d.", v.errori))
	}
	return nil
}

func (v *verifica) scrivi(formato string, valori ...any) error {
	_, err := fmt.Fprintf(v.uscita, formato, valori...)
	return err
}

func (v *verifica) errore(formato string, valori ...any) error {
	v.errori++
	return v.scrivi("ERRORE "+formato+"\n", valori...)
}

// mancanti lists the numbers up to the counter that no fine has.
func (v *verifica) mancanti(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, `
		SELECT anno, lettera, prima + 1, numero - 1 FROM (
			SELECT n.anno, n.lettera, x.numero, lag(x.numero, 1, 0::bigint) OVER (PARTITION BY n.anno, n.lettera ORDER BY x.numero) AS prima
			FROM numerazione n CROSS JOIN LATERAL (
				SELECT v.numero FROM verbale v WHERE v.anno = n.anno AND v.lettera = n.lettera AND v.numero <= n.ultimo
				UNION ALL SELECT n.ultimo + 1) x
			WHERE $1 = 0 OR n.anno = $1) y
		WHERE numero > prima + 1 ORDER BY anno, lettera, prima`, v.anno)
	if err != nil {
		return err
	}
	var s serie
	var dal, al int64
	_, err = pgx.ForEachRow(rows, []any{&s.anno, &s.lettera, &dal, &al}, func() error {
		v.buchi++
		if dal == al {
			return v.scrivi("%s: manca %d\n", s, dal)
		}
		return v.scrivi("%s: mancano da %d a %d\n", s, dal, al)
	})
	return err
}

// doppi lists what two rows have; a restore that lost a constraint lets them in.
func (v *verifica) doppi(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, `SELECT 'verbale ' || numero || '/' || lettera || '/' || anno, count(*) FROM verbale
			WHERE $1 = 0 OR anno = $1 GROUP BY anno, lettera, numero HAVING count(*) > 1
		UNION ALL SELECT 'avviso ' || a.numero_avviso || ' dell''ente ' || a.codice_fiscale_ente, count(*) FROM avviso a JOIN verbale v ON v.id = a.verbale
			WHERE $1 = 0 OR v.anno = $1 GROUP BY a.codice_fiscale_ente, a.numero_avviso HAVING count(*) > 1
		UNION ALL SELECT 'codice ' || d.codice_ag, count(*) FROM documento d JOIN verbale v ON v.id = d.verbale
			WHERE d.codice_ag <> '' AND ($1 = 0 OR v.anno = $1) GROUP BY d.codice_ag HAVING count(*) > 1`, v.anno)
	if err != nil {
		return err
	}
	var cosa string
	var volte int
	_, err = pgx.ForEachRow(rows, []any{&cosa, &volte}, func() error { return v.errore("%s: usato %d volte", cosa, volte) })
	return err
}

// avvisi looks at every notice number.
func (v *verifica) avvisi(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, `SELECT a.verbale::text, a.codice_fiscale_ente, a.numero_avviso, a.iuv FROM avviso a JOIN verbale v ON v.id = a.verbale
		WHERE $1 = 0 OR v.anno = $1 ORDER BY a.id`, v.anno)
	if err != nil {
		return err
	}
	var verbale, ente, numero, iuv string
	_, err = pgx.ForEachRow(rows, []any{&verbale, &ente, &numero, &iuv}, func() error {
		v.visti++
		if che := v.giudica(ente, numero, iuv); che != "" {
			return v.errore("avviso %s del verbale %s: %s", numero, verbale, che)
		}
		return nil
	})
	return err
}

// giudica returns the fault of a notice number; empty without one.
func (v *verifica) giudica(ente, numero, iuv string) string {
	a, err := pagopa.LeggiNumero(numero)
	if err != nil {
		return "cifre di controllo sbagliate"
	}
	if a.IUV != iuv {
		return "ha un altro IUV: " + iuv
	}
	for i, di := range v.Intervalli {
		if n, suo := dentro(di, a); suo && di.CodiceFiscaleEnte == ente {
			return v.diAvvisi[i].vede(n)
		}
	}
	return "non è di un intervallo del comando"
}

// atti looks at the code of every judicial act.
func (v *verifica) atti(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, `SELECT d.verbale::text, d.codice_ag FROM documento d JOIN verbale v ON v.id = d.verbale
		WHERE d.codice_ag <> '' AND ($1 = 0 OR v.anno = $1) ORDER BY d.id`, v.anno)
	if err != nil {
		return err
	}
	var verbale, codice string
	_, err = pgx.ForEachRow(rows, []any{&verbale, &codice}, func() error {
		v.codici++
		if che := v.giudicaAG(codice); che != "" {
			return v.errore("codice %s del verbale %s: %s", codice, verbale, che)
		}
		return nil
	})
	return err
}

// giudicaAG returns the fault of the code of a judicial act; empty without one. The rule of the check
// digit is ours: the codes were made by it.
func (v *verifica) giudicaAG(codice string) string {
	if !raccomandata.Valida(codice).Valido {
		return "cifra di controllo sbagliata"
	}
	for i, di := range v.IntervalliAG {
		if n, suo := dentroAG(di, codice); suo {
			return v.diAtti[i].vede(n)
		}
	}
	return "non è di un intervallo del comando"
}
