package storico

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
)

// molti are so many new cases that the planner is told about them.
const molti = 10_000

// opzioni are what the command line asks for.
type opzioni struct {
	tenant, formato, percorso string
	prova, json               bool
}

const aiuto = `Legge un file CSV di verbali con la loro storia, anche compresso con gzip, e li scrive nella banca dati del tenant.

Ogni riga è un evento; le righe di un caso stanno di seguito. Importi, giorni e ordine restano quelli del file anche dove le
regole di oggi sarebbero altre: il rapporto lo dice. Un caso si scrive intero o non si scrive; un caso già presente non cambia.
Un caso con un giorno prima del 1900 o dopo oggi, o con un pagamento di zero euro, è rifiutato da solo, con riga e colonna.
Una targa si scrive come la cercano le ricerche; una che nessun veicolo può avere resta com'è (anomalia TARGA_NON_VALIDA), una
che non è italiana lo è detta (TARGA_NON_ITALIANA). Un'ora di Roma saltata a marzo vale un'ora dopo, 03:30 per 02:30
(ORA_INESISTENTE); una ripetuta a ottobre vale la seconda, solare (ORA_AMBIGUA).
Ciò che un verbale di oggi tratterrebbe è solo riferito, e nulla è fermo: un destinatario minorenne (DESTINATARIO_MINORENNE), un
codice fiscale o un indirizzo che si contraddice (IDENTITA_DISCORDE, INDIRIZZO_DISCORDE), una velocità senza dispositivo in
regola (DISPOSITIVO_MANCANTE, DISPOSITIVO_INCOMPLETO, TARATURA_SCADUTA), lo stesso fatto due volte (POSSIBILE_DOPPIONE), una
notifica senza spese (SPESE_DA_CONFERMARE). Le colonne da cognome a nazione servono solo a questo: si leggono sulla riga
VERBALE_INSERITO e non si conservano.
Un'importazione interrotta si riprende ripetendo lo stesso comando; ripetuta per intero non cambia nulla. Se il file è rovinato
il comando si ferma, dice riga e colonna, e restano scritti i casi interi che vengono prima. Con --prova il file è letto tutto e
non si scrive nulla: il rapporto dice che cosa accadrebbe.

Un CSV non compresso tagliato proprio fra due righe di un caso non si distingue da uno intero: il caso è scritto più corto, e
il file intero poi lo dice presente con righe diverse (CONTENUTO_DIVERSO) e lo lascia com'è. Un .gz tagliato si riconosce
sempre. Conviene importare file .gz, o confrontare prima il numero di righe con quello del sistema di origine.

Il tracciato storico-eventi è un CSV in UTF-8 con il punto e virgola, queste colonne nella testata, in qualunque ordine, e
nessun'altra:

%s

Per esempio, un caso inventato:

%s

FORMATO è un tracciato pronto (%s) oppure il percorso di una mappa, un file YAML:

  formato: mio-gestionale            nome del tracciato, parte della chiave di ogni caso
  separatore: ";"
  codifica: utf-8                    utf-8, iso-8859-1 o windows-1252
  data: GG/MM/AAAA                   AAAA, MM e GG con ciò che li separa
  decimali: ","                      punto o virgola; gli importi hanno sempre due decimali
  numero: '^([A-Z]{0,3})([0-9]+)$'   lettera e numero del verbale dentro la chiave del caso
  colonne: {caso: …, attivita: …}    ciò che dice una colonna e la sua intestazione; obbligatorie:
                                     caso, attivita, giorno, importo; le altre:
                                     %s
  ignorate: [nota]                   colonne da saltare
  attivita: {"Create Fine": VERBALE_INSERITO, …}
                                     %s
  esiti: {"#": ANNULLATO_DAL_PREFETTO}        DOVUTO, ANNULLATO_DAL_PREFETTO, ANNULLATO_DAL_GIUDICE
  destinatari: {P: OBBLIGATO}                 OBBLIGATO, TRASGRESSORE`

