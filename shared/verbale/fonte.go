package verbale

import "cmp"

// Fonte is where a fine comes from.
type Fonte string

// The sources (design, section 7, tenantapi): IMPIANTO are devices and toll networks.
const (
	FonteSoap         Fonte = "SOAP"
	FonteTablet       Fonte = "TABLET"
	FonteOcr          Fonte = "OCR"
	FonteImpianto     Fonte = "IMPIANTO"
	FonteImportazione Fonte = "IMPORTAZIONE"
	FonteManuale      Fonte = "MANUALE"
)

func fonti() []voce[Fonte] {
	return []voce[Fonte]{
		{FonteSoap, "Sistema esterno", nonSiDice},
		{FonteTablet, "Tablet", nonSiDice},
		{FonteOcr, "Lettura ottica", nonSiDice},
		{FonteImpianto, "Dispositivo o rete di pedaggio", nonSiDice},
		{FonteImportazione, "Importato da un altro sistema", nonSiDice},
		{FonteManuale, "Inserimento manuale", nonSiDice},
	}
}

// Fonti lists the sources.
func Fonti() []Fonte { return valori(fonti()) }

// Parola is the office's label.
func (f Fonte) Parola() string { return cerca(fonti(), f).ufficio }

// Titolo says why a person answers for the sanction (art. 196 CdS).
type Titolo string

// The two titles.
const (
	Trasgressore Titolo = "TRASGRESSORE"
	Obbligato    Titolo = "OBBLIGATO"
)

func titoli() []voce[Titolo] {
	return []voce[Titolo]{
		{Trasgressore, "Trasgressore", "Chi ha commesso la violazione"},
		{Obbligato, "Obbligato in solido", "Chi risponde in solido (di solito l'intestatario del veicolo)"},
	}
}

// Titoli lists the titles.
func Titoli() []Titolo { return valori(titoli()) }

// Parola is the office's label.
func (t Titolo) Parola() string { return cerca(titoli(), t).ufficio }

// Cittadino names the part that a person has in the fine.
func (t Titolo) Cittadino() string { return cmp.Or(cerca(titoli(), t).cittadino, Leggibile(string(t))) }

// TipoDocumento names a kind of document of a fine.
type TipoDocumento string

// The kinds of document.
const (
	DocumentoAtto     TipoDocumento = "ATTO"           // of a position, rendered once
	DocumentoAnonimo  TipoDocumento = "AVVISO_ANONIMO" // payment notice of a position whose debtor is ANONIMO
	DocumentoAllegato TipoDocumento = "ALLEGATO"       // sent with the fine
	DocumentoProva    TipoDocumento = "PROVA"          // of a service
	DocumentoSuperato TipoDocumento = "SUPERATO"       // printed of a position before another took its place
	// DocumentoRettifica tells the addressee that less is asked of him than his act says.
	DocumentoRettifica TipoDocumento = "COMUNICAZIONE_RETTIFICA"
)

// documenti: where nonSiDice stands the citizen reads the name of the file.
func documenti() []voce[TipoDocumento] {
	return []voce[TipoDocumento]{
		{DocumentoAtto, "Verbale da notificare", "Verbale e avvisi di pagamento"},
		{DocumentoAnonimo, "Avviso di pagamento senza nominativo", "Avviso di pagamento senza nominativo"},
		{DocumentoAllegato, "Allegato", nonSiDice},
		{DocumentoProva, "Prova della notifica", nonSiDice},
		{DocumentoRettifica, "Comunicazione di rettifica", "Comunicazione della rettifica a tuo favore"},
		{DocumentoSuperato, "Superato: stampato per l'indirizzo precedente", "Documento preparato per l'indirizzo precedente"},
	}
}

// Parola is the office's label.
func (t TipoDocumento) Parola() string { return cerca(documenti(), t).ufficio }

// Cittadino names a document to the citizen; nome is that of the file, for a kind that has no name of its own.
func (t TipoDocumento) Cittadino(nome string) string {
	if testo := cerca(documenti(), t).cittadino; testo != nonSiDice && testo != "" {
		return testo
	}
	return nome
}
