/**
 * Decimals of the coins that Koi ships and of the demo coin; amounts are cut to these. For a coin that an operator
 * added, a record does not give them.
 */
export const COIN_DECIMALS: ReadonlyMap<string, number> = new Map([
  ['usdt-tron', 6],
  ['usdt-ethereum', 6],
  ['wif-solana', 6],
  ['bonk-solana', 5],
  ['usdc-ethereum', 6],
  ['usdb-blast', 8],
  ['sol-solana', 8],
  ['scs-solana', 5],
  ['eth-ethereum', 8],
  ['demo', 6],
])

/** Limit for every coin. */
export const MOST_DECIMALS = 8
