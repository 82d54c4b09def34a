package cds

// Errore says which value of the input cannot be, and why. Campo is the lowerCamelCase name of the
// field, with its index where it is in a list ("violazioni[1].minCent"); Motivo an Italian sentence.
type Errore struct {
	Campo  string
	Motivo string
}

// Error writes "campo: motivo".
func (e *Errore) Error() string { return e.Campo + ": " + e.Motivo }

func errore(campo, motivo string) error { return &Errore{Campo: campo, Motivo: motivo} }
