package motorizzazione

// comune is a municipality with one of its postal codes. Codes are those of
// ISTAT and of the cadastre; each exists under this cadastral code since before
// 1940, so anybody drawn here may be born there.
type comune struct {
	nome, istat, catastale, provincia, cap string
}

func comuni() []comune {
	return []comune{
		{"Roma", "058091", "H501", "RM", "00184"},
		{"Milano", "015146", "F205", "MI", "20121"},
		{"Torino", "001272", "L219", "TO", "10121"},
		{"Napoli", "063049", "F839", "NA", "80134"},
		{"Bologna", "037006", "A944", "BO", "40121"},
		{"Firenze", "048017", "D612", "FI", "50122"},
		{"Palermo", "082053", "G273", "PA", "90133"},
		{"Bari", "072006", "A662", "BA", "70122"},
		{"Genova", "010025", "D969", "GE", "16121"},
		{"Venezia", "027042", "L736", "VE", "30121"},
		{"Verona", "023091", "L781", "VR", "37121"},
		{"Padova", "028060", "G224", "PD", "35121"},
		{"Trieste", "032006", "L424", "TS", "34121"},
		{"Trento", "022205", "L378", "TN", "38122"},
		{"Perugia", "054039", "G478", "PG", "06121"},
		{"Ancona", "042002", "A271", "AN", "60121"},
		{"L'Aquila", "066049", "A345", "AQ", "67100"},
		{"Campobasso", "070006", "B519", "CB", "86100"},
		{"Potenza", "076063", "G942", "PZ", "85100"},
		{"Reggio di Calabria", "080063", "H224", "RC", "89125"},
		{"Catanzaro", "079023", "C352", "CZ", "88100"},
		{"Cagliari", "092009", "B354", "CA", "09124"},
		{"Aosta", "007003", "A326", "AO", "11100"},
		{"Lucca", "046017", "E715", "LU", "55100"},
		{"Parma", "034027", "G337", "PR", "43121"},
		{"Modena", "036023", "F257", "MO", "41121"},
		{"Pisa", "050026", "G702", "PI", "56125"},
		{"Siena", "052032", "I726", "SI", "53100"},
		{"Viterbo", "056059", "M082", "VT", "01100"},
		{"Latina", "059011", "E472", "LT", "04100"},
		{"Salerno", "065116", "H703", "SA", "84121"},
		{"Lecce", "075035", "E506", "LE", "73100"},
		{"Matera", "077014", "F052", "MT", "75100"},
		{"Novara", "003106", "F952", "NO", "28100"},
		{"Como", "013075", "C933", "CO", "22100"},
		{"Bergamo", "016024", "A794", "BG", "24121"},
		{"Brescia", "017029", "B157", "BS", "25121"},
		{"Udine", "030129", "L483", "UD", "33100"},
		{"Rovigo", "029041", "H620", "RO", "45100"},
		{"Rimini", "099014", "H294", "RN", "47921"},
		{"Cesena", "040007", "C573", "FC", "47521"},
		{"Pesaro", "041044", "G479", "PU", "61121"},
		{"Sassari", "090064", "I452", "SS", "07100"},
		{"Messina", "083048", "F158", "ME", "98122"},
		{"Catania", "087015", "C351", "CT", "95124"},
		{"Siracusa", "089017", "I754", "SR", "96100"},
	}
}
