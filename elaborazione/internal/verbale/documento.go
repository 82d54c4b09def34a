package verbale

import "github.com/google/uuid"

// Kinds of document of a fine.
const (
	DocumentoAtto     = "ATTO"           // of a position, rendered once
	DocumentoAnonimo  = "AVVISO_ANONIMO" // payment notice of a position whose debtor is ANONIMO
	DocumentoAllegato = "ALLEGATO"       // sent with the fine
)

// Documento is a file in the store of documents, found by tenant and hash.
type Documento struct {
	ID     uuid.UUID `json:"id"`
	Tipo   string    `json:"tipo"`
	Nome   string    `json:"nome"`
	MIME   string    `json:"mime"`
	SHA256 string    `json:"sha256"`
	Byte   int64     `json:"byte"`
	// CodiceAG of an act is the carrier's code printed in its window, twelve digits; empty: none.
	CodiceAG string `json:"codiceAG,omitempty"`
}
