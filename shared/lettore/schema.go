package lettore

// Schema is the grammar of a field: for each place, the characters that may stand there. Its length is the text's length.
type Schema []string

// Candidato is a text that fits a grammar, with the natural logarithm of its likelihood: the best alignment's after [Reticolo.Decodifica],
// that of the vote of several cuts after [Vota].
type Candidato struct {
	Testo string
	Log   float64
}

// Decodifica finds the likeliest text of the grammar, and its neighbours: for each place the other characters that come within
// margine (natural logarithm) of it there. The likeliest is first; nothing where the strip is too short for the grammar.
//
// A state is a place with a character, or the blank after a place. Two equal characters in a row have a blank between them.
func (r Reticolo) Decodifica(s Schema, margine float64) []Candidato {
	if len(s) == 0 || r.n < len(s) {
		return nil
	}
	v := r.stati(s)
	v.avanti()
	v.indietro()
	testo, totale := v.migliore()
	if totale < meno/2 {
		return nil
	}
	esce := []Candidato{{string(testo), totale}}
	for p := range s {
		for i, k := range v.classi[p] {
			c := v.alfabeto[k-1]
			if c == testo[p] {
				continue
			}
			if m := v.passaggio(p, i); m > totale-margine {
				altro := append([]byte(nil), testo...)
				altro[p] = c
				esce = append(esce, Candidato{string(altro), m})
			}
		}
	}
	return esce
}

// viterbi is the search of the likeliest path. Of each place, states are its characters, then the blank that follows it; state 0 is the
// blank before the first place.
type viterbi struct {
	Reticolo

	classi [][]int   // of each place, the classes of its characters
	inizio []int     // of each place, the state of its first character
	n      int       // states
	a, b   []float64 // best path up to a state at a column, and from it on; without the column's own value in b
	da     []int32   // of a, the state before
}

func (r Reticolo) stati(s Schema) *viterbi {
	v := &viterbi{Reticolo: r, n: 1}
	for _, posto := range s {
		var classi []int
		for i := range len(posto) {
			if k := r.classe(posto[i]); k != 0 {
				classi = append(classi, k)
			}
		}
		v.classi = append(v.classi, classi)
		v.inizio = append(v.inizio, v.n)
		v.n += len(classi) + 1
	}
	v.a, v.b, v.da = make([]float64, v.Reticolo.n*v.n), make([]float64, v.Reticolo.n*v.n), make([]int32, v.Reticolo.n*v.n)
	return v
}

// vuotoPrima is the state of the blank before a place.
func (v *viterbi) vuotoPrima(p int) int {
	if p == 0 {
		return 0
	}
	return v.inizio[p] - 1
}

// dueMigliori finds the best state of a place's characters in a row of scores, and the best of another character.
func (v *viterbi) dueMigliori(riga []float64, p int) (primo, secondo int) {
	primo, secondo = -1, -1
	for i := range v.classi[p] {
		s := v.inizio[p] + i
		switch {
		case primo < 0 || riga[s] > riga[primo]:
			primo, secondo = s, primo
		case secondo < 0 || riga[s] > riga[secondo]:
			secondo = s
		}
	}
	return primo, secondo
}

func (v *viterbi) avanti() {
	for i := range v.a {
		v.a[i] = meno
	}
	v.a[0] = float64(v.p[0])
	for i, k := range v.classi[0] {
		v.a[v.inizio[0]+i] = float64(v.p[k])
	}
	for x := 1; x < v.Reticolo.n; x++ {
		prima, ora, da := v.a[(x-1)*v.n:][:v.n], v.a[x*v.n:][:v.n], v.da[x*v.n:][:v.n]
		colonna := v.p[x*v.c:][:v.c]
		ora[0] = prima[0] + float64(colonna[0])
		for p := range v.classi {
			v.posto(p, prima, ora, da, colonna)
		}
	}
}

