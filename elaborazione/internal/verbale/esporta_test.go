package verbale

// LeggiDati reads the data of an event as the store does.
func LeggiDati(tipo Tipo, grezzi []byte) (Dati, error) { return leggiDati(tipo, grezzi) }

// Passo asks the table alone: the axes after an event, and whether it is admitted.
func (a Assi) Passo(t Tipo, deciso Assi) (Transizione, Assi, bool) { return a.passo(t, deciso) }

// Dopo is the step of one axis.
func (p Passaggio[S]) Dopo(adesso, deciso S) (S, bool) { return p.dopo(adesso, deciso) }
