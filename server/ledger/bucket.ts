/** How many parts the ledger can be spread over. */
export const BUCKETS = 64

/** The part of the ledger that has all of a player's money, and the house's side of every movement of it. */
export const bucketOf = (player: number): number => player % BUCKETS
