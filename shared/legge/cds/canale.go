package cds

// Canale is how an act was served.
type Canale string

// The channels. A digital domicile is CanalePEC or one of SEND.
const (
	CanaleMani          Canale = "MANI"
	CanaleMesso         Canale = "MESSO"
	CanalePostaConsegna Canale = "POSTA_CONSEGNA"
	CanalePostaDeposito Canale = "POSTA_DEPOSITO"
	CanalePEC           Canale = "PEC"
	CanaleSendDigitale  Canale = "SEND_DIGITALE"
	CanaleSendSatura    Canale = "SEND_CASELLA_SATURA"
	CanaleSendCartaceo  Canale = "SEND_CARTACEO"
)

// Canali lists the channels in the order of the sheet of art. 201.
func Canali() []Canale {
	return []Canale{CanaleMani, CanaleMesso, CanalePostaConsegna, CanalePostaDeposito, CanalePEC,
		CanaleSendDigitale, CanaleSendSatura, CanaleSendCartaceo}
}

// perfezione is the rule of one channel.
type perfezione struct {
	// fatto is what happened to the addressee, norma the law that gives it effect.
	fatto string
	norma string
	// tipo counts the days from the fact; none where the effect is of the same day.
	tipo TipoScadenza
	// affidamento is the act that counts for the office, none where it is the delivery itself.
	affidamento      string
	normaAffidamento string
	// ritiro and accesso: what can bring the effect forward.
	ritiro, accesso bool
}

func perfezioneDi(c Canale) (perfezione, bool) {
	const (
		norma201  = "art. 201 c. 3 CdS"
		normaPEC  = "art. 4 D.M. 18/12/2017"
		posta     = "la consegna dell'atto all'operatore postale"
		mittente  = "Corte cost. 477/2002; art. 149 c. 3 c.p.c."
		pubblica  = "la messa a disposizione dell'atto su SEND"
		avvisoAAR = "Consegna dell'avviso di avvenuta ricezione di SEND"
	)
	switch c {
	case CanaleMani:
		return perfezione{fatto: "Consegna a mani del destinatario", norma: norma201}, true
	case CanaleMesso:
		return perfezione{fatto: "Consegna del messo notificatore", norma: norma201 + "; artt. 137 e seguenti c.p.c."}, true
	case CanalePostaConsegna:
		return perfezione{fatto: "Consegna del plico postale", norma: "art. 7 L. 890/1982", affidamento: posta, normaAffidamento: mittente}, true
	case CanalePostaDeposito:
		return perfezione{fatto: "Spedizione della CAD", norma: "art. 8 c. 4 L. 890/1982", tipo: PerfezionamentoDeposito,
			affidamento: posta, normaAffidamento: mittente, ritiro: true}, true
	case CanalePEC:
		return perfezione{fatto: "Ricevuta di avvenuta consegna della PEC", norma: normaPEC,
			affidamento: "la ricevuta di accettazione della PEC", normaAffidamento: normaPEC}, true
	case CanaleSendDigitale:
		return perfezione{fatto: avvisoAAR, norma: NormaSend, tipo: PerfezionamentoSend, affidamento: pubblica, normaAffidamento: NormaSend, accesso: true}, true
	case CanaleSendSatura:
		return perfezione{fatto: "Deposito su SEND dell'avviso di mancato recapito", norma: NormaSend, tipo: PerfezionamentoSendSatura,
			affidamento: pubblica, normaAffidamento: NormaSend, accesso: true}, true
	case CanaleSendCartaceo:
		return perfezione{fatto: "Perfezionamento della consegna dell'avviso cartaceo di SEND", norma: NormaSend, tipo: PerfezionamentoSendCartaceo,
			affidamento: pubblica, normaAffidamento: NormaSend, accesso: true}, true
	default:
		return perfezione{}, false
	}
}

// campoUfficio is the field of the request that gives the day of the office.
func (p perfezione) campoUfficio() string {
	if p.affidamento == "" {
		return "fatto"
	}
	return "affidamento"
}