// posto moves one column on in the states of a place.
func (v *viterbi) posto(p int, prima, ora []float64, da []int32, colonna []float32) {
	vuoto := v.vuotoPrima(p)
	primo, secondo := -1, -1
	if p > 0 {
		primo, secondo = v.dueMigliori(prima, p-1)
	}
	for i, k := range v.classi[p] {
		s := v.inizio[p] + i
		meglio, chi := prima[s], s
		if prima[vuoto] > meglio {
			meglio, chi = prima[vuoto], vuoto
		}
		altro := primo
		if altro >= 0 && v.classi[p-1][altro-v.inizio[p-1]] == k {
			altro = secondo
		}
		if altro >= 0 && prima[altro] > meglio {
			meglio, chi = prima[altro], altro
		}
		ora[s], da[s] = meglio+float64(colonna[k]), int32(chi)
	}
	dopo := v.inizio[p] + len(v.classi[p])
	meglio, chi := prima[dopo], dopo
	if q, _ := v.dueMigliori(prima, p); q >= 0 && prima[q] > meglio {
		meglio, chi = prima[q], q
	}
	ora[dopo], da[dopo] = meglio+float64(colonna[0]), int32(chi)
}

// indietro fills b: what the best path adds after a state's column.
func (v *viterbi) indietro() {
	for i := range v.b {
		v.b[i] = meno
	}
	ultimo := len(v.classi) - 1
	fine := v.b[(v.Reticolo.n-1)*v.n:]
	for i := range v.classi[ultimo] {
		fine[v.inizio[ultimo]+i] = 0
	}
	fine[v.n-1] = 0
	con := make([]float64, v.n)
	for x := v.Reticolo.n - 2; x >= 0; x-- {
		poi, ora, colonna := v.b[(x+1)*v.n:][:v.n], v.b[x*v.n:][:v.n], v.p[(x+1)*v.c:][:v.c]
		copy(con, poi)
		con[0] += float64(colonna[0])
		for p := range v.classi {
			for i, k := range v.classi[p] {
				con[v.inizio[p]+i] += float64(colonna[k])
			}
			con[v.inizio[p]+len(v.classi[p])] += float64(colonna[0])
		}
		v.torna(con, ora)
	}
}

func (v *viterbi) torna(con, ora []float64) {
	primo, _ := v.dueMigliori(con, 0)
	ora[0] = con[0]
	if primo >= 0 {
		ora[0] = max(ora[0], con[primo])
	}
	for p := range v.classi {
		dopo := v.inizio[p] + len(v.classi[p])
		primo, secondo := -1, -1
		if p+1 < len(v.classi) {
			primo, secondo = v.dueMigliori(con, p+1)
		}
		ora[dopo] = con[dopo]
		if primo >= 0 {
			ora[dopo] = max(ora[dopo], con[primo])
		}
		for i, k := range v.classi[p] {
			s := v.inizio[p] + i
			ora[s] = max(con[s], con[dopo])
			altro := primo
			if altro >= 0 && v.classi[p+1][altro-v.inizio[p+1]] == k {
				altro = secondo
			}
			if altro >= 0 {
				ora[s] = max(ora[s], con[altro])
			}
		}
	}
}

// migliore walks the best path back from the last column.
func (v *viterbi) migliore() (testo []byte, totale float64) {
	fine := v.a[(v.Reticolo.n-1)*v.n:][:v.n]
	s := v.n - 1
	if q, _ := v.dueMigliori(fine, len(v.classi)-1); q >= 0 && fine[q] > fine[s] {
		s = q
	}
	totale = fine[s]
	if totale < meno/2 {
		return nil, totale
	}
	testo = make([]byte, len(v.classi))
	for x := v.Reticolo.n - 1; x >= 0; x-- {
		for p := range v.classi {
			if i := s - v.inizio[p]; i >= 0 && i < len(v.classi[p]) {
				testo[p] = v.alfabeto[v.classi[p][i]-1]
			}
		}
		s = int(v.da[x*v.n+s])
	}
	return testo, totale
}

// passaggio is the best path that has a given character at a place.
func (v *viterbi) passaggio(p, i int) float64 {
	s, meglio := v.inizio[p]+i, float64(meno)
	for x := range v.Reticolo.n {
		meglio = max(meglio, v.a[x*v.n+s]+v.b[x*v.n+s])
	}
	return meglio
}
