package stampa

import "fmt"

// paginaAtto draws the act: who, what, how to pay, how to appeal, who signs.
func (s *Stampatore) paginaAtto(f *foglio, a Atto) error {
	f.segue = unisci(" - ", a.Comando.corpo(), "Verbale n. "+numeroVerbale(a), "segue")
	f.pagina(0)
	f.intestazione(a.Comando)
	f.estremi(a)
	if err := f.finestra(a); err != nil {
		return err
	}
	f.y = 91
	f.scrivi(blocco{
		testo(stileForte().con(14).tinto(blu()), titoloAtto),
		testo(stileTesto().con(8.5), sottotitolo),
	}, margine, utile)
	s.fatto(f, a)
	s.importi(f, a)
	chiusura := chiusura(a.Comando)
	f.colonne(avvertenze(a), f.altaFirma(chiusura)) // a signature never stands alone on a page
	f.firma(chiusura)
	return nil
}

// sezione opens a section; resto is what must stay on the page with its title.
func (f *foglio) sezione(titolo string, resto float64) {
	f.y += 2.4
	f.spazio(6 + resto)
	f.riga(margine, f.y+3, stileTitolo(), titolo)
	f.linea(margine, f.y+4.4, larghezza-margine, blu(), 0.25)
	f.y += 5.6
}

// voce makes a paragraph that begins with its own title.
func voce(titolo, scritto string) paragrafo {
	return paragrafo{tratti: []tratto{{stileForte(), titolo}, {stileTesto(), scritto}}}
}

// fatto draws the violations and the people.
func (s *Stampatore) fatto(f *foglio, a Atto) {
	f.sezione("VIOLAZIONE ACCERTATA", 12)
	f.scrivi(blocco{testo(stileTesto(), testoFatto(a, s))}, margine, utile)
	for _, v := range a.Violazioni {
		f.violazione(v)
	}
	f.y += 1.4
	if a.MotivoMancata != "" {
		f.scrivi(blocco{voce("Motivo della mancata contestazione immediata (art. 201 CdS):", a.MotivoMancata)}, margine, utile)
	}
	if len(a.Agenti) > 0 {
		f.scrivi(blocco{voce("Agenti accertatori:", testoAgenti(a.Agenti))}, margine, utile)
	}
	for _, n := range a.Annotazioni {
		f.scrivi(blocco{testo(stileTesto(), n)}, margine, utile)
	}
	d := a.Destinatario
	chi := unisci(", ", d.Nome, d.Nascita, etichetta("C.F. ", d.CodiceFiscale), indirizzoSteso(d))
	f.scrivi(blocco{voce("Destinatario:", chi+", "+testoQualita(a))}, margine, utile)
}

// violazione draws one violation beside a coloured bar.
func (f *foglio) violazione(v Violazione) {
	const rientro = 4.0
	b := blocco{testo(stileTesto(), v.Testo)}
	if v.Velocita != nil {
		b = append(b, testo(stileTesto(), testoVelocita(*v.Velocita)))
	}
	if v.Dispositivo != "" {
		b = append(b, voce("Apparecchiatura:", v.Dispositivo))
	}
	if v.TariffaCent > 0 {
		b = append(b, voce("Tariffa non pagata:", "€ "+euro(v.TariffaCent)+", che si aggiunge alla sanzione senza riduzioni (art. 7 CdS)"))
	}
	if v.Accessoria != "" {
		b = append(b, voce("Sanzione accessoria:", v.Accessoria))
	}
	f.y += 1.6
	h := 4.2 + f.alto(b, utile-rientro)
	if h < fondo-testata {
		f.spazio(h)
		f.fascia(margine, f.y, 0.8, h, blu())
	}
	f.spazio(4.2 + stileTesto().interlinea())
	f.riga(margine+rientro, f.y+3, stileForte().con(9), norma(v)+" CdS")
	f.destra(larghezza-margine, f.y+3, stileMedio(), sanzione(v))
	f.y += 4.2
	f.scrivi(b, margine+rientro, utile-rientro)
}

// sanzione writes the statutory range and the points.
func sanzione(v Violazione) string {
	scritto := ""
	if v.Edittale.MaxCent > 0 {
		scritto = fmt.Sprintf("sanzione da € %s a € %s", euro(v.Edittale.MinCent), euro(v.Edittale.MaxCent))
	}
	if v.Volte > 1 {
		scritto = unisci(", ", scritto, fmt.Sprintf("per %d volte", v.Volte))
	}
	switch {
	case v.Punti == 1:
		return unisci(" · ", scritto, "1 punto")
	case v.Punti > 1:
		return unisci(" · ", scritto, fmt.Sprintf("%d punti", v.Punti))
	}
	return scritto
}

