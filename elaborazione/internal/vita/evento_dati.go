package vita

// Dati is what an event of one kind says; it is kept as JSON, without personal data.
type Dati interface{ Tipo() Tipo }
