/** Milliseconds since the epoch; tests move it. */
export type Clock = () => number
