package rete

import "net"

// Qui says which addresses this machine has.
func (a Ammesse) Qui(indirizzi ...string) Ammesse {
	a.qui = func() (tutti []net.Addr, err error) {
		for _, i := range indirizzi {
			ip, rete, err := net.ParseCIDR(i)
			if err != nil {
				return nil, err
			}
			tutti = append(tutti, &net.IPNet{IP: ip, Mask: rete.Mask})
		}
		return tutti, nil
	}
	return a
}
