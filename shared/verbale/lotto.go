package verbale

// TipoLotto is the kind of work done on each item of a lot.
type TipoLotto string

// The kinds of lots.
const (
	LottoVisura  TipoLotto = "VISURA"
	LottoPdf     TipoLotto = "PDF"     // acts, printed where they are not yet, in one package
	LottoPostale TipoLotto = "POSTALE" // acts handed to the post: a service begins for each
	LottoSend    TipoLotto = "SEND"
	LottoPec     TipoLotto = "PEC"
	// LottoRettifica are the communications of rectifications, to print and hand over: each once.
	LottoRettifica TipoLotto = "RETTIFICHE"
)

func tipiLotto() []voce[TipoLotto] {
	return []voce[TipoLotto]{
		{LottoVisura, "Visure", nonSiDice},
		{LottoPdf, "Stampa", nonSiDice},
		{LottoPostale, "Posta", nonSiDice},
		{LottoSend, "SEND", nonSiDice},
		{LottoPec, "PEC", nonSiDice},
		{LottoRettifica, "Rettifiche", nonSiDice},
	}
}

// TipiLotto lists the kinds of lots.
func TipiLotto() []TipoLotto { return valori(tipiLotto()) }

// Documento is what the items of a lot of the kind are: the act, or the communication of a rectification.
func (t TipoLotto) Documento() TipoDocumento {
	if t == LottoRettifica {
		return DocumentoRettifica
	}
	return DocumentoAtto
}

// Parola is the office's label.
func (t TipoLotto) Parola() string { return cerca(tipiLotto(), t).ufficio }

// StatoLotto is where a lot is (design, section 5).
type StatoLotto string

// The states of a lot.
const (
	LottoBozza               StatoLotto = "BOZZA"
	LottoAccodato            StatoLotto = "ACCODATO"
	LottoInCorso             StatoLotto = "IN_CORSO"
	LottoInPausa             StatoLotto = "IN_PAUSA"
	LottoCompletato          StatoLotto = "COMPLETATO"
	LottoCompletatoConErrori StatoLotto = "COMPLETATO_CON_ERRORI"
	LottoFallito             StatoLotto = "FALLITO"
	LottoInAnnullamento      StatoLotto = "IN_ANNULLAMENTO"
	LottoAnnullato           StatoLotto = "ANNULLATO"
)

func statiLotto() []voce[StatoLotto] {
	return []voce[StatoLotto]{
		{LottoBozza, "Aperto", nonSiDice},
		{LottoAccodato, "In coda", nonSiDice},
		{LottoInCorso, "In lavorazione", nonSiDice},
		{LottoInPausa, "In pausa", nonSiDice},
		{LottoCompletato, "Completato", nonSiDice},
		{LottoCompletatoConErrori, "Completato con errori", nonSiDice},
		{LottoFallito, "Fermo per un guasto", nonSiDice},
		{LottoInAnnullamento, "In annullamento", nonSiDice},
		{LottoAnnullato, "Annullato", nonSiDice},
	}
}

// StatiLotto lists the states of a lot.
func StatiLotto() []StatoLotto { return valori(statiLotto()) }

// Parola is the office's label.
func (s StatoLotto) Parola() string { return cerca(statiLotto(), s).ufficio }

// InFrase is the label inside a sentence.
func (s StatoLotto) InFrase() string {
	if s == LottoBozza {
		return "ancora aperto"
	}
	return inFrase(s.Parola())
}

// InLavoro reports that the next chunk may be worked.
func (s StatoLotto) InLavoro() bool { return s == LottoAccodato || s == LottoInCorso }

// InMoto reports that the lot changes by itself.
func (s StatoLotto) InMoto() bool {
	return s.InLavoro() || s == LottoInAnnullamento
}

// Fermo reports that the lot has ended: nothing more happens to it unless a person tries it again.
func (s StatoLotto) Fermo() bool { return s.Completo() || s == LottoFallito || s == LottoAnnullato }

// Completo reports that every item was worked: the package is there.
func (s StatoLotto) Completo() bool { return s == LottoCompletato || s == LottoCompletatoConErrori }

// StatoVoce is where an item of a lot is.
type StatoVoce string

// The states of an item.
const (
	VoceInAttesa         StatoVoce = "IN_ATTESA"
	VoceOK               StatoVoce = "OK"
	VoceErroreRipetibile StatoVoce = "ERRORE_RIPETIBILE"
	VoceErroreDefinitivo StatoVoce = "ERRORE_DEFINITIVO"
	VoceSaltata          StatoVoce = "SALTATO"
	VoceAnnullata        StatoVoce = "ANNULLATO"
)

func statiVoce() []voce[StatoVoce] {
	return []voce[StatoVoce]{
		{VoceInAttesa, "In attesa", nonSiDice},
		{VoceOK, "A posto", nonSiDice},
		{VoceSaltata, "Saltato", nonSiDice},
		{VoceErroreRipetibile, "Errore, si può riprovare", nonSiDice},
		{VoceErroreDefinitivo, "Errore", nonSiDice},
		{VoceAnnullata, "Annullato", nonSiDice},
	}
}

// StatiVoce lists the states of an item.
func StatiVoce() []StatoVoce { return valori(statiVoce()) }

// Parola is the office's label.
func (s StatoVoce) Parola() string { return cerca(statiVoce(), s).ufficio }
