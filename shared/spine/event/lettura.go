package event

// LavoroLettura is lavori.ocr.lettura.<tenant>: read the pages of a file that is in the store of documents.
type LavoroLettura struct {
	IDLettura string `json:"idLettura"`
}

// Soggetto gives the subject.
func (LavoroLettura) Soggetto(tenant string) string { return "lavori.ocr.lettura." + tenant }

// Oggetto is the reading of the file.
func (l LavoroLettura) Oggetto() string { return l.IDLettura }

// LetturaConfermata is fatti.<tenant>.lettura.confermata: a person has confirmed what an optical reading says. The
// fields are in ocr_v1.lettura under IDLettura. Tipo is a word of its column.
type LetturaConfermata struct {
	IDLettura string `json:"idLettura"`
	Tipo      string `json:"tipo"`
}

// Soggetto gives the subject.
func (LetturaConfermata) Soggetto(tenant string) string {
	return "fatti." + tenant + ".lettura.confermata"
}

// Oggetto is the reading.
func (l LetturaConfermata) Oggetto() string { return l.IDLettura }

// DomandaOcrTarga is the payload of chiedi.ocr.targa: which plate a picture shows. Documento is the SHA-256 of the picture in
// the store of documents. The caller is the one of the token in the header Authorization.
type DomandaOcrTarga struct {
	Documento string `json:"documento"`
}

// RispostaOcrTarga answers DomandaOcrTarga. Without Targa the reading is not sure: Alternative has what it may be, likeliest
// first; empty with them where the picture shows no plate. Confidenza is a probability. Nazione is ISO 3166-1 alpha-2, empty
// for a foreign plate.
type RispostaOcrTarga struct {
	Targa       string               `json:"targa,omitempty"`
	Nazione     string               `json:"nazione,omitempty"`
	Confidenza  float64              `json:"confidenza"`
	Alternative []AlternativaLettura `json:"alternative"`
}

// AlternativaLettura is another reading, with its probability.
type AlternativaLettura struct {
	Valore     string  `json:"valore"`
	Confidenza float64 `json:"confidenza"`
}
