package event

// TariffeSegnala asks to open an anomaly on the fines that a corrected table of violations concerns, for the caller whose
// token comes along: chiedi.elaborazione.tariffe.segnala.
const TariffeSegnala = "tariffe.segnala"

// DomandaTariffe is the payload of chiedi.elaborazione.tariffe.segnala, as POST /tariffe/verifica takes it: the days of the
// violation (YYYY-MM-DD in Rome, included; empty: open) and the remedy, empty for all that leave something to do.
// Cursore goes on after an answer that left fines; Indirizzo is the address of the caller for the audit.
type DomandaTariffe struct {
	Da        string `json:"da,omitempty"`
	A         string `json:"a,omitempty"`
	Rimedio   string `json:"rimedio,omitempty"`
	Cursore   string `json:"cursore,omitempty"`
	Indirizzo string `json:"indirizzo,omitempty"`
}

// RispostaTariffe counts the anomalies that were opened, the fines that had theirs already and those that somebody else
// held. With a Cursore there are more fines: who asks again with it goes on.
type RispostaTariffe struct {
	Aperte   int    `json:"aperte"`
	Gia      int    `json:"gia"`
	Occupati int    `json:"occupati"`
	Cursore  string `json:"cursore,omitempty"`
}
