package soap

// Conversion turns the text of a simple element into a value. Its error is an Italian sentence for
// the caller.
type Conversion[T any] func(testo string) (T, error)

// Valore reads a simple child that must be there. A defect leaves the zero value.
func Valore[T any](l *Reader, nome string, c Conversion[T]) T {
	v, presente := leggiValore(l, nome, c)
	if !presente {
		l.Difetto(nome, "manca ed è obbligatorio")
	}
	return v
}

// Opzionale reads a simple child that may be absent: then, as with a defect, the zero value.
func Opzionale[T any](l *Reader, nome string, c Conversion[T]) T {
	v, _ := leggiValore(l, nome, c)
	return v
}

// Puntatore is Opzionale for values whose zero means something; nil when the child is absent or
// faulty.
func Puntatore[T any](l *Reader, nome string, c Conversion[T]) *T {
	prima := len(l.difetti.elenco)
	v, presente := leggiValore(l, nome, c)
	if !presente || len(l.difetti.elenco) > prima {
		return nil
	}
	return &v
}

// leggiValore reports presence even when the value is faulty, so that one field gives one defect.
func leggiValore[T any](l *Reader, nome string, c Conversion[T]) (T, bool) {
	var zero T
	testo, semplice, presente := l.testo(nome)
	if !presente || !semplice {
		return zero, presente
	}
	v, err := c(testo)
	if err != nil {
		l.Difetto(nome, err.Error())
		return zero, true
	}
	return v, true
}
