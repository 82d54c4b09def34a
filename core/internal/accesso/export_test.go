package accesso

// Conta makes the realm call f at each comparison with a stored value, which costs one argon2id.
func (r *Realm) Conta(f func(impronta string)) {
	corrisponde := r.corrisponde
	r.corrisponde = func(h, impronta string) (bool, error) {
		f(impronta)
		return corrisponde(h, impronta)
	}
}
