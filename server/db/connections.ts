/** Connections of one process to PostgreSQL, unless the operator says otherwise. */
export const USUAL_CONNECTIONS = 24
/** Of these for what the server does by itself; the rest is for calls, which wait for each other. */
const OWN_CONNECTIONS = 4
/** With fewer there would be hardly one left for calls. */
export const LEAST_CONNECTIONS = OWN_CONNECTIONS + 2

/** How many calls may use the database at once: fewer than it has connections, so that whoever has begun finds one. */
export const callsAtOnce = (connections: number): number => connections - OWN_CONNECTIONS
