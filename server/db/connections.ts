/** Connections of one process to PostgreSQL. */
export const CONNECTIONS = 24
/** Of these for calls, which wait for each other; the rest is for what the server does by itself. */
export const CALL_CONNECTIONS = 20
