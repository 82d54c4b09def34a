package verbale

// sblocco takes enforcement up again where it was when it was stopped.
type sblocco struct{ fatto }

func (d *sblocco) decidi(s Stato, m mossa) ([]Evento, error) {
	eventi, err := d.fatto.decidi(s, m)
	if err != nil {
		return nil, err
	}
	eventi[0].Deciso.Riscossione = RiscossioneNessuna
	prima := Stato{ID: s.ID}
	for _, e := range m.storia {
		if e.Tipo() == EventoRiscossioneBloccata {
			eventi[0].Deciso.Riscossione = prima.Riscossione
		}
		if prima, err = ripercorri(prima, e); err != nil {
			return nil, err
		}
	}
	return eventi, nil
}
