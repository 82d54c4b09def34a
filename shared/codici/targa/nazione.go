package targa

import (
	"fmt"
	"strings"

	"golang.org/x/text/language"
)

// sigle are the distinguishing signs of vehicles in international traffic that are no ISO 3166 code, as
// the Secretary-General of the United Nations publishes them, with those in use beside the list. Some are
// the ISO code of another country; a country is stored as it was written, so both are right.
const sigle = " A ABH ADN AL AND AUA B BD BDS BH BHT BIH BRN BRU BUR BVI BW BZ CAM CC CDN CGO CH CL CM COM CV CY D DJI DK DOM DY DZ E EAK EAT EL EAU " +
	"EAZ EC ER ES EST ET ETH F FIN FJI FL FO FR FSM G GB GBA GBG GBJ GBM GBZ GCA GE GH GN GNB GQ GR GRO GUY GW H HK HKJ HN HR I IL IND IR IRL IRQ IS " +
	"J JA K KAN KIR KM KN KOS KP KS KSA KWT KZ L LAO LAR LB LS LT LV M MA MAL MC MD MEX MGL MH MK MNE MO MOC MS MV MW MYA N NAM NAU NCL NEP NGR NIC NL " +
	"NMK NZ OM P PA PAL PE PK PL PNG PR PRK PS PY Q QA RA RB RC RCA RCB RCH RG RH RI RIM RIN RKS RL RM RMM RN RO ROK ROU RP RPB RSM RT RU RUS RWA " +
	"S SCN SCV SD SF SGP SK SLE SLO SME SMOM SN SO SOL SOS SRB STP SUD SUR SY SYR T TCH TD TG TJ TL TM TN TO TON TR TT TUV UA UAE USA UY UZ V VN VU WAG " +
	"WAL WAN WD WG WL WS WV XKX YE YV Z ZA ZW "

// cessati are the codes of States that are no more, or that a State no longer uses, with what to write instead.
//
//nolint:gochecknoglobals // read only
var cessati = map[string]string{
	"YU": successoriJugoslavia, "YUG": successoriJugoslavia,
	"SCG": "RS o MNE", "CS": "CZ o SK, oppure RS o MNE", "CSK": "CZ o SK", "CSHH": "CZ o SK",
	"SU": successoriURSS, "SUN": successoriURSS, "DD": "D", "DDR": "D", "ZR": "CD", "ZAR": "CD", "ZRE": "CD",
	"TP": "TL", "TMP": "TL", "BU": "MM", "AN": "CW, SX o BQ", "ANT": "CW, SX o BQ", "YD": "YE", "YMD": "YE", "SWA": "NAM", "VD": "VN", "VDR": "VN",
	"NT": "", "NTZ": "",
	"Q": "QA", "CT": "KI", "CTE": "KI", "JT": "USA", "JTN": "USA", "MI": "USA", "MID": "USA", "WK": "USA", "WAK": "USA", "PU": "USA", "PUS": "USA",
	"NH": "VU", "NHB": "VU", "PC": "PW, FSM o MH", "PCI": "PW, FSM o MH", "PZ": "PA", "PCZ": "PA", "FQ": "", "NQ": "", "ATN": "", "HV": "BF",
	"DHY": "BJ", "HVO": "BF", "RHO": "ZW", "FX": "F", "FXX": "F",
}

const (
	successoriJugoslavia = "BIH, HR, MNE, NMK, RKS, SLO o SRB"
	successoriURSS       = "RUS, UA, BY, MD, GE, AM, AZ, KZ, KS, TJ, TM, UZ, EST, LT o LV"
)

// MotivoNazione says in Italian why a code names no country that registers vehicles; empty for an ISO 3166
// code of two or three letters or a distinguishing sign (D, RSM, RKS). The code is in upper case.
func MotivoNazione(codice string) string {
	if !paeseBenFormato(codice) || codice == "" {
		return "il codice della nazione deve essere di una, due o tre lettere"
	}
	if oggi, c := cessati[codice]; c {
		motivo := fmt.Sprintf("la nazione %s non esiste più o ha cambiato sigla", codice)
		if oggi != "" {
			motivo += ": indicare quella di oggi (" + oggi + ")"
		}
		return motivo
	}
	if strings.Contains(sigle, " "+codice+" ") {
		return ""
	}
	if r, err := language.ParseRegion(codice); len(codice) > 1 && err == nil && r.IsCountry() && (r.String() == codice || r.ISO3() == codice) {
		return ""
	}
	return fmt.Sprintf("la nazione %s non esiste: indicare il codice ISO 3166 o la sigla automobilistica", codice)
}

func paeseBenFormato(paese string) bool {
	return len(paese) <= 3 && !strings.ContainsFunc(paese, func(r rune) bool { return r < 'A' || r > 'Z' })
}
