package vita

// Groups of states, as the rows below name them.
func nonAccettati() []Procedura { return []Procedura{Rilevato, Preavvisato, DaValidare} }

func senzaAtto() []Procedura {
	return []Procedura{Validato, IntestatarioChiesto, IntestatarioIncerto, IntestatarioNoto}
}

// ProcedureConAtto are the fines whose act is printed, or was, and not served to everybody yet.
func ProcedureConAtto() []Procedura { return []Procedura{ConAtto, InNotifica, NonNotificabile} }

// ProcedureInCorso are the fines that the command has accepted and that are not closed.
func ProcedureInCorso() da[Procedura] {
	return unione(senzaAtto(), ProcedureConAtto(), []Procedura{Notificato})
}

// altroveInNotifica are the procedures that the outcome of a service does not move.
func altroveInNotifica() da[Procedura] {
	return unione([]Procedura{IntestatarioChiesto, IntestatarioIncerto, IntestatarioNoto, Notificato}, procedureChiuse())
}

func esistenti() da[Procedura] { return unione(nonAccettati(), ProcedureInCorso(), procedureChiuse()) }

// Procedure are the states of the procedure that a fine can be in.
func Procedure() []Procedura { return esistenti() }

// Esigibili are the debts that enforcement may collect: who pays by instalments is left alone until they
// lapse (art. 202-bis CdS).
func Esigibili() []Debito { return []Debito{DebitoIntero, DebitoOrdinanza, PagatoParziale} }

// DebitiAlSeguito follow the position served first, or are priced again when a day of service changes;
// debitiFermi are moved by other events only.
func DebitiAlSeguito() da[Debito] {
	return da[Debito]{NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero, PagatoParziale, Pagato, Eccedenza}
}

func debitiFermi() []Debito {
	return []Debito{DebitoOrdinanza, DebitoRateizzato, Sospeso, Rimborsato, Sgravato}
}

// ProcedureSenzaPagare are the procedures that ended without asking, or without asking any more.
func ProcedureSenzaPagare() []Procedura {
	return []Procedura{Scartato, Archiviato, AnnullatoAutotutela, EstintoTermini, EstintoDecesso}
}

// RicorsiPendenti are the appeals that wait for a decision.
func RicorsiPendenti() da[Ricorso] {
	return da[Ricorso]{RicorsoPresentato, RicorsoTrasmesso, RicorsoSospensiva, RicorsoImpugnato}
}

func ricorsiDecisi() da[Ricorso] {
	return da[Ricorso]{RicorsoAccolto, RicorsoRespinto, RicorsoRideterminato, RicorsoInammissibile}
}

// senzaRicorso are the appeals that hold nothing: none, or none that waits or was granted.
func senzaRicorso() []Ricorso {
	return []Ricorso{RicorsoNessuno, RicorsoRespinto, RicorsoRideterminato, RicorsoInammissibile, RicorsoDefinitivo}
}

// ordinabili are the appeals beside which an order may be, of the same person or of another.
func ordinabili() []Ricorso { return unione(RicorsiPendenti(), senzaRicorso()) }

// ProcedureValide are the fines that stand: in course, or paid.
func ProcedureValide() da[Procedura] { return unione(ProcedureInCorso(), []Procedura{Definito}) }

// ricorribili are the fines that somebody may have in hand and that stand.
func ricorribili() []Procedura { return unione([]Procedura{DaValidare}, ProcedureValide()) }
