/**
 * The last moment that is written with four digits for its year, in milliseconds since the epoch: a node that
 * names a later one is mistaken, and neither the database nor anybody's list is to have it.
 */
export const LAST_MOMENT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
