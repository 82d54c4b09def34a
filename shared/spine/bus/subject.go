package bus

import "strings"

// tenantDi finds the tenant's token of a subject: second of fatti.<tenant>.… and avanzamento.<tenant>.…,
// last of lavori.… and morti.….
func tenantDi(soggetto string) string {
	parti := strings.Split(soggetto, ".")
	if (parti[0] == "fatti" || parti[0] == "avanzamento") && len(parti) > 1 {
		return parti[1]
	}
	return parti[len(parti)-1]
}

// tipoDi is the subject without its tenant and what it speaks of: the type of CloudEvents.
func tipoDi(soggetto string) string {
	parti := strings.Split(soggetto, ".")
	if parti[0] == "fatti" && len(parti) > 2 {
		return "fatti." + strings.Join(parti[2:], ".")
	}
	if parti[0] == "avanzamento" && len(parti) > 3 { // avanzamento.<tenant>.lotto.<id>
		return "avanzamento." + parti[2]
	}
	return strings.Join(parti[:len(parti)-1], ".")
}
