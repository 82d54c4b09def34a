package ufficio

import (
	"cmp"

	"github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
)

// PrezzoSend is what one act by SEND costs a command, in cents before VAT: always DigitaleCent, SEND's fee and the command's own expenses, and
// for a letter from CartaDaCent to CartaACent more.
type PrezzoSend struct {
	DigitaleCent int64
	CartaDaCent  int64
	CartaACent   int64
}

// Per is the least and the greatest cost of so many acts: none has a letter, or each has one.
func (p PrezzoSend) Per(quanti int) (daCent, aCent int64) {
	return int64(quanti) * p.DigitaleCent, int64(quanti) * (p.DigitaleCent + p.CartaACent)
}

// Send reads it; giorno is the day (YYYY-MM-DD) whose settings hold.
func Send(t anagrafe.Tenant, giorno string) (PrezzoSend, error) {
	diritti, carta := int64(send.DirittiUsuali), send.PrezzoCarta{DaCent: send.PrezzoCartaDaUsuale, ACent: send.PrezzoCartaAUsuale}
	_, errD := t.Impostazione(send.ChiaveDiritti, giorno, &diritti)
	_, errC := t.Impostazione(send.ChiavePrezzoCarta, giorno, &carta)
	return PrezzoSend{DigitaleCent: send.TariffaSend + diritti, CartaDaCent: carta.DaCent, CartaACent: carta.ACent}, cmp.Or(errD, errC)
}
