package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// inCorso are the fines that the command has accepted and that are not closed.
func inCorso() da[verbale.Procedura] { return verbale.ProcedureInCorso() }

// altroveInNotifica are the procedures that the outcome of a service does not move.
func altroveInNotifica() da[verbale.Procedura] {
	return unione([]verbale.Procedura{verbale.IntestatarioChiesto, verbale.IntestatarioIncerto, verbale.IntestatarioNoto, verbale.Notificato},
		verbale.ProcedureChiuse())
}

func esistenti() da[verbale.Procedura] {
	return unione(verbale.ProcedureNonAccettate(), inCorso(), verbale.ProcedureChiuse())
}

// Esigibili are the debts that enforcement may collect: who pays by instalments is left alone until they
// lapse (art. 202-bis CdS).
func Esigibili() []verbale.Debito {
	return []verbale.Debito{verbale.DebitoIntero, verbale.DebitoOrdinanza, verbale.PagatoParziale}
}

// DebitiAlSeguito follow the position served first, or are priced again when a day of service changes;
// debitiFermi are moved by other events only.
func DebitiAlSeguito() da[verbale.Debito] {
	return da[verbale.Debito]{verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero, verbale.PagatoParziale,
		verbale.Pagato, verbale.Eccedenza}
}

func debitiFermi() []verbale.Debito {
	return []verbale.Debito{verbale.DebitoOrdinanza, verbale.DebitoRateizzato, verbale.Sospeso, verbale.Rimborsato, verbale.Sgravato}
}

// RicorsiPendenti are the appeals that wait for a decision.
func RicorsiPendenti() da[verbale.Ricorso] { return verbale.RicorsiPendenti() }

// RicorsiDecisi are the appeals that were decided and may still be appealed.
func RicorsiDecisi() da[verbale.Ricorso] {
	return da[verbale.Ricorso]{verbale.RicorsoAccolto, verbale.RicorsoRespinto, verbale.RicorsoRideterminato, verbale.RicorsoInammissibile}
}

// senzaRicorso are the appeals that hold nothing: none, or none that waits or was granted.
func senzaRicorso() []verbale.Ricorso {
	return []verbale.Ricorso{verbale.RicorsoNessuno, verbale.RicorsoRespinto, verbale.RicorsoRideterminato, verbale.RicorsoInammissibile,
		verbale.RicorsoDefinitivo}
}

// ordinabili are the appeals beside which an order may be, of the same person or of another.
func ordinabili() []verbale.Ricorso { return unione(RicorsiPendenti(), senzaRicorso()) }

// ProcedureValide are the fines that stand: in course, or paid.
func ProcedureValide() da[verbale.Procedura] {
	return unione(inCorso(), []verbale.Procedura{verbale.Definito})
}

// ricorribili are the fines that somebody may have in hand and that stand.
func ricorribili() []verbale.Procedura {
	return unione([]verbale.Procedura{verbale.DaValidare}, ProcedureValide())
}
