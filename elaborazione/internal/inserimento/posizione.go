package inserimento

import "slices"

// riquadro is a part of the map, in millionths of a degree.
type riquadro struct{ sud, nord, ovest, est int64 }

func (r riquadro) contiene(latitudine, longitudine int64) bool {
	return r.sud <= latitudine && latitudine <= r.nord && r.ovest <= longitudine && longitudine <= r.est
}

// italia is Italy with its islands, in coarse rectangles that also have some sea and some land beyond the border: a
// point out of all of them is far from any road of ours.
func italia() []riquadro {
	const grado = 1_000_000
	return []riquadro{
		{43_600_000, 47_200_000, 6_500_000, 14 * grado},  // the north
		{42_200_000, 44 * grado, 9_600_000, 15_300_000},  // the centre, with the Tuscan islands
		{39_600_000, 42_250_000, 11 * grado, 18_700_000}, // the south
		{37_800_000, 39_600_000, 15_400_000, 17_400_000}, // Calabria
		{36_500_000, 38_900_000, 11_800_000, 15_800_000}, // Sicily and its islands, Pantelleria included
		{35_300_000, 36_100_000, 12_200_000, 13 * grado}, // Lampedusa, Linosa, Lampione
		{38_700_000, 41_350_000, 7_900_000, 9_900_000},   // Sardinia
	}
}

// senzaFix is how near to 0, 0 a device writes that had no position.
const senzaFix = 10_000

// posizioneDubbia says in Italian why a point can hardly be that of the violation; empty: it can. Whether it is in the
// comune no table here knows.
func posizioneDubbia(latitudine, longitudine int64) string {
	dentro := func(latitudine, longitudine int64) bool {
		return slices.ContainsFunc(italia(), func(r riquadro) bool { return r.contiene(latitudine, longitudine) })
	}
	switch {
	case dentro(latitudine, longitudine):
		return ""
	case max(latitudine, -latitudine) <= senzaFix && max(longitudine, -longitudine) <= senzaFix:
		return "latitudine e longitudine sono 0, 0: il dispositivo non aveva la posizione."
	case dentro(longitudine, latitudine):
		return "latitudine e longitudine sembrano scambiate: così il punto è lontano dall'Italia."
	}
	return "latitudine e longitudine sono di un punto lontano dall'Italia: verificare la posizione."
}
