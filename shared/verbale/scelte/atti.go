package scelte

import "strings"

// MancaAgliAtti are the keys of what a command has not set and no act may lack: the name that stands for the signature
// (art. 3 c. 2 d.lgs. 39/1993), the office to which people pay, appeal and write (art. 383 c. 2 Reg.), and the expenses,
// unless the command says that it asks for none (art. 201 c. 4 CdS). leggi puts the settings in force into a value and leaves it
// as it is where there is nothing.
func MancaAgliAtti(leggi func(chiave string, valore any) error) (mancano []string, err error) {
	for _, chiave := range []string{ChiaveFirmatario, ChiaveIndirizzo} {
		var testo string
		if err := leggi(chiave, &testo); err != nil {
			return nil, err
		}
		if strings.TrimSpace(testo) == "" {
			mancano = append(mancano, chiave)
		}
	}
	var spese int64
	var zero bool
	if err := leggi(ChiaveSpese, &spese); err != nil {
		return nil, err
	}
	if err := leggi(ChiaveSpeseZero, &zero); err != nil {
		return nil, err
	}
	if spese == 0 && !zero {
		mancano = append(mancano, ChiaveSpese)
	}
	return mancano, nil
}
