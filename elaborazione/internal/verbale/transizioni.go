package verbale

import "slices"

// Transizione is one row of the table by which a fine changes. An axis that a row does not name stays
// as it is.
type Transizione struct {
	Evento      Tipo
	Significato string // what it means, for an officer
	Procedura   Passaggio[Procedura]
	Debito      Passaggio[Debito]
	Ricorso     Passaggio[Ricorso]
	Punti       Passaggio[Punti]
	Riscossione Passaggio[Riscossione]
}

// Passaggio is the step of one axis: from any of Da to A. Several A mean that the event itself says
// which; none means that the axis stays where it is, but must be in one of Da.
type Passaggio[S ~string] struct {
	Da []S
	A  []S
}

// dopo gives the state after the step; deciso is what the event says, where it says anything.
func (p Passaggio[S]) dopo(adesso, deciso S) (S, bool) {
	switch {
	case len(p.Da) == 0:
		return adesso, true
	case !slices.Contains(p.Da, adesso):
		return adesso, false
	case len(p.A) == 0:
		return adesso, true
	case len(p.A) == 1:
		return p.A[0], true
	}
	return deciso, slices.Contains(p.A, deciso)
}

func passa[S ~string](da S, a ...S) Passaggio[S] { return Passaggio[S]{Da: []S{da}, A: a} }

func resta[S ~string](da ...S) Passaggio[S] { return Passaggio[S]{Da: da} }

// Transizioni is the table: all that may happen to a fine, in the order in which it usually does. What
// is not written here is refused.
func Transizioni() []Transizione {
	return []Transizione{
		{
			Evento:      EventoInserito,
			Significato: "Il verbale entra nella piattaforma e attende che il comando lo accetti.",
			Procedura:   passa(proceduraInesistente, DaValidare),
			Debito:      passa(debitoInesistente, NonEsigibile),
			Ricorso:     passa(ricorsoInesistente, RicorsoNessuno),
			Punti:       passa(puntiInesistenti, PuntiNonDovuti, PuntiRicevuti),
			Riscossione: passa(riscossioneInesistente, RiscossioneNessuna),
		},
		{
			Evento:      EventoContestato,
			Significato: "Il verbale è stato consegnato al trasgressore sul posto: per lui è notificato, i termini decorrono (artt. 200 e 202 CdS).",
			Procedura:   resta(DaValidare),
			Debito:      passa(NonEsigibile, DebitoRidotto30, DebitoRidotto, NonEsigibile),
		},
		{
			Evento:      EventoValidato,
			Significato: "Il comando accetta il verbale, per mano di una persona o per la regola che si è dato.",
			Procedura:   passa(DaValidare, Validato),
		},
		{
			Evento:      EventoAvvisiEmessi,
			Significato: "Gli avvisi di pagamento ricevono numero e importo (art. 202 CdS).",
			Procedura:   resta(Validato),
			Debito:      resta(NonEsigibile, DebitoRidotto30, DebitoRidotto),
		},
		{
			Evento:      EventoIntestatarioRichiesto,
			Significato: "Si chiede all'archivio dei veicoli chi risponde della targa nel giorno della violazione (art. 196 CdS).",
			Procedura:   Passaggio[Procedura]{Da: []Procedura{Validato, IntestatarioIncerto}, A: []Procedura{IntestatarioChiesto}},
		},
		{
			Evento:      EventoIntestatarioTrovato,
			Significato: "L'archivio ha risposto: la posizione ha il suo obbligato in solido.",
			Procedura:   Passaggio[Procedura]{Da: []Procedura{IntestatarioChiesto, IntestatarioIncerto}, A: []Procedura{IntestatarioNoto}},
		},
		{
			Evento:      EventoIntestatarioAnomalo,
			Significato: "L'archivio non conosce la targa o dà una risposta inservibile: deve guardare una persona.",
			Procedura:   passa(IntestatarioChiesto, IntestatarioIncerto),
		},
		{
			Evento:      EventoAttoGenerato,
			Significato: "L'atto del destinatario è stampato e conservato.",
			Procedura:   Passaggio[Procedura]{Da: []Procedura{Validato, IntestatarioNoto, ConAtto}, A: []Procedura{ConAtto}},
		},
		{
			Evento:      EventoAttoGenerato,
			Significato: "È stampato l'atto di un destinatario mentre di un altro si cerca ancora il nome.",
			Procedura:   resta(IntestatarioChiesto, IntestatarioIncerto),
		},
	}
}

// transizioniDi gives the rows of one kind of event.
func transizioniDi(t Tipo) []Transizione {
	var sue []Transizione
	for _, x := range Transizioni() {
		if x.Evento == t {
			sue = append(sue, x)
		}
	}
	return sue
}

// passo applies the first row of the event that admits the present axes; deciso are the states that
// the event itself names.
func (a Assi) passo(t Tipo, deciso Assi) (Assi, bool) {
	for _, riga := range transizioniDi(t) {
		if dopo, ok := riga.applica(a, deciso); ok {
			return dopo, true
		}
	}
	return a, false
}

func (t Transizione) applica(a, deciso Assi) (dopo Assi, ok bool) {
	var si [5]bool
	dopo.Procedura, si[0] = t.Procedura.dopo(a.Procedura, deciso.Procedura)
	dopo.Debito, si[1] = t.Debito.dopo(a.Debito, deciso.Debito)
	dopo.Ricorso, si[2] = t.Ricorso.dopo(a.Ricorso, deciso.Ricorso)
	dopo.Punti, si[3] = t.Punti.dopo(a.Punti, deciso.Punti)
	dopo.Riscossione, si[4] = t.Riscossione.dopo(a.Riscossione, deciso.Riscossione)
	return dopo, si == [5]bool{true, true, true, true, true}
}
