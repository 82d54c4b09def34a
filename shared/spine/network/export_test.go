package network

import "net"

// Here says which addresses this machine has.
func (a Admitted) Here(addresses ...string) Admitted {
	a.here = func() (all []net.Addr, err error) {
		for _, i := range addresses {
			ip, prefix, err := net.ParseCIDR(i)
			if err != nil {
				return nil, err
			}
			all = append(all, &net.IPNet{IP: ip, Mask: prefix.Mask})
		}
		return all, nil
	}
	return a
}
