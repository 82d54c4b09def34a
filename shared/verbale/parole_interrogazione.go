package verbale

import "strings"

// MotivoVisura is why a person is looked up in the registers of the State. It stays in the audit.
type MotivoVisura string

// The reasons. MotivoNotifica reaches the persons of a fine alone; MotivoAltro needs a note.
const (
	MotivoNotifica    MotivoVisura = "NOTIFICA_VERBALE"
	MotivoControllo   MotivoVisura = "CONTROLLO_SU_STRADA"
	MotivoIstanza     MotivoVisura = "ISTANZA_INTERESSATO"
	MotivoRicorso     MotivoVisura = "RICORSO"
	MotivoRiscossione MotivoVisura = "RISCOSSIONE"
	MotivoAltro       MotivoVisura = "ALTRO"
)

func motiviVisura() []voce[MotivoVisura] {
	return []voce[MotivoVisura]{
		{MotivoNotifica, "Notifica di un verbale", nonSiDice},
		{MotivoControllo, "Controllo su strada", nonSiDice},
		{MotivoIstanza, "Istanza dell'interessato", nonSiDice},
		{MotivoRicorso, "Ricorso", nonSiDice},
		{MotivoRiscossione, "Riscossione", nonSiDice},
		{MotivoAltro, "Altro", nonSiDice},
	}
}

// MotiviVisura lists them.
func MotiviVisura() []MotivoVisura { return valori(motiviVisura()) }

// Parola is the office's label.
func (m MotivoVisura) Parola() string { return cerca(motiviVisura(), m).ufficio }

// CausaConsulta is why a vehicle or a licence is looked up. It stays in the audit beside the account's own words.
type CausaConsulta string

// The causes.
const (
	CausaAccertamento CausaConsulta = "ACCERTAMENTO"
	CausaNotifica     CausaConsulta = "NOTIFICA"
	CausaRicorso      CausaConsulta = "RICORSO"
	CausaRiscossione  CausaConsulta = "RISCOSSIONE"
	CausaIncidente    CausaConsulta = "INCIDENTE"
	CausaPolizia      CausaConsulta = "POLIZIA_GIUDIZIARIA"
	CausaAltro        CausaConsulta = "ALTRO"
)

// CauseConsulta lists them.
func CauseConsulta() []CausaConsulta {
	return []CausaConsulta{CausaAccertamento, CausaNotifica, CausaRicorso, CausaRiscossione, CausaIncidente, CausaPolizia, CausaAltro}
}

// Archivio is a register that is asked, or the way in which its answer came.
type Archivio string

// The registers: of vehicles, by the language that each speaks; of persons; of digital domiciles; of companies.
const (
	ArchivioMotorizzazione Archivio = "MOTORIZZAZIONE" // the REST that this project documents
	ArchivioInfows         Archivio = "INFOWS"         // the Motorizzazione's SOAP services (Info-ws)
	ArchivioPra            Archivio = "PRA"            // ACI's register of owners
	ArchivioTracciato      Archivio = "TRACCIATO"      // the exchange by file with the Motorizzazione
	ArchivioAnpr           Archivio = "ANPR"
	ArchivioInad           Archivio = "INAD"
	ArchivioInipec         Archivio = "INI-PEC"
	ArchivioIpa            Archivio = "IPA"
	ArchivioImprese        Archivio = "REGISTRO_IMPRESE"
)

func archivi() []voce[Archivio] {
	return []voce[Archivio]{
		{ArchivioMotorizzazione, "Registro dei veicoli e delle patenti", nonSiDice},
		{ArchivioInfows, "Motorizzazione (Info-ws)", nonSiDice},
		{ArchivioPra, "PRA (ACI)", nonSiDice},
		{ArchivioTracciato, "Motorizzazione (per file)", nonSiDice},
		{ArchivioAnpr, "ANPR", nonSiDice},
		{ArchivioInad, "INAD", nonSiDice},
		{ArchivioInipec, "INI-PEC (imprese)", nonSiDice},
		{ArchivioIpa, "IPA (enti pubblici)", nonSiDice},
		{ArchivioImprese, "Registro delle imprese", nonSiDice},
	}
}

// ParolaArchivio is the name that the office reads of a register.
func ParolaArchivio(registro string) string {
	return cerca(archivi(), Archivio(strings.ToUpper(registro))).ufficio
}
