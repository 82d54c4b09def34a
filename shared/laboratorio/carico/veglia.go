package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// The guard: how much of a recorded ratio must be left, here and on another kind of machine; by how much the costs of two machines
// of one kind may differ; and the share of the processors, in percent, beyond which other programs are to blame for a ratio.
const (
	quotaVeglia  = 0.6
	quotaAltrove = 0.25
	stessoCosto  = 2
	troppoAltrui = 30
	proveVeglia  = 2
)

// registrati is the file of the ratios that a short form gave, and the machine that gave them.
type registrati struct {
	Macchina banco.Macchina                  `json:"macchina"`
	Righe    map[string][]rapportoRegistrato `json:"righe"`
}

type rapportoRegistrato struct {
	Nome     string  `json:"nome"`
	Rispetto string  `json:"rispetto"`
	Rapporto float64 `json:"rapporto"`
}

// daVegliare are the ratios of a row that the guard looks at: a latency beside another is left out where nobody owes it, for the
// tail of a short round is chance.
func daVegliare(r rigaMisurata) (cifre []misura.Cifra) {
	for _, c := range r.Cifre {
		if c.Rapporto != 0 && (c.Traguardo != nil || !c.MenoEMeglio()) {
			c.Nome = strings.TrimSpace(c.Nome)
			cifre = append(cifre, c)
		}
	}
	return cifre
}

// registra writes the ratios of a run. Rows that it did not measure keep theirs, where the machine is of the same kind.
func registra(percorso string, r rapporto) error {
	nuovi := registrati{Macchina: r.Macchina, Righe: map[string][]rapportoRegistrato{}}
	vecchi, err := leggiRegistrati(percorso)
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return err
	case stessoTipo(vecchi.Macchina, r.Macchina):
		for _, x := range righe() {
			if voci, ok := vecchi.Righe[x.nome]; ok {
				nuovi.Righe[x.nome] = voci
			}
		}
	}
	for _, x := range r.Righe {
		voci := []rapportoRegistrato{}
		for _, c := range daVegliare(x) {
			voci = append(voci, rapportoRegistrato{Nome: c.Nome, Rispetto: c.Rispetto, Rapporto: c.Rapporto})
		}
		nuovi.Righe[x.Nome] = voci
	}
	dati, err := json.MarshalIndent(nuovi, "", "  ")
	if err == nil {
		err = os.WriteFile(percorso, append(dati, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("rapporti registrati: %w", err)
	}
	return nil
}

func leggiRegistrati(percorso string) (r registrati, err error) {
	dati, err := os.ReadFile(percorso)
	if err == nil {
		err = json.Unmarshal(dati, &r)
	}
	if err != nil {
		return r, fmt.Errorf("rapporti registrati: %w", err)
	}
	return r, nil
}

// stessoTipo says whether two machines are of one kind: the same processor, and wake-ups and durable writes that cost about the same.
func stessoTipo(a, b banco.Macchina) bool {
	vicini := func(x, y float64) bool { return x <= y*stessoCosto && y <= x*stessoCosto }
	return a.Processore == b.Processore && vicini(a.RisveglioMicros, b.RisveglioMicros) && vicini(a.SincroMs, b.SincroMs)
}

// vigila measures rows in short form and fails where one does not run or a ratio is far below the recorded one. Rows that fall are
// tried once more, on a stack of their own.
func vigila(ctx context.Context, opz banco.Opzioni, scelte []riga, uscita, diario io.Writer) error {
	attesi, err := leggiRegistrati(opz.Rapporti)
	if err != nil {
		return fmt.Errorf("%w (si registrano con: --veglia --registra)", err)
	}
	var caduta error
	for range proveVeglia {
		r, err := misuraSuBanco(ctx, opz, scelte, uscita, diario)
		if ctx.Err() != nil {
			return err
		}
		if len(r.Righe) == 0 { // no stack
			caduta = err
			continue
		}
		colpe := giudicaTutte(r, attesi, uscita)
		if len(colpe) == 0 {
			return nil
		}
		scelte = slices.DeleteFunc(slices.Clone(scelte), func(x riga) bool { return len(colpe[x.nome]) == 0 })
		testi := []string{fmt.Sprintf("veglia: caduta in %d prove su %[1]d:", proveVeglia)}
		for _, x := range scelte {
			testi = append(testi, "riga "+x.nome+": "+strings.Join(colpe[x.nome], "; "))
		}
		caduta = errors.New(strings.Join(testi, "\n  "))
	}
	return caduta
}

// giudicaTutte says of each row what it found, and gives the faults of those that fall.
func giudicaTutte(r rapporto, attesi registrati, uscita io.Writer) map[string][]string {
	cadute := map[string][]string{}
	quota := quotaVeglia
	if !stessoTipo(r.Macchina, attesi.Macchina) {
		quota = quotaAltrove
		_, _ = fmt.Fprintf(uscita, "\nveglia: macchina di un altro tipo da quella dei rapporti registrati (%s, fsync %s ms, risveglio %s µs): si chiede %s di ciascuno\n",
			attesi.Macchina.Processore, misura.Numero(attesi.Macchina.SincroMs), misura.Numero(attesi.Macchina.RisveglioMicros), misura.Numero(quota))
	}
	for _, x := range r.Righe {
		colpe := giudica(x, attesi.Righe[x.Nome], quota)
		if x.Errore != "" {
			colpe = []string{x.Errore}
		}
		detto := strings.Join(colpe, "; ")
		switch {
		case x.Errore != "" && !x.senzaLimite:
		case len(colpe) > 0 && x.EstraneiPerCento > troppoAltrui:
			colpe, detto = nil, fmt.Sprintf("saltata, ai processi estranei è andato il %s %% dei processori (%s)", misura.Numero(x.EstraneiPerCento), detto)
		case len(colpe) > 0:
		case len(attesi.Righe[x.Nome]) == 0:
			detto = "ha girato; non ha rapporti registrati"
		default:
			detto = fmt.Sprintf("a posto (%d rapporti)", len(attesi.Righe[x.Nome]))
		}
		_, _ = fmt.Fprintf(uscita, "veglia: %s, %.0f s: %s\n", x.Nome, x.Secondi, detto)
		if len(colpe) > 0 {
			cadute[x.Nome] = colpe
		}
	}
	return cadute
}

// giudica gives the ratios of a row that are too far on the wrong side of what was recorded, and the recorded ratios that the row
// no longer gives. Where less is better, a ratio that still meets its goal is good enough.
func giudica(x rigaMisurata, attesi []rapportoRegistrato, quota float64) (colpe []string) {
	cifre := daVegliare(x)
	for _, a := range attesi {
		i := slices.IndexFunc(cifre, func(c misura.Cifra) bool { return c.Nome == a.Nome && c.Rispetto == a.Rispetto })
		if i < 0 {
			colpe = append(colpe, fmt.Sprintf("manca il rapporto «%s» rispetto a «%s»", a.Nome, a.Rispetto))
			continue
		}
		c, limite := cifre[i], a.Rapporto*quota
		cade := c.Rapporto < limite
		if c.MenoEMeglio() {
			limite = a.Rapporto / quota
			if c.Traguardo != nil {
				limite = max(limite, c.Traguardo.Sotto)
			}
			cade = c.Rapporto > limite
		}
		if cade {
			colpe = append(colpe, fmt.Sprintf("«%s» rispetto a «%s» è %s, registrato %s, ammesso fino a %s",
				c.Nome, c.Rispetto, misura.Numero(c.Rapporto), misura.Numero(a.Rapporto), misura.Numero(limite)))
		}
	}
	return colpe
}
