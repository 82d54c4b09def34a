package db

import "time"

// Banche says how many databases are open, for the tests of the package.
func (p *Piscine) Banche() int { return len(p.poolAperti()) }

// Libera frees the databases not used since, as the clock does, for the tests of the package.
func (p *Piscine) Libera(da time.Time) { p.libera(da) }
