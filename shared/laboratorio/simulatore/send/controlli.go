package send

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// caratteri matches the characters of an address; no accents.
var caratteri = regexp.MustCompile(`^[A-Za-z0-9./'\-_@ ]*$`)

// latino matches the characters of a denomination: the printable ones of ISO-8859-1.
var latino = regexp.MustCompile(`^[ -~\x{A0}-\x{FF}]+$`)

// controlla makes the checks that the schema cannot. A fault of one field names the field; any other says it in its detail alone. All
// faults are returned together.
func (s *Simulatore) controlla(q parole.Richiesta, e Ente) (errori []parole.Errore) {
	no := func(codice, elemento, dettaglio string) {
		errori = append(errori, parole.Errore{Codice: codice, Elemento: elemento, Dettaglio: dettaglio})
	}
	if !slices.Contains(parole.Tassonomie(), q.Tassonomia) {
		no(parole.TassonomiaIgnota, q.Tassonomia, "none")
	}
	if len(e.Gruppi) > 0 && !slices.Contains(e.Gruppi, q.Gruppo) || len(e.Gruppi) == 0 && q.Gruppo != "" {
		no(parole.GruppoNonValido, q.Gruppo, "Specify a group in cx_groups=["+strings.Join(e.Gruppi, ",")+"]")
	}
	if len(q.Lingue) > 1 {
		no(parole.LingueTroppe, "additionalLanguages", "none")
	} else if len(q.Lingue) == 1 && !slices.Contains([]string{"DE", "FR", "SL"}, q.Lingue[0]) {
		no(parole.LinguaNonValida, "additionalLanguages", "none")
	}
	if q.Tariffa == parole.TariffaConsegna && (q.Diritti == nil || q.IVA == nil) {
		no(parole.Parametro, "", "paFee and vat must be present with DELIVERY_MODE")
	}
	for _, d := range q.Documenti {
		if !strings.Contains(d.Dove.Chiave, "PN_NOTIFICATION_ATTACHMENTS") {
			no(parole.Parametro, "", "document key "+d.Dove.Chiave)
		}
	}
	controllaDestinatari(q, no)
	return errori
}

// controllaDestinatari finds what comes twice, and the faults of each recipient.
func controllaDestinatari(q parole.Richiesta, no func(codice, elemento, dettaglio string)) {
	visti := map[string]bool{}
	una := func(che, valore string) {
		if visti[che+valore] {
			no(parole.Parametro, "", "Duplicated "+che)
		}
		visti[che+valore] = true
	}
	for _, d := range q.Destinatari {
		una("recipient taxId", d.CodiceFiscale)
		controllaDestinatario(d, q.Tariffa, no)
		for _, p := range d.Pagamenti {
			if p.PagoPA != nil {
				una("creditorTaxId and noticeCode", p.PagoPA.Creditore+p.PagoPA.Avviso)
			}
		}
	}
}

func controllaDestinatario(d parole.Destinatario, tariffa string, no func(codice, elemento, dettaglio string)) {
	esito := codicefiscale.Valida(d.CodiceFiscale)
	if !esito.Valido || (len(d.CodiceFiscale) == 16) != (d.Tipo == parole.PersonaFisica) {
		no(parole.Parametro, "", "Invalid taxId for recipient 0")
	}
	if !latino.MatchString(d.Denominazione) {
		no(parole.Parametro, "", "Field denomination in recipient 0 contains invalid characters.")
	}
	if d.Fisico == nil {
		no(parole.Parametro, "", "PhysicalAddress cannot be null")
	} else {
		controllaIndirizzo(*d.Fisico, no)
	}
	costi := false
	for _, p := range d.Pagamenti {
		costi = costi || p.PagoPA != nil && p.PagoPA.ApplicaCosti
	}
	switch {
	case tariffa == parole.TariffaFissa && costi:
		no(parole.Parametro, "", "applyCost must be false with FLAT_RATE")
	case tariffa == parole.TariffaConsegna && len(d.Pagamenti) > 0 && !costi:
		no(parole.Parametro, "", "at least one applyCost must be true with DELIVERY_MODE")
	}
}

func controllaIndirizzo(f parole.IndirizzoFisico, no func(codice, elemento, dettaglio string)) {
	righe := f.Righe()
	for _, nome := range slices.Sorted(maps.Keys(righe)) {
		if len(righe[nome]) > parole.RigaIndirizzo {
			no(parole.Parametro, "", "Field "+nome+" in recipient 0 exceed max length of 44 chars")
		}
		if !caratteri.MatchString(righe[nome]) {
			no(parole.Parametro, "", "Field "+nome+" in recipient 0 contains invalid characters.")
		}
	}
	if f.Provincia == "" && (f.StatoEstero == "" || strings.HasPrefix(strings.ToUpper(f.StatoEstero), "ITAL")) {
		no(parole.Parametro, "", "Province in recipient 0 is mandatory.")
	}
}