// Comando is elaborazione importa.
func Comando(esegui comandi.Esecutore) *cobra.Command {
	var o opzioni
	c := &cobra.Command{Use: "importa FILE", Short: "importa le storie di verbali tenute da un altro sistema",
		Long: fmt.Sprintf(aiuto, colonneEventi, esempioEventi, strings.Join(Pronte(), ", "), strings.Join(ruoli()[obbligatori:], ", "),
			strings.Join(passi(), ",\n                                     ")),
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return problem.CampoNonValido("FILE", "manca")
			case len(args) > 1:
				return problem.CampoNonValido(args[1], "argomento di troppo")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.percorso = args[0]
			if o.formato == "" {
				return problem.CampoNonValido("formato", "manca: "+strings.Join(Pronte(), ", ")+", o il percorso di una mappa")
			}
			m, err := CaricaMappa(o.formato)
			if err != nil {
				return err
			}
			return esegui(cmd, o.tenant, func(ctx context.Context, p *db.Pools) error { return o.importa(ctx, cmd, p, m) })
		}}
	c.Flags().StringVar(&o.tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&o.formato, "formato", "", "tracciato del file: un nome o il percorso di una mappa (obbligatorio)")
	c.Flags().BoolVar(&o.prova, "prova", false, "dice che cosa accadrebbe, senza scrivere")
	c.Flags().BoolVar(&o.json, "json", false, "scrive il rapporto in JSON")
	return c
}

// importa opens the file twice: once for its hash, by which an import left unfinished is known again.
func (o opzioni) importa(ctx context.Context, cmd *cobra.Command, p *db.Pools, m *Mappa) error {
	f, err := os.Open(o.percorso)
	if err != nil {
		return problem.CampoNonValido("FILE", "non si può leggere: "+o.percorso).With(err)
	}
	defer f.Close()
	impronta, err := ImprontaDi(f)
	if err != nil {
		return problem.CampoNonValido("FILE", "non si può leggere: "+o.percorso).With(err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("storico: %w", err)
	}
	tabelle := tabella.New(p, tabella.Comuni)
	if err := tabelle.Refresh(ctx); err != nil {
		return err
	}
	m.Comuni = tabelle.Comuni()
	s, err := ApriStore(ctx, p, m.Formato, impronta, clock.Now)
	if err != nil {
		return err
	}
	avanza, fine := barra(cmd.ErrOrStderr(), f)
	inizio := time.Now()
	r, err := Importazione{Mappa: m, Store: s, Adesso: clock.Now, Prova: o.prova, Avanza: avanza}.Esegui(ctx, f)
	fine()
	t, _ := tenant.From(ctx)
	r.Tenant, r.File, r.Formato, r.Prova = t.Nome, filepath.Base(o.percorso), m.Formato, o.prova
	r.Secondi = int(time.Since(inizio).Round(time.Second).Seconds())
	if err == nil && !o.prova {
		err = concludi(ctx, s, r)
	}
	return errors.Join(o.stampa(cmd.OutOrStdout(), r), spiega(err, r))
}

func concludi(ctx context.Context, s *Store, r *Rapporto) error {
	if r.Nuovi >= molti {
		if err := s.analizza(ctx); err != nil {
			return err
		}
	}
	return s.Concludi(ctx, r)
}

// spiega tells how much was written before a failure.
func spiega(err error, r *Rapporto) error {
	scritti := fmt.Sprintf("%d casi nuovi sono scritti; il resto si importa ripetendo il comando", r.Nuovi)
	if g, ok := errors.AsType[*Guasto](err); ok {
		if r.Nuovi == 0 || r.Prova {
			return g.problema("")
		}
		return g.problema(" " + scritti + " dopo averlo corretto.")
	}
	if errors.Is(err, context.Canceled) {
		return problem.NonDisponibile("IMPORTAZIONE_INTERROTTA", "Importazione interrotta: "+scritti+".").With(err)
	}
	return err
}

func (o opzioni) stampa(w io.Writer, r *Rapporto) error {
	testo := r.Testo()
	if o.json {
		dati, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return fmt.Errorf("storico: rapporto: %w", err)
		}
		testo = string(dati)
	}
	if _, err := fmt.Fprintln(w, testo); err != nil {
		return fmt.Errorf("storico: rapporto: %w", err)
	}
	return nil
}

// barra draws the progress bar, on a terminal only: bytes of the file.
func barra(w io.Writer, f *os.File) (avanza func(int64), fine func()) {
	terminale, ok := w.(*os.File)
	stato, err := f.Stat()
	if !ok || err != nil || !term.IsTerminal(int(terminale.Fd())) {
		return nil, func() {}
	}
	b := progressbar.NewOptions64(stato.Size(), progressbar.OptionSetWriter(w), progressbar.OptionSetDescription("importazione"),
		progressbar.OptionShowBytes(true), progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(),
		progressbar.OptionThrottle(200*time.Millisecond), progressbar.OptionClearOnFinish())
	return func(n int64) { _ = b.Set64(min(n, stato.Size())) }, func() { _ = b.Finish() } // a bar that cannot be drawn stops nothing
}
