/** Maximum number of machines for the ledger. */
export const BUCKETS = 64

/** A player's money, with the house's side of each movement, is in one bucket. */
export const bucketOf = (player: number): number => player % BUCKETS
