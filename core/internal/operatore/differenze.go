package operatore

import (
	"slices"
)

// The acts on an account, as the audit names them. A change of the tax code leaves CAMBIATO too.
const (
	azioneCreato        = "CREATO"
	azioneImportato     = "IMPORTATO"
	azioneCodiceFiscale = "CODICE_FISCALE_CAMBIATO"
	azioneBloccato      = "BLOCCATO"
	azioneSbloccato     = "SBLOCCATO"
	azioneRuoli         = "RUOLI_CAMBIATI"
	azioneSpostato      = "SPOSTATO"
	azioneIntegratore   = "INTEGRATORE_CAMBIATO"
	azioneVerifica      = "VERIFICA_CAMBIATA"
	azionePassword      = "PASSWORD_CAMBIATA"
	azioneCambiato      = "CAMBIATO"
	azioneFuori         = "NON_PIU_NEL_DIRETTORIO"
)

// azioni are all of them: each is a hand on the account.
func azioni() []string {
	return []string{azioneCreato, azioneImportato, azioneCodiceFiscale, azioneBloccato, azioneSbloccato, azioneRuoli, azioneSpostato,
		azioneIntegratore, azioneVerifica, azionePassword, azioneCambiato, azioneFuori}
}

// differenze is what a change does: its lines in the audit, whether tokens given before are no longer
// good, whether open sessions end. A session reads roles and department again at each request; one of
// an account that was blocked, or entered with another password, must not come to life again.
type differenze struct {
	azioni              []string
	generazione, chiude bool
}

func confronta(prima, dopo Operatore) (d differenze) {
	se := func(diverso bool, azione string, chiude bool) {
		if diverso {
			d.azioni = append(d.azioni, azione)
			d.generazione = d.generazione || azione != azioneCambiato && azione != azioneCodiceFiscale
			d.chiude = d.chiude || chiude
		}
	}
	se(prima.Stato != dopo.Stato && dopo.Stato == Bloccato, azioneBloccato, true)
	se(prima.Stato != dopo.Stato && dopo.Stato != Bloccato, azioneSbloccato, true)
	se(!slices.Equal(prima.Ruoli, dopo.Ruoli), azioneRuoli, false)
	se(prima.Reparto != dopo.Reparto, azioneSpostato, false)
	se(prima.Integratore != dopo.Integratore, azioneIntegratore, false)
	se(prima.Verifica != dopo.Verifica, azioneVerifica, true)
	se(prima.Impronta != dopo.Impronta && dopo.Impronta != "", azionePassword, true)
	se(slices.Equal(prima.Ruoli, dopo.Ruoli) && !slices.Equal(prima.RuoliGruppi, dopo.RuoliGruppi), azioneCambiato, false)
	se(prima.Nome != dopo.Nome || prima.Cognome != dopo.Cognome || prima.CodiceFiscale != dopo.CodiceFiscale, azioneCambiato, false)
	se(prima.CodiceFiscale != dopo.CodiceFiscale, azioneCodiceFiscale, false)
	se(prima.Generazione != dopo.Generazione, azioneFuori, true)
	return d
}
