package vita

import (
	"encoding/json"
	"fmt"
)

// LeggiDati reads the data of an event from its JSON.
func LeggiDati(tipo Tipo, grezzi []byte) (Dati, error) {
	switch tipo {
	case EventoInserito:
		return decodifica(tipo, grezzi, &Inserito{})
	case EventoContestato:
		return decodifica(tipo, grezzi, &Contestato{})
	case EventoValidato:
		return decodifica(tipo, grezzi, &ValidatoDati{})
	case EventoAvvisiEmessi:
		return decodifica(tipo, grezzi, &AvvisiEmessi{})
	case EventoIntestatarioRichiesto:
		return decodifica(tipo, grezzi, &IntestatarioRichiesto{})
	case EventoIntestatarioTrovato:
		return decodifica(tipo, grezzi, &IntestatarioTrovato{})
	case EventoIntestatarioAnomalo:
		return decodifica(tipo, grezzi, &IntestatarioAnomalo{})
	case EventoPosizioneAperta:
		return decodifica(tipo, grezzi, &PosizioneAperta{})
	case EventoAttoGenerato:
		return decodifica(tipo, grezzi, &AttoGenerato{})
	case EventoSpeseAddebitate:
		return decodifica(tipo, grezzi, &SpeseAddebitate{})
	case EventoAnomaliaRisolta:
		return decodifica(tipo, grezzi, &AnomaliaRisolta{})
	case EventoDocumentoAllegato:
		return decodifica(tipo, grezzi, &DocumentoAggiunto{})
	default:
		return leggiDatiSeguito(tipo, grezzi)
	}
}

// leggiDatiSeguito reads the events of service, money and appeal, and those that only move axes.
func leggiDatiSeguito(tipo Tipo, grezzi []byte) (Dati, error) {
	switch tipo {
	case EventoNotificaAvviata:
		return decodifica(tipo, grezzi, &NotificaAvviata{})
	case EventoNotificaNonRiuscita:
		return decodifica(tipo, grezzi, &NotificaNonRiuscita{})
	case EventoNotificaPerfezionata:
		return decodifica(tipo, grezzi, &NotificaPerfezionata{})
	case EventoNotificaRettificata:
		return decodifica(tipo, grezzi, &NotificaRettificata{})
	case EventoScontoDecorso, EventoRidottoDecorso:
		return decodifica(tipo, grezzi, &TermineDecorso{Quale: tipo})
	case EventoPagamento:
		return decodifica(tipo, grezzi, &PagamentoRegistrato{})
	case EventoPagamentoStornato:
		return decodifica(tipo, grezzi, &PagamentoStornato{})
	case EventoRimborso, EventoSgravio, EventoScartato, EventoAnnullato, EventoArchiviato, EventoEstintoTermini,
		EventoEstintoDecesso, EventoDebitoRipreso, EventoRateizzazioneDecaduta:
		return decodifica(tipo, grezzi, &Movimento{Quale: tipo})
	case EventoRateizzazioneConcessa:
		return decodifica(tipo, grezzi, &Rateizzazione{})
	case EventoRicorsoPresentato:
		return decodifica(tipo, grezzi, &RicorsoProposto{})
	case EventoRicorsoTrasmesso, EventoSospensivaConcessa, EventoSospensivaRevocata, EventoRicorsoAccolto, EventoRicorsoRespinto,
		EventoRicorsoRideterminato, EventoRicorsoInammissibile, EventoRicorsoImpugnato, EventoRicorsoDefinito, EventoOrdinanzaEmessa,
		EventoOrdinanzaNotificata:
		return decodifica(tipo, grezzi, &RicorsoMosso{Quale: tipo})
	default: // it only moves axes, if it is known
	}
	if len(RigheDi(tipo)) == 0 {
		return nil, fmt.Errorf("verbale: evento di tipo sconosciuto %q", tipo)
	}
	return decodifica(tipo, grezzi, &Fatto{Quale: tipo})
}

func decodifica[T Dati](tipo Tipo, grezzi []byte, d *T) (Dati, error) {
	if err := json.Unmarshal(grezzi, d); err != nil {
		return nil, fmt.Errorf("verbale: dati di %s: %w", tipo, err)
	}
	return *d, nil
}
