package motorizzazione

import "strings"

// The lists are common Italian names; people and companies drawn from them are
// invented, and any likeness is chance.

func cognomi() []string {
	return strings.Fields(`Abbate Agostini Albanese Amadori Amato Angelini Antonelli Arena Baldini
Barbieri Barone Basile Battaglia Bellini Benedetti Bernardi Bertolini Bianchi Bianco Bruno Caputo
Carbone Caruso Castelli Cattaneo Cavalli Ceccarelli Cipriani Cocco Colombo Conte Conti Coppola Costa
D'Agostino D'Amico D'Angelo Damiani Donati Esposito Fabbri Falcone Farina Fava Ferrara Ferrari Ferretti
Ferri Fiore Fontana Franco Fumagalli Fusco Galli Gallo Garofalo Gatti Gentile Giordano Giorgi Giuliani
Grassi Grasso Greco Grimaldi Guerra Guidi Lazzari Leone Locatelli Lombardi Longo Lorusso Macchi Maggi
Mancini Mantovani Marchetti Mariani Marini Marino Martinelli Martini Martino Mazza Melis Messina Migliore
Montanari Monti Morelli Moretti Moro Napolitano Neri Nicoletti Nuti Orlando Ortolani Pace Pagani Palmieri
Palumbo Parisi Pellegrini Pellegrino Perini Piras Poli Ricci Rinaldi Riva Rizzi Rizzo Romano Romeo Rossetti
Rossi Ruggeri Russo Sala Salvi Sanna Santini Santoro Sartori Serra Silvestri Sorrentino Stella Tedesco Testa
Torrisi Valente Valentini Ventura Villa Vitale Vitali Zanella Zanetti Zanon`)
}

func cognomiComposti() []string {
	return []string{"De Angelis", "De Luca", "De Rosa", "De Santis", "Del Monte", "Della Valle",
		"Di Marco", "Di Pietro", "Lo Presti", "La Rocca", "Fo", "Niccolò"}
}

func nomiMaschili() []string {
	return strings.Fields(`Alberto Aldo Alessandro Alessio Andrea Angelo Antonio Bruno Carlo Cesare Claudio
Corrado Daniele Dario Davide Diego Edoardo Emanuele Enrico Ettore Fabio Fabrizio Federico Filippo Francesco
Franco Gabriele Giacomo Gianluca Giorgio Giovanni Giulio Giuseppe Guido Ivo Jacopo Lorenzo Luca Luciano Luigi
Marcello Marco Mario Massimo Matteo Mattia Maurizio Mauro Michele Mirko Nicola Nicolò Paolo Piero Pietro
Raffaele Renato Riccardo Roberto Salvatore Samuele Sandro Sergio Silvio Simone Stefano Tommaso Umberto Valerio
Vincenzo Vittorio`)
}

func nomiFemminili() []string {
	return strings.Fields(`Ada Adele Alessandra Alessia Alice Anna Antonella Arianna Barbara Beatrice Bianca Carla
Caterina Cecilia Chiara Cinzia Clara Claudia Cristina Daniela Debora Donatella Elena Eleonora Elisa Emma
Federica Flavia Francesca Franca Gabriella Gaia Giada Giorgia Giovanna Giulia Giuseppina Grazia Ilaria Irene
Laura Letizia Licia Lidia Lucia Luisa Maddalena Manuela Margherita Maria Marina Marta Martina Michela Monica
Nicoletta Noemi Ornella Paola Patrizia Raffaella Rita Roberta Rosa Rosalba Sabrina Sara Silvia Simona Sofia
Stefania Teresa Tiziana Valentina Valeria Vera Veronica Viola Virginia`)
}

func nomiDoppi() []string {
	return []string{"Anna Maria", "Maria Teresa", "Maria Grazia", "Rosa Maria"}
}

func vie() []string {
	return []string{"Via Roma", "Via Giuseppe Garibaldi", "Via Giuseppe Mazzini", "Via Dante Alighieri",
		"Corso Vittorio Emanuele II", "Via Camillo Benso di Cavour", "Via Guglielmo Marconi",
		"Via Alessandro Manzoni", "Via Giacomo Leopardi", "Viale della Repubblica", "Piazza della Libertà",
		"Via XX Settembre", "Via IV Novembre", "Via XXV Aprile", "Via Galileo Galilei", "Via Giosuè Carducci",
		"Via Giovanni Pascoli", "Via Giuseppe Verdi", "Via Antonio Gramsci", "Via Giacomo Matteotti",
		"Via San Francesco d'Assisi", "Via dei Mille", "Viale Europa", "Via delle Acacie", "Vicolo del Forno",
		"Strada Statale Vecchia", "Località Pian del Lago", "Via dell'Industria"}
}

func attivita() []string {
	return []string{"Trasporti", "Costruzioni", "Impianti", "Forniture", "Servizi", "Logistica", "Alimentari",
		"Arredamenti", "Meccanica", "Informatica"}
}

func formeGiuridiche() []string {
	return []string{"S.r.l.", "S.p.A.", "S.n.c.", "S.a.s.", "Soc. Coop."}
}
