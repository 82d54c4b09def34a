package lotto

// LeggiIndice is the statement that writes the index, for the test of its plan.
const LeggiIndice = leggiIndice
