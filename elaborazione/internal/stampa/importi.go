package stampa

import (
	"fmt"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// Columns of the table of amounts, mm from the left margin.
const (
	colTermine  = 44.0
	colSanzione = 108.0 // these three end there
	colSpese    = 125.0
	colTotale   = 144.0
	colCodice   = utile
)

// importi draws the sums due, their days and their computation.
func (s *Stampatore) importi(f *foglio, a Atto) {
	if len(a.Avvisi) == 0 {
		f.sezione("PAGAMENTO IN MISURA RIDOTTA NON AMMESSO", 8)
		f.scrivi(blocco{testo(stileTesto(), cds.SenzaRidotto)}, margine, utile)
		return
	}
	f.sezione("QUANTO, QUANDO E COME PAGARE", 22)
	f.testaImporti()
	spese := totaleSpese(a)
	for _, v := range a.Avvisi {
		f.celle(nomeImporto(v.Tipo), termineImporto(a, v.Tipo), v.ImportoCent-spese, spese, gruppi(v.NAV))
	}
	if a.InteroCent > 0 {
		f.celle("Metà del massimo edittale", dopoIlTermine(a), a.InteroCent-spese, spese, "")
	}
	f.y += 1
	f.scrivi(spiegazione(a), margine, utile)
}

// dopoIlTermine says from when the whole sum is owed.
func dopoIlTermine(a Atto) string {
	if ultimo, ok := a.ultimo(cds.PagamentoRidotto60); ok {
		return "dopo " + ultimo.Detto("il") + ", senza ricorso"
	}
	return fmt.Sprintf("dopo il %d° giorno, senza ricorso", cds.PagamentoRidotto60.Giorni())
}

// testaImporti writes the head of the table.
func (f *foglio) testaImporti() {
	st := stileTesto().con(7).tinto(grigio())
	f.fascia(margine, f.y-0.6, utile, 4.4, chiaro())
	base := f.y + 2.5
	f.riga(margine+1.5, base, st, "Importo")
	f.riga(margine+colTermine, base, st, "Termine")
	f.destra(margine+colSanzione, base, st, "Sanzione €")
	f.destra(margine+colSpese, base, st, "Spese €")
	f.destra(margine+colTotale, base, st, "Totale €")
	f.destra(margine+colCodice-1.5, base, st, "Codice avviso")
	f.y += 4.4
}

// celle writes a row of the table; the amounts, cents, add up to the total of its fifth column.
func (f *foglio) celle(nome, termine string, sanzioneCent, speseCent int64, nav string) {
	sanzione, spese, totale := euro(sanzioneCent), euro(speseCent), euro(sanzioneCent+speseCent)
	base := f.y + 3
	f.riga(margine+1.5, base, stileMedio(), nome)
	f.riga(margine+colTermine, base, stileTesto(), termine)
	f.destra(margine+colSanzione, base, f.entro(stileTesto(), sanzione, 15), sanzione)
	f.destra(margine+colSpese, base, f.entro(stileTesto(), spese, 15), spese)
	f.destra(margine+colTotale, base, f.entro(stileForte().con(9), totale, 17), totale)
	f.destra(margine+colCodice-1.5, base, stileCodice().con(6.6), nav)
	f.y += 4.5
	f.linea(margine, f.y-0.3, larghezza-margine, tenue(), 0.15)
}

// spiegazione gathers the sentences under the table.
func spiegazione(a Atto) blocco {
	st := stileTesto().con(7.3)
	come := "Si paga con pagoPA, usando l'avviso allegato."
	if a.Comando.ContoPostale != "" {
		come = "Si paga con pagoPA, usando l'avviso allegato dell'importo scelto o, alla posta, il bollettino che ne fa parte."
	}
	tratti := []tratto{{st, come}}
	for _, s := range a.Spese {
		tratti = append(tratti, tratto{st, s.Descrizione + ": € " + euro(s.Cent) + "."})
	}
	for _, s := range append(slices.Clone(a.Spiegazione), testoSenzaRidotto(a), testoSenzaSconto(a)) {
		tratti = append(tratti, tratto{st, s})
	}
	if a.Avvisi[0].Tipo == cds.Ridotto30 {
		tratti = append(tratti, tratto{st, testoSconto})
	}
	tratti = append(tratti, tratto{st, testoTermini(a)}, tratto{st, testoParziale})
	if a.Avvisi[len(a.Avvisi)-1].ImportoCent-totaleSpese(a) > sogliaRate {
		tratti = append(tratti, tratto{st, testoRate(a)})
	}
	return blocco{{tratti: tratti}}
}

// sogliaRate is the sanction above which instalments may be asked for, cents (art. 202-bis CdS).
const sogliaRate = 200_00
