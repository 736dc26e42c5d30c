import { getConfig } from '#contract/config.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import {
  getBet,
  isSeededBet,
  listBets,
  listRounds,
  MAX_BETS_PER_PAGE,
  type AnyBet,
  type Receipt,
} from '#contract/play.ts'
import { RowIdSchema } from '#contract/values.ts'
import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { createGapFinder } from '#fair/receipt-chain.ts'
import type { createExport } from '#features/play/history-export.ts'
import type {
  HistoryCursor,
  HistoryFilter,
  HistoryPage,
  PastBet,
  PlayHistory,
  SignedBet,
} from '#features/play/play-engine.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { readChain } from './read-chain.ts'
import type { ServerAccount } from './server-account.ts'
import { writeSeals } from './write-seals.ts'
import { readCrashBet } from './wire-bets.ts'

type ExportFile = ReturnType<typeof createExport>

const MULTIPLIER_DECIMALS = Math.log10(MULTIPLIER_SCALE)

type Call = Pick<ServerAccount, 'call' | 'readBet' | 'decimalsOf'>
type BetQuery = Omit<NonNullable<QueryOf<typeof listBets>>, 'after' | 'limit' | 'receipts'>

function readAnyBet({ readBet, decimalsOf }: Omit<Call, 'call'>, bet: AnyBet): PastBet {
  return isSeededBet(bet) ? readBet(bet) : readCrashBet(bet, decimalsOf)
}

/** A long page of bets with their receipts. Fails as the API does. */
export async function readSignedBets(
  account: Call,
  query: BetQuery,
  after?: HistoryCursor,
): Promise<{
  readonly bets: readonly SignedBet<PastBet>[]
  readonly next: HistoryCursor | undefined
}> {
  const { bets, receipts, next } = await account.call(listBets, {
    query: {
      ...query,
      ...(after !== undefined && { after }),
      limit: `${MAX_BETS_PER_PAGE}` as const,
      receipts: 'true',
    },
  })
  return {
    bets: bets.map((bet) => ({ bet: readAnyBet(account, bet), receipts: receipts?.[bet.id] ?? [] })),
    next: next ?? undefined,
  }
}

/** The player's bets with one coin, as the server keeps them. Fails as the API does. */
export function createServerHistory(account: ServerAccount, coin: string): PlayHistory {
  async function read(
    filter: HistoryFilter,
    after?: HistoryCursor,
    limit?: typeof MAX_BETS_PER_PAGE,
  ): Promise<HistoryPage> {
    const { bets, next } = await account.call(listBets, {
      query: {
        ...queryOf(filter),
        coin,
        ...(after !== undefined && { after }),
        ...(limit !== undefined && { limit: `${limit}` as const }),
      },
    })
    return { bets: bets.map((bet) => readAnyBet(account, bet)), next: next ?? undefined }
  }

  /** Without receipts, which a table has no place for. */
  async function writeTable(file: ExportFile, filter: HistoryFilter): Promise<void> {
    let cursor: HistoryCursor | undefined
    do {
      const { bets, next } = await read(filter, cursor, MAX_BETS_PER_PAGE)
      file.add(bets)
      cursor = next
    } while (cursor !== undefined)
  }

  /**
   * With receipts. Where no bet is filtered out, those of other coins and open rounds are there, too, and of a pair those
   * of other bets in between, so that the chain is whole; and daily seals with the proofs that they hold these receipts
   * and what the player had.
   */
  async function writeSigned(file: ExportFile, filter: HistoryFilter): Promise<void> {
    const { receiptKeys } = await account.call(getConfig)
    if (receiptKeys.length > 0) file.addKeys(receiptKeys)
    const isWhole = isChainOf(filter)
    const chain = createGapFinder()
    const addReceipts = (receipts: readonly Receipt[]) =>
      file.addReceipts(receipts.filter(({ receipt }) => chain.add(receipt)))
    if (isWhole) {
      const { rounds, receipts = {} } = await account.call(listRounds, { query: { receipts: 'true' } })
      const { serverSeedHash: pair } = filter
      const ofPair = rounds.filter(({ seeds }) => seeds.serverSeedHash === pair).map(({ id }) => id)
      // Bets that are still in shared rounds are none of these rounds, and have receipts all the same.
      const open = pair === undefined ? Object.keys(receipts) : ofPair
      addReceipts(open.flatMap((id) => receipts[id] ?? []))
    }
    const query = { ...queryOf(filter), ...(!isWhole && { coin }) }
    let cursor: HistoryCursor | undefined
    do {
      const { bets, next } = await readSignedBets(account, query, cursor)
      const own = bets.filter(({ bet }) => bet.coin === coin)
      file.addSigned(own)
      for (const { receipt } of own.flatMap(({ receipts }) => receipts)) chain.add(receipt)
      addReceipts(bets.flatMap(({ bet, receipts }) => (bet.coin === coin ? [] : receipts)))
      cursor = next
    } while (cursor !== undefined)
    const { serverSeedHash } = filter
    if (isWhole && receiptKeys.length > 0) {
      const scope = serverSeedHash === undefined ? 'chain' : { serverSeedHash }
      // Other bets lie between those of a pair, and another device may have played meanwhile.
      if (chain.hasGaps(scope)) {
        let next: string | undefined
        do {
          const page = await readChain(account, serverSeedHash === undefined ? {} : { serverSeedHash }, next)
          addReceipts(page.receipts)
          next = page.next
        } while (next !== undefined)
      }
      file.addScope(scope)
    }
    if (isWhole && serverSeedHash === undefined) await writeSeals(account, file)
  }

  return {
    page: (filter, cursor) => read(filter, cursor),
    async get(id) {
      // The address may name a bet of the demonstration, whose ids are others.
      if (!v.is(RowIdSchema, id)) return undefined
      try {
        const { bet } = await account.call(getBet, { params: { id } })
        return readAnyBet(account, bet)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return undefined
        throw error
      }
    },
    async export(filter, format) {
      const { createExport } = await import('#features/play/history-export.ts')
      const file = createExport(format)
      await (format === 'json' ? writeSigned : writeTable)(file, filter)
      return file.finish()
    },
    follow: account.follow,
  }
}

/** Whether all bets of the player's chain, or of one seed pair, match. */
const isChainOf = ({ game, result, from, to, minMultiplier }: HistoryFilter): boolean =>
  [game, result, from, to, minMultiplier].every((each) => each === undefined)

function queryOf({ game, result, from, to, minMultiplier, serverSeedHash }: HistoryFilter) {
  return {
    ...(game !== undefined && { game }),
    ...(result !== undefined && { result }),
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(to !== undefined && { to: new Date(to).toISOString() }),
    ...(minMultiplier !== undefined && {
      minMultiplier: formatDecimal({ units: BigInt(minMultiplier), scale: MULTIPLIER_DECIMALS }),
    }),
    ...(serverSeedHash !== undefined && { serverSeedHash }),
  }
}
