/** A whole number from 0 up to, and without, the given one. */
export type Random = (below: number) => number
