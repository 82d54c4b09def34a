package verbale

import (
	"cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// StatoNotifica is the life of an attempt to serve.
type StatoNotifica string

// The states of an attempt.
const (
	NotificaInCorso  StatoNotifica = "AVVIATA"
	NotificaRiuscita StatoNotifica = "PERFEZIONATA"
	NotificaFallita  StatoNotifica = "NON_RIUSCITA"
	NotificaTolta    StatoNotifica = "ANNULLATA"
)

// statiNotifica: cittadino ends the sentence that begins with the channel.
func statiNotifica() []voce[StatoNotifica] {
	return []voce[StatoNotifica]{
		{NotificaInCorso, "Avviata", "si attende l'esito"},
		{NotificaRiuscita, "Perfezionata", "riuscita"},
		{NotificaFallita, "Non riuscita", "non riuscita"},
		{NotificaTolta, "Annullata", "annullata"},
	}
}

// Parola is the office's label.
func (s StatoNotifica) Parola() string { return cerca(statiNotifica(), s).ufficio }

// Cittadino is how the attempt went, as the end of a sentence; empty for a state that has no words yet.
func (s StatoNotifica) Cittadino() string { return cerca(statiNotifica(), s).cittadino }

// The channels by which an act leaves, beside those by which it arrives (cds.Canali): of the post and of SEND
// the outcome says more.
const (
	CanalePosta cds.Canale = "POSTA"
	CanaleSend  cds.Canale = "SEND"
	CanaleAltro cds.Canale = "ALTRO"
)

// canali: cittadino begins the sentence of an attempt.
func canali() []voce[cds.Canale] {
	const posta, send, tentativo = "Spedizione per posta", "Notifica con SEND", "Tentativo di notifica"
	return []voce[cds.Canale]{
		{CanalePosta, "Posta", posta},
		{cds.CanaleMesso, "Messo notificatore", "Consegna con il messo"},
		{cds.CanalePEC, "PEC", "Notifica per PEC"},
		{CanaleSend, "SEND", send},
		{cds.CanaleMani, "Consegna a mani", "Consegna a mani"},
		{cds.CanalePostaConsegna, "Posta, consegnata", posta},
		{cds.CanalePostaDeposito, "Posta, deposito (compiuta giacenza)", posta},
		{cds.CanaleSendDigitale, "SEND, avviso digitale", send},
		{cds.CanaleSendSatura, "SEND, casella satura", send},
		{cds.CanaleSendCartaceo, "SEND, avviso di carta", send},
		{CanaleAltro, "Altro", tentativo},
	}
}

// CanaliDiInvio are the channels by which a person may send an act.
func CanaliDiInvio() []cds.Canale {
	return []cds.Canale{CanalePosta, cds.CanaleMesso, cds.CanalePEC, CanaleSend, cds.CanaleMani}
}

// ParolaCanale is the office's label of a channel.
func ParolaCanale(c cds.Canale) string { return cerca(canali(), c).ufficio }

// CanaleCittadino begins the sentence in which a citizen reads of an attempt.
func CanaleCittadino(c cds.Canale) string {
	return cmp.Or(cerca(canali(), c).cittadino, "Tentativo di notifica")
}
