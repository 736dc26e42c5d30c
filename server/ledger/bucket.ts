/** Maximum number of machines for the ledger. */
export const BUCKETS = 64

/** A player's money, with the house's side of each movement, is in one bucket. */
export const bucketOf = (player: number): number => player % BUCKETS

/** For queries over all players: with it they use the indexes, which begin with the bucket. */
export const ALL_BUCKETS: readonly number[] = Array.from({ length: BUCKETS }, (_, bucket) => bucket)
