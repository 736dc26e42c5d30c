import type { NftCollection } from '#contract/wallet.ts'

interface KeyedToken {
  readonly address: string
  readonly chainId: number
  readonly contract: NftCollection['contract']
  readonly id: string
}

/** Names a token of a wallet in the address of the page. */
export const tokenKey = ({ address, chainId, contract, id }: KeyedToken): string =>
  `${address.toLowerCase()}-${chainId}-${contract.toLowerCase()}-${id}`

/** Longer numbers are shortened to their ends: they may have 78 digits. */
const MAX_DIGITS = 12
const ENDS = 5

export const shortTokenId = (id: string): string =>
  id.length > MAX_DIGITS ? `${id.slice(0, ENDS)}…${id.slice(-ENDS)}` : id
