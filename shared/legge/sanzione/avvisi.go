package sanzione

import (
	"slices"
	"strconv"
	"strings"
)

// Avvisi are what a person who picks the row must know beside band, points and accessory sanctions, one sentence each: what
// could not be confirmed first, then how the band applies, the additions, the conditions of discount and short suspension.
func (s Sanzione) Avvisi() []string {
	var avvisi []string
	dice := func(vale bool, frase string) {
		if vale {
			avvisi = append(avvisi, frase)
		}
	}
	dice(s.Dubbio != "", "Da verificare. "+s.Dubbio)
	dice(s.PuntiIgnoti, "I punti della violazione non sono noti.")
	dice(s.Ritirata(), "La riga è stata divisa: dopo il suo ultimo giorno si sceglie fra "+strings.Join(s.SostituitaDa, ", ")+".")
	dice(len(s.Lettere()) > 1, "Vale per le lettere "+elenco(s.Lettere())+".")
	dice(s.Modo != "", "La sanzione si applica "+s.Modo.Parola()+s.alMassimo()+".")
	dice(s.Tariffa != "", "Alla sanzione si aggiunge "+s.Tariffa.Parola()+", senza sconto.")
	dice(s.ScontoSe != "", "Lo sconto del 30 % "+s.ScontoSe.Parola()+".")
	dice(s.RidottoSe != "", "Il pagamento in misura ridotta "+s.RidottoSe.Parola()+".")
	dice(s.SospensioneBreve == BreveSi, "Comporta la sospensione breve della patente, secondo i punti rimasti al conducente (art. 218-ter CdS).")
	dice(s.SospensioneBreve == BreveCondizionata, "In alcuni casi comporta la sospensione breve della patente, secondo i punti rimasti al conducente (art. 218-ter CdS).")
	return avvisi
}

// SenzaSconto says inside a sentence why the discount of 30 % is refused; empty where it is allowed. recidiva is a fact.
func (s Sanzione) SenzaSconto(recidiva bool) string {
	switch {
	case s.AmmetteSconto(recidiva):
		return ""
	case s.Penale:
		return "è un reato e nessuna somma va indicata (art. 220 CdS)"
	case !s.PagamentoRidotto:
		return "non è ammesso il pagamento in misura ridotta (art. 202, commi 3 e 3-bis, CdS)"
	case s.ScontoSe != "":
		return s.ScontoSe.Parola()
	}
	for _, c := range []Conseguenza{SospensionePatente, RevocaPatente, ConfiscaVeicolo} {
		if slices.Contains(s.Conseguenze, c) {
			return "è prevista la " + c.Parola() + " (art. 202, comma 1, CdS)"
		}
	}
	return "è in dubbio, e nel dubbio la tabella non lo ammette"
}

func (s Sanzione) alMassimo() string {
	if s.PeriodiMassimi == 0 {
		return ""
	}
	return ", al massimo " + strconv.Itoa(s.PeriodiMassimi) + " volte"
}

// elenco is "a", "a e b", "a, b e g".
func elenco(voci []string) string {
	if len(voci) < 2 {
		return strings.Join(voci, "")
	}
	return strings.Join(voci[:len(voci)-1], ", ") + " e " + voci[len(voci)-1]
}

// Volte is how often the band applies of as many times as are claimed, the ceiling of the law taken off; false for a row that
// applies once.
func (s Sanzione) Volte(n int) (int, bool) {
	switch {
	case n > 1 && s.Modo == "":
		return 1, false
	case s.PeriodiMassimi > 0:
		return min(n, s.PeriodiMassimi), true
	}
	return n, true
}
