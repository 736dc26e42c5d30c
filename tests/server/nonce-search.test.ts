import { expect, it } from 'vitest'
import { evmAddress } from '../support/addresses.ts'
import type { EvmTransaction } from '#server/chains/evm-source.ts'
import { createNonceSearch } from '#server/signer/nonce-search.ts'

const WALLET = evmAddress(`0x${'11'.repeat(20)}`)
const HEAD = 5_000
const FINAL = HEAD - 12
/** Number of latest blocks whose state the node keeps. */
const KEPT = 128

/** Used nonce 7 in the given block, keeps the state of its latest blocks, and counts requests. */
function nodeWith(usedIn: number | null) {
  let read = 0
  const paid: EvmTransaction = { txId: '0xfeed', from: WALLET, to: null, value: 0n, nonce: 7 }
  const source = {
    nonceAt: async (_: string, block = HEAD) => {
      if (block < HEAD - KEPT) throw new Error('missing trie node')
      return usedIn !== null && block < usedIn ? 7 : 8
    },
    transactionsOf: async (_: string, block: number) => {
      read += 1
      return block === usedIn ? [{ ...paid, nonce: 6 }, paid] : []
    },
  }
  return { search: createNonceSearch(source, WALLET), paid, read: () => read }
}
const asked = { nonce: 7, toBlock: FINAL, headBlock: HEAD }

it('finds a recent use of a nonce by the state alone', async () => {
  const { search, paid, read } = nodeWith(HEAD - 60)
  expect(await search({ ...asked, fromBlock: null })).toBe(paid)
  expect(read()).toBe(1)
})

it('finds an old use block by block, one page at a time, and resumes after an interruption', async () => {
  const { search, paid, read } = nodeWith(4_130)
  const fromBlock = 4_000
  expect(await search({ ...asked, fromBlock })).toBe('goes on')
  expect(read()).toBe(50)
  expect(await search({ ...asked, fromBlock })).toBe('goes on')
  expect(await search({ ...asked, fromBlock })).toBe(paid)
  expect(read()).toBe(131)
})

it('says that no block has it, or that the start of the search is unknown', async () => {
  const { search } = nodeWith(null)
  expect(await search({ ...asked, fromBlock: FINAL - 60 })).toBe('goes on')
  expect(await search({ ...asked, fromBlock: FINAL - 60 })).toBeNull()
  expect(await search({ ...asked, fromBlock: FINAL - 60 })).toBeNull()
  expect(await nodeWith(4_130).search({ ...asked, fromBlock: null })).toBeNull()
})
