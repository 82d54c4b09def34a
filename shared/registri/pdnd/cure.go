package pdnd

import "strings"

// CodeInteroperability is the title, in capitals, of the refusal of a provider's gateway that finds a signature, an evidence or a
// digest missing or out of order (HTTP 400). It says nothing about the question.
const CodeInteroperability = "INTEROPERABILITYINVALIDREQUEST"

// Cure says what to look at when an e-service does not let the command in, by its own word for that.
func Cure(code string) string {
	switch code = strings.ToUpper(code); {
	case code == CodeInteroperability:
		return "le firme della chiamata non sono quelle che l'e-service vuole. Da controllare: gli schemi dell'e-service fra le impostazioni della PDND " +
			"(ANPR vuole AUDIT_REST_02 e INTEGRITY_REST_02), postazione e livello (LoA), l'orologio di questo server, " +
			"e se la chiave è stata caricata da poco, perché l'erogatore la conosce dopo qualche minuto."
	case code == CodeRefused:
		return "la PDND rifiuta il voucher. Da controllare nel suo back office: chiave, client, finalità, accordo di fruizione."
	case code == CodeKey:
		return "nessuna chiave del client è utilizzabile. La pagina PDND dice perché."
	case code == CodeNotConfigured, code == CodeWantsSignature:
		return "le impostazioni della PDND non sono complete per questo e-service."
	case strings.HasPrefix(code, "TOKEN"):
		return "il voucher non è per questo e-service. Da controllare la finalità: quella di un altro servizio (C030 per C001) dà un voucher che qui non vale."
	}
	return "la finalità, l'accordo o le credenziali non sono in ordine."
}
