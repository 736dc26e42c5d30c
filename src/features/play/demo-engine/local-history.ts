import type { HistoryCursor, HistoryFilter, PastBet, PlayHistory } from '#features/play/play-engine.ts'
import type { BetSelection, PlayTransaction, SequenceRange } from './play-database.ts'
import { readBet, readPair, toSettledBet, type BetRecord } from './bet-record.ts'
import { readCrashSettled, toSettledCrashBet, type CrashSettledRecord } from './crash-settled-record.ts'
import type { PlayVault } from './play-vault.ts'

export const HISTORY_PAGE_SIZE = 50
/** Bets kept; the oldest beyond are removed. */
export const HISTORY_LIMIT = 100_000

/** Bets read and written at once, few enough that even a slow phone stays responsive between two of them. */
const EXPORT_BATCH = 200
/** Sequences read at once: few where matches are dense, more with each read that found too little. */
const FIRST_READ = 64
const LONGEST_READ = 256

type StoredBet = BetRecord | CrashSettledRecord

const readStored = (stored: unknown): StoredBet | undefined => readBet(stored) ?? readCrashSettled(stored)

export const createLocalHistory = (
  vault: PlayVault,
  { follow }: Pick<PlayHistory, 'follow'>,
): PlayHistory => ({
  async page(filter, cursor) {
    const { value } = await readPages(vault, filter, cursor, HISTORY_PAGE_SIZE).next()
    return value ?? { bets: [], next: undefined }
  },
  get: (id) =>
    vault.read(async (transaction) => {
      const record = readStored(await transaction.bet(id))
      const [bet] = record ? await revealed(transaction, [record]) : []
      return bet
    }),
  async export(filter, format) {
    const { createExport } = await import('#features/play/history-export.ts')
    const file = createExport(format)
    for await (const { bets } of readPages(vault, filter, undefined, EXPORT_BATCH)) file.add(bets)
    return file.finish()
  },
  follow,
})

export const clearHistory = (vault: PlayVault): Promise<void> =>
  vault.change(async ({ transaction, account }) => {
    const current = await account
    transaction.removeBets(current.lastBet)
    transaction.removePairs(current.lastPair)
    return { answer: undefined, account: current }
  })

async function* readPages(
  vault: PlayVault,
  filter: HistoryFilter,
  cursor: HistoryCursor | undefined,
  size: number,
) {
  const range = await vault.read((transaction) => rangeOf(transaction, filter))
  let before: number | undefined = sequenceOf(cursor)
  while (range && before !== undefined) {
    // One more than asked for tells whether there is another page.
    const found: StoredBet[] = await collect(vault, filter, range, before, size + 1)
    const records = found.slice(0, size)
    before = found.length > size ? records.at(-1)?.sequence : undefined
    const bets = await vault.read((transaction) => revealed(transaction, records))
    yield { bets, next: before === undefined ? undefined : String(before) }
  }
}

/** Matching bets of a range before a sequence, latest first: `count` of them if there are so many. */
async function collect(
  vault: PlayVault,
  filter: HistoryFilter,
  range: SequenceRange,
  before: number,
  count: number,
): Promise<StoredBet[]> {
  const found: StoredBet[] = []
  let high = Math.min(before - 1, range.last)
  let length = FIRST_READ
  while (high >= range.first && found.length < count) {
    const low = Math.max(range.first, high - length + 1)
    const rows = await vault.read((transaction) => transaction.bets(selectionOf(filter), low, high))
    for (const row of rows.toReversed()) {
      const bet = readStored(row)
      if (bet && isMatch(bet, filter)) found.push(bet)
    }
    high = low - 1
    length = Math.min(length * 2, LONGEST_READ)
  }
  return found.slice(0, count)
}

/** The bets with the server seeds that have been revealed. */
export async function revealed(
  transaction: PlayTransaction,
  records: readonly StoredBet[],
): Promise<PastBet[]> {
  const hashes = new Set(records.flatMap((each) => (each.game === 'crash' ? [] : each.serverSeedHash)))
  const pairs = await Promise.all([...hashes].map((hash) => transaction.pair(hash)))
  const seeds = new Map(pairs.map(readPair).map((pair) => [pair?.serverSeedHash, pair?.serverSeed]))
  return records.map((each) =>
    each.game === 'crash'
      ? toSettledCrashBet(each)
      : toSettledBet(each, seeds.get(each.serverSeedHash) ?? null),
  )
}

/** @returns the sequence that ended the page before; beyond all of them for the first page */
export function sequenceOf(cursor: HistoryCursor | undefined): number {
  const sequence = cursor === undefined ? Number.NaN : Number(cursor)
  return Number.isSafeInteger(sequence) ? sequence : Number.MAX_SAFE_INTEGER
}

function rangeOf(
  transaction: PlayTransaction,
  { from, to }: HistoryFilter,
): Promise<SequenceRange | undefined> {
  if (from === undefined && to === undefined) return transaction.betRange()
  return transaction.betRangeBetween(from ?? 0, to ?? Number.MAX_SAFE_INTEGER)
}

function selectionOf({ game, serverSeedHash }: HistoryFilter): BetSelection {
  if (serverSeedHash !== undefined) return { by: 'pair', value: serverSeedHash }
  return game === undefined ? { by: 'all' } : { by: 'game', value: game }
}

function isMatch(bet: StoredBet, filter: HistoryFilter): boolean {
  const { game, result, from, to, minMultiplier, serverSeedHash } = filter
  if (game !== undefined && bet.game !== game) return false
  if (result === 'won' && bet.payout <= bet.stake) return false
  if (result === 'lost' && bet.payout >= bet.stake) return false
  if (from !== undefined && bet.time < from) return false
  if (to !== undefined && bet.time > to) return false
  if (minMultiplier !== undefined && bet.multiplier < minMultiplier) return false
  return serverSeedHash === undefined || (bet.game !== 'crash' && bet.serverSeedHash === serverSeedHash)
}
