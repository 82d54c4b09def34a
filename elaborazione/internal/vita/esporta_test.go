package vita

// Dopo is the step of one axis.
func (p Passaggio[S]) Dopo(adesso, deciso S) (S, bool) { return p.dopo(adesso, deciso) }
