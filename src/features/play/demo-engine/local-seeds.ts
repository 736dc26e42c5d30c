import type { HistoryCursor, PastSeedPair, SeedChange } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { createServerSeed, toSeedPair, type AccountRecord } from './account-record.ts'
import { readPair, type PairRecord } from './bet-record.ts'
import type { LocalPlay } from './local-bets.ts'
import { sequenceOf } from './local-history.ts'
import type { PlayVault } from './play-vault.ts'

/** Revealed pairs that are kept. */
const PAIR_LIMIT = 100_000
const PAIR_PAGE_SIZE = 20

/** @throws PlayError `round_open` */
export async function setClientSeed(play: LocalPlay, clientSeed: string): Promise<SeedChange> {
  // The player may choose freely while no bet knows the pair, since its server seed is committed to.
  const unused = await play.vault.change<SeedChange | undefined>(async ({ account }) => {
    const current = await account
    mustHaveNoRound(current)
    if (current.nonce > 0) return { answer: undefined }
    const changed = { ...current, clientSeed }
    return { answer: { current: toSeedPair(changed), revealed: undefined }, account: changed }
  })
  return unused ?? (await rotate(play, clientSeed))
}

/**
 * Ends the current pair and goes on with the one committed to as next.
 * @param clientSeed undefined to keep it
 * @throws PlayError `round_open`
 */
export async function rotate(
  { vault, followers, random, now }: LocalPlay,
  clientSeed?: string,
): Promise<SeedChange> {
  const change = await vault.change<SeedChange>(async ({ transaction, account }) => {
    const current = await account
    mustHaveNoRound(current)
    const next = createServerSeed(random)
    const pair: PairRecord = {
      sequence: current.lastPair + 1,
      serverSeed: current.serverSeed,
      serverSeedHash: current.serverSeedHash,
      clientSeed: current.clientSeed,
      betCount: current.nonce,
      revealedAt: now(),
    }
    transaction.addPair(pair)
    if (pair.sequence > PAIR_LIMIT) transaction.removePairs(pair.sequence - PAIR_LIMIT)
    const rotated: AccountRecord = {
      ...current,
      serverSeed: current.nextServerSeed,
      serverSeedHash: current.nextServerSeedHash,
      clientSeed: clientSeed ?? current.clientSeed,
      nonce: 0,
      nextServerSeed: next.seed,
      nextServerSeedHash: next.hash,
      lastPair: pair.sequence,
    }
    return { answer: { current: toSeedPair(rotated), revealed: toPastPair(pair) }, account: rotated }
  })
  followers.tell({ type: 'changed' })
  return change
}

function mustHaveNoRound({ rounds }: AccountRecord): void {
  if (rounds.length > 0) throw new PlayError('round_open', 'A round is open')
}

export const pastPairs = (vault: PlayVault, cursor?: HistoryCursor) =>
  vault.read(async (transaction) => {
    const range = await transaction.pairRange()
    const high = Math.min(sequenceOf(cursor) - 1, range?.last ?? 0)
    const low = Math.max(high - PAIR_PAGE_SIZE + 1, range?.first ?? 1)
    const rows = low <= high ? await transaction.pairs(low, high) : []
    const pairs = rows.toReversed().flatMap((row) => {
      const pair = readPair(row)
      return pair ? [toPastPair(pair)] : []
    })
    return { pairs, next: range && low > range.first && low <= high ? String(low) : undefined }
  })

const toPastPair = ({ sequence: _sequence, ...pair }: PairRecord): PastSeedPair => pair
