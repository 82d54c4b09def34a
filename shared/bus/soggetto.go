package bus

import "strings"

// tenantDi finds the tenant's token of a subject: second of fatti.<tenant>.…, last of lavori.… and
// morti.….
func tenantDi(soggetto string) string {
	parti := strings.Split(soggetto, ".")
	if parti[0] == "fatti" && len(parti) > 1 {
		return parti[1]
	}
	return parti[len(parti)-1]
}

// tipoDi is the subject without its tenant: the type of CloudEvents.
func tipoDi(soggetto string) string {
	parti := strings.Split(soggetto, ".")
	if parti[0] == "fatti" && len(parti) > 2 {
		return "fatti." + strings.Join(parti[2:], ".")
	}
	return strings.Join(parti[:len(parti)-1], ".")
}