// avvertenze are the blocks of the lower part of the act.
func avvertenze(a Atto) []blocco {
	titolo := func(t string) paragrafo { return testo(stileTitolo(), t) }
	corpo := func(t string) paragrafo { return testo(stileTesto().con(7.3), t) }
	ricorsi := blocco{
		titolo("COME FARE RICORSO"),
		{tratti: []tratto{{stileForte().con(7.3), "Al Prefetto:"}, {stileTesto().con(7.3), testoPrefetto(a)}}},
		{tratti: []tratto{{stileForte().con(7.3), "Al Giudice di pace:"}, {stileTesto().con(7.3), testoGiudice(a)}}, prima: 0.6},
		corpo(testoAlternativa(a)),
	}
	esecuzione := blocco{titolo("SE NON SI PAGA E NON SI RICORRE"), corpo(testoTitolo(a))}
	tutti := []blocco{ricorsi}
	if len(a.Avvisi) > 0 {
		tutti = append(tutti, esecuzione)
	}
	if a.PuntiTotali > 0 {
		tutti = append(tutti, blocco{titolo("PUNTI DELLA PATENTE (art. 126-bis CdS)"), corpo(testoPunti(a))})
	}
	return append(tutti, blocco{titolo("DATI PERSONALI (artt. 13 e 14 Reg. UE 2016/679)"), corpo(testoPrivacy(a.Comando))})
}

// Geometry of the columns, mm.
const (
	fraColonne    = 7.0
	fraBlocchi    = 2.2
	largoColonna  = (utile - fraColonne) / 2.0
	primaColonne  = 3.0
	testaSeguente = testata + primaColonne
)

// colonne sets blocks in two columns of like height. When they do not fit here with the mm that must
// follow, as many as do stay; the others go on with it, to the next page unless they fit across this one.
func (f *foglio) colonne(blocchi []blocco, resto float64) {
	var alti []float64
	for _, b := range blocchi {
		alti = append(alti, f.alto(b, largoColonna)+fraBlocchi)
	}
	_, h := dividi(alti)
	if len(blocchi) > 1 {
		f.y += primaColonne
	}
	switch qui := f.quantiQui(alti); {
	case len(blocchi) == 1: // the rest takes fewer lines across the page
		f.spazio(f.alto(blocchi[0], utile) + fraBlocchi + resto)
		f.scrivi(blocchi[0], margine, utile)
		f.y += fraBlocchi
	case f.y+h+resto <= fondo:
		f.affianca(blocchi, alti)
	case qui > 0:
		f.affianca(blocchi[:qui], alti[:qui])
		if qui < len(blocchi)-1 {
			f.continua()
		}
		f.colonne(blocchi[qui:], resto)
	case h+resto > fondo-testaSeguente: // no page holds the columns: one below the other
		for _, b := range blocchi {
			f.scrivi(b, margine, utile)
			f.y += fraBlocchi
		}
	default:
		f.continua()
		f.y += primaColonne
		f.affianca(blocchi, alti)
	}
}

// quantiQui counts the first blocks that the page still holds, never all of them.
func (f *foglio) quantiQui(alti []float64) int {
	for n := len(alti) - 1; n > 0; n-- {
		if _, h := dividi(alti[:n]); f.y+h <= fondo {
			return n
		}
	}
	return 0
}

// affianca draws blocks, each of its height, in two columns.
func (f *foglio) affianca(blocchi []blocco, alti []float64) {
	taglio, h := dividi(alti)
	cima := f.y
	for i, b := range blocchi {
		x := margine
		if i >= taglio {
			x += largoColonna + fraColonne
		}
		if i == taglio {
			f.y = cima
		}
		f.scrivi(b, x, largoColonna)
		f.y += fraBlocchi
	}
	f.y = cima + h
}

// dividi finds where the second column begins, so that the taller one is as low as possible.
func dividi(alti []float64) (taglio int, altezza float64) {
	var totale float64
	for _, h := range alti {
		totale += h
	}
	taglio, altezza = len(alti), totale
	var sinistra float64
	for i, h := range alti {
		sinistra += h
		if peggio := max(sinistra, totale-sinistra); peggio < altezza {
			taglio, altezza = i+1, peggio
		}
	}
	return taglio, altezza
}
