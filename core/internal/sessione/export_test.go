package sessione

// Aperti is how many streams this process holds.
func (f *Flussi) Aperti() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.quanti
}
