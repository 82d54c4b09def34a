package verbale

// TipoLettura is what ocr reads a picture as.
type TipoLettura string

// The kinds.
const (
	LetturaTarga      TipoLettura = "TARGA"
	LetturaAvviso     TipoLettura = "AVVISO_RICEVIMENTO"
	LetturaBollettino TipoLettura = "BOLLETTINO"
	LetturaVerbale    TipoLettura = "VERBALE"
)

// TipiLettura lists them with their words.
func TipiLettura() []TipoLettura { return valori(tipiLettura()) }

func tipiLettura() []voce[TipoLettura] {
	return []voce[TipoLettura]{
		{LetturaTarga, "Targa", nonSiDice},
		{LetturaAvviso, "Avviso di ricevimento", nonSiDice},
		{LetturaBollettino, "Bollettino", nonSiDice},
		{LetturaVerbale, "Verbale su carta", nonSiDice},
	}
}

// Parola is the name that the office reads.
func (t TipoLettura) Parola() string { return cerca(tipiLettura(), t).ufficio }

// StatoLettura is where an optical reading is.
type StatoLettura string

// The states. LETTA and ILLEGGIBILE wait for a person.
const (
	LetturaInCorso     StatoLettura = "IN_CORSO"
	LetturaLetta       StatoLettura = "LETTA"
	LetturaIlleggibile StatoLettura = "ILLEGGIBILE"
	LetturaConfermata  StatoLettura = "CONFERMATA"
)

// StatiLettura lists them with their words.
func StatiLettura() []StatoLettura { return valori(statiLettura()) }

func statiLettura() []voce[StatoLettura] {
	return []voce[StatoLettura]{
		{LetturaInCorso, "In lettura", nonSiDice},
		{LetturaLetta, "Da confermare", nonSiDice},
		{LetturaIlleggibile, "Non si legge", nonSiDice},
		{LetturaConfermata, "Confermata", nonSiDice},
	}
}

// Parola is the name that the office reads.
func (s StatoLettura) Parola() string { return cerca(statiLettura(), s).ufficio }
