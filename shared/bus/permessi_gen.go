// Code generated from docs/asyncapi.yaml by shared/bus/internal/genera. DO NOT EDIT.

package bus

// PermessiModuli is what the NATS user of each module may do.
func PermessiModuli() []Permessi {
	return []Permessi{
		{
			Modulo: "connessione",
			Pubblica: []string{
				"$JS.ACK.*.*.FATTI.connessione-avviso-emesso.>",
				"$JS.ACK.FATTI.connessione-avviso-emesso.>",
				"$JS.API.CONSUMER.INFO.FATTI.connessione-avviso-emesso",
				"$JS.API.CONSUMER.MSG.NEXT.FATTI.connessione-avviso-emesso",
				"$JS.API.DIRECT.GET.KV_CHIAVI.$KV.CHIAVI.jwks",
				"$JS.API.STREAM.INFO.KV_CHIAVI",
				"chiedi.core.accesso",
				"morti.connessione.*.*",
			},
			Ascolta: []string{
				"_INBOX_connessione.>",
				"fatti.piattaforma.>",
			},
		},
		{
			Modulo: "core",
			Pubblica: []string{
				"$JS.API.DIRECT.GET.KV_CHIAVI.$KV.CHIAVI.jwks",
				"$JS.API.STREAM.INFO.KV_CHIAVI",
				"$KV.CHIAVI.jwks",
				"_INBOX_amministratore.>",
				"_INBOX_connessione.>",
				"_INBOX_elaborazione.>",
				"_INBOX_mobile.>",
				"_INBOX_ocr.>",
				"_INBOX_vpn.>",
				"fatti.piattaforma.anagrafe.cambiata",
				"fatti.piattaforma.impostazioni.cambiate",
				"fatti.piattaforma.operatore.bloccato",
				"fatti.piattaforma.operatore.cambiato",
				"fatti.piattaforma.tenant.creato",
				"fatti.piattaforma.tenant.riattivato",
				"fatti.piattaforma.tenant.sospeso",
			},
			Ascolta: []string{
				"$SRV.>",
				"_INBOX_core.>",
				"chiedi.core.accesso",
				"fatti.piattaforma.>",
			},
		},
		{
			Modulo: "elaborazione",
			Pubblica: []string{
				"$JS.ACK.*.*.FATTI.elaborazione-indagine-esito.>",
				"$JS.ACK.*.*.LAVORI.elaborazione-pdf.>",
				"$JS.ACK.FATTI.elaborazione-indagine-esito.>",
				"$JS.ACK.LAVORI.elaborazione-pdf.>",
				"$JS.API.CONSUMER.INFO.FATTI.elaborazione-indagine-esito",
				"$JS.API.CONSUMER.INFO.LAVORI.elaborazione-pdf",
				"$JS.API.CONSUMER.MSG.NEXT.FATTI.elaborazione-indagine-esito",
				"$JS.API.CONSUMER.MSG.NEXT.LAVORI.elaborazione-pdf",
				"$JS.API.DIRECT.GET.KV_CHIAVI.$KV.CHIAVI.jwks",
				"$JS.API.STREAM.INFO.KV_CHIAVI",
				"chiedi.core.accesso",
				"fatti.*.atto.generato",
				"fatti.*.avviso.emesso",
				"fatti.*.verbale.inserito",
				"lavori.elaborazione.pdf.*",
				"lavori.vpn.targa.*",
				"morti.elaborazione.*.*",
			},
			NonPubblica: []string{"fatti.piattaforma.>"},
			Ascolta: []string{
				"_INBOX_elaborazione.>",
				"fatti.piattaforma.>",
			},
		},
		{
			Modulo: "mobile",
			Pubblica: []string{
				"$JS.API.DIRECT.GET.KV_CHIAVI.$KV.CHIAVI.jwks",
				"$JS.API.STREAM.INFO.KV_CHIAVI",
				"chiedi.core.accesso",
				"morti.mobile.*.*",
			},
			Ascolta: []string{
				"_INBOX_mobile.>",
				"fatti.piattaforma.>",
			},
		},
		{
			Modulo: "ocr",
			Pubblica: []string{
				"$JS.API.DIRECT.GET.KV_CHIAVI.$KV.CHIAVI.jwks",
				"$JS.API.STREAM.INFO.KV_CHIAVI",
				"chiedi.core.accesso",
				"morti.ocr.*.*",
			},
			Ascolta: []string{
				"_INBOX_ocr.>",
				"fatti.piattaforma.>",
			},
		},
		{
			Modulo: "tenantapi",
			Pubblica: []string{
				"$JS.API.DIRECT.GET.KV_CHIAVI.$KV.CHIAVI.jwks",
				"$JS.API.STREAM.INFO.KV_CHIAVI",
			},
			Ascolta: []string{
				"_INBOX_tenantapi.>",
				"fatti.piattaforma.>",
			},
		},
		{
			Modulo: "vpn",
			Pubblica: []string{
				"$JS.ACK.*.*.LAVORI.vpn-targa.>",
				"$JS.ACK.LAVORI.vpn-targa.>",
				"$JS.API.CONSUMER.INFO.LAVORI.vpn-targa",
				"$JS.API.CONSUMER.MSG.NEXT.LAVORI.vpn-targa",
				"$JS.API.DIRECT.GET.KV_CHIAVI.$KV.CHIAVI.jwks",
				"$JS.API.STREAM.INFO.KV_CHIAVI",
				"chiedi.core.accesso",
				"fatti.*.indagine.esito",
				"morti.vpn.*.*",
			},
			NonPubblica: []string{"fatti.piattaforma.>"},
			Ascolta: []string{
				"_INBOX_vpn.>",
				"fatti.piattaforma.>",
			},
		},
	}
}
