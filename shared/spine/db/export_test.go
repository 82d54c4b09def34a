package db

import "time"

// Banche says how many databases are open, for the tests of the package.
func (p *Pools) Banche() int { return len(p.openPools()) }

// Libera frees the databases not used since, as the clock does, for the tests of the package.
func (p *Pools) Libera(da time.Time) { p.release(da) }

// SpineGrants is the number of the grants that every schema has, and what it stands for, for the tests of the package.
func SpineGrants() (n int, text string) { return spineGrants, closed + spine }
