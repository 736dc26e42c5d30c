/**
 * Decimals that are kept of the coins that Koi ships, and of the demonstration's: amounts are cut to these. Of an
 * operator's own coin a record does not say them.
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

/** No coin has more. */
export const MOST_DECIMALS = 8
