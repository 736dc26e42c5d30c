export const USUAL_CONNECTIONS = 24
/** Reserved for the server's own work; requests share the rest. */
const OWN_CONNECTIONS = 4
export const LEAST_CONNECTIONS = OWN_CONNECTIONS + 2

/**
 * Requests that use the database at once. Fewer than connections, so that a request that has begun always finds one.
 */
export const callsAtOnce = (connections: number): number => connections - OWN_CONNECTIONS
