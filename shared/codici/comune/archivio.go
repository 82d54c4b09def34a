package comune

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// fineAperta is how the national archive writes that a comune is still there.
const fineAperta = "9999-12-31"

// CaricaArchivio reads the archive of Italian comuni that ANPR publishes (ANPR_archivio_comuni.csv: UTF-8,
// commas, some 19,000 dated rows from 1861 on). Names come in capitals and are written as people do; a name in
// both languages at once is taken apart.
//
// A row that cannot be kept does not refuse the file: it is left out and told in avvisi, an Italian sentence
// each, with line, name and reason. Where two rows of one code hold on the same day, the row that other rows
// of the same comune continue is kept. Only a file that is not the archive at all, unreadable, above 16 MiB
// or without one good row, is an error.
func CaricaArchivio(r io.Reader) (tabella *Tabella, avvisi []string, err error) {
	var voci []voce
	forma := foglio.Forma{Separatore: ',', Estranea: true, Colonne: []string{"DATAISTITUZIONE", "DATACESSAZIONE", "CODISTAT",
		"CODCATASTALE", "DENOMINAZIONE_IT", "ALTRADENOMINAZIONE", "SIGLAPROVINCIA"}}
	err = forma.Leggi(r, func(c *foglio.Celle) {
		letta := delArchivio(c)
		if len(c.Errori()) == 0 {
			voci = append(voci, letta)
			return
		}
		avvisi = append(avvisi, avviso(letta, motivi(c)))
	})
	if err != nil {
		return nil, avvisi, err
	}
	voci, istat := senzaSovrapposte(voci, "ISTAT", func(c Comune) string { return c.CodiceIstat })
	voci, catastale := senzaSovrapposte(voci, "catastale", func(c Comune) string { return c.CodiceCatastale })
	if len(voci) == 0 {
		return nil, avvisi, &ErroreRiga{Campo: "file", Motivo: "nessuna riga è utilizzabile"}
	}
	tabella, err = nuova(voci)
	return tabella, slices.Concat(avvisi, istat, catastale), err
}

// delArchivio reads one row of the archive, with its faults in c.
func delArchivio(c *foglio.Celle) voce {
	if len(c.Errori()) > 0 {
		return voce{Linea: c.Linea()} // not the cells of a row
	}
	nome, altro := separa(c.Testo("DENOMINAZIONE_IT"), c.Testo("ALTRADENOMINAZIONE"))
	letto := Comune{
		CodiceIstat: c.Testo("CODISTAT"), Nome: nomeProprio(nome), AltroNome: nomeProprio(altro),
		Provincia: c.Testo("SIGLAPROVINCIA"), CodiceCatastale: c.Testo("CODCATASTALE"), ValidoDa: c.Giorno("DATAISTITUZIONE"),
	}
	if c.Testo("DATACESSAZIONE") != fineAperta {
		if letto.ValidoA = c.Giorno("DATACESSAZIONE"); letto.ValidoA.IsZero() {
			c.Errore("DATACESSAZIONE", "manca")
		}
	}
	if len(c.Errori()) == 0 {
		c.Aggiungi(letto.difetti())
	}
	return voce{Riga: letto, Linea: c.Linea()}
}

func motivi(c *foglio.Celle) string {
	testi := make([]string, len(c.Errori()))
	for i, e := range c.Errori() {
		_, testi[i], _ = strings.Cut(e.Error(), ", ") // the line is already said
	}
	return strings.Join(testi, "; ")
}

func avviso(v voce, motivo string) string {
	chi := ""
	if v.Riga != (Comune{}) {
		chi = fmt.Sprintf(", %s (ISTAT %s, catastale %s)", v.Riga.Nome, v.Riga.CodiceIstat, v.Riga.CodiceCatastale)
	}
	return fmt.Sprintf("riga %d%s: %s; riga lasciata fuori", v.Linea, chi, motivo)
}

// senzaSovrapposte leaves out the rows that hold on the same day as another of their code. It keeps the row whose pair of codes
// has more rows, then the earlier one.
func senzaSovrapposte(voci []voce, nomeCodice string, codice func(Comune) string) (buone []voce, avvisi []string) {
	coppie := map[[2]string]int{}
	coppia := func(v voce) [2]string { return [2]string{v.Riga.CodiceCatastale, v.Riga.CodiceIstat} }
	for _, v := range voci {
		coppie[coppia(v)]++
	}
	slices.SortFunc(voci, func(a, b voce) int {
		if c := strings.Compare(codice(a.Riga), codice(b.Riga)); c != 0 {
			return c
		}
		return cmp.Or(coppie[coppia(b)]-coppie[coppia(a)], a.Riga.ValidoDa.DiffDays(b.Riga.ValidoDa), a.Linea-b.Linea)
	})
	buone = make([]voce, 0, len(voci))
	inizio := 0 // of the rows kept of this code, by first day
	for _, v := range voci {
		if inizio < len(buone) && codice(buone[inizio].Riga) != codice(v.Riga) {
			inizio = len(buone)
		}
		i, altra := posto(buone[inizio:], v)
		if altra != nil {
			avvisi = append(avvisi, avviso(v, fmt.Sprintf("vale negli stessi giorni della riga %d, %s, con lo stesso codice %s", altra.Linea, altra.Riga.Nome, nomeCodice)))
			continue
		}
		buone = slices.Insert(buone, inizio+i, v)
	}
	return buone, avvisi
}

// posto is where the row goes among rows that never hold together, by first day; altra is a row that it would
// hold with.
func posto(tenute []voce, v voce) (i int, altra *voce) {
	i, _ = slices.BinarySearchFunc(tenute, v, func(a, b voce) int { return a.Riga.ValidoDa.DiffDays(b.Riga.ValidoDa) })
	for _, vicina := range []int{i - 1, i} {
		if vicina >= 0 && vicina < len(tenute) && insieme(tenute[vicina].Riga, v.Riga) {
			return i, &tenute[vicina]
		}
	}
	return i, nil
}
