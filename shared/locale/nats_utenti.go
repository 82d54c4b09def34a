package locale

import "github.com/piattaforma-verbali/verbali/shared/bus"

// UtentiNATS are the administrator and the user of each module, with the permissions that the contract
// of the bus gives them; password gives the password of a user by name.
func UtentiNATS(password func(utente string) (string, error)) ([]NATSUtente, error) {
	utenti := []NATSUtente{{Nome: bus.UtenteAmministratore}}
	for _, p := range bus.PermessiModuli() {
		utenti = append(utenti, NATSUtente{Nome: p.Modulo, Pubblica: p.Pubblica, NonPubblica: p.NonPubblica,
			Ascolta: p.Ascolta})
	}
	for i := range utenti {
		var err error
		if utenti[i].Password, err = password(utenti[i].Nome); err != nil {
			return nil, err
		}
	}
	return utenti, nil
}
