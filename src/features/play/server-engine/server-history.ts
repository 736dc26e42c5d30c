import { getConfig } from '#contract/config.ts'
import { exportMore, type ExportList } from '#contract/account.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import {
  getBet,
  isSeededBet,
  listBets,
  listReceipts,
  listRounds,
  MAX_BETS_PER_PAGE,
  type AnyBet,
  type Receipt,
} from '#contract/play.ts'
import { RowIdSchema } from '#contract/values.ts'
import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import type { SignedReceipt } from '#fair/receipt.ts'
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
import type { ServerAccount } from './account-state.ts'
import { readBet, readCrashBet, type DecimalsOf } from './wire-bets.ts'

type ExportFile = ReturnType<typeof createExport>

const MULTIPLIER_DECIMALS = Math.log10(MULTIPLIER_SCALE)

type Reader = Pick<ServerAccount, 'call' | 'decimalsOf'>
type BetQuery = Omit<NonNullable<QueryOf<typeof listBets>>, 'after' | 'limit' | 'receipts'>

const readAnyBet = (bet: AnyBet, decimalsOf: DecimalsOf): PastBet =>
  isSeededBet(bet) ? readBet(bet, decimalsOf) : readCrashBet(bet, decimalsOf)

/** Fails as the API does. */
export async function readSignedBets(
  { call, decimalsOf }: Reader,
  query: BetQuery,
  after?: HistoryCursor,
): Promise<{
  readonly bets: readonly SignedBet<PastBet>[]
  readonly next: HistoryCursor | undefined
}> {
  const { bets, receipts, next } = await call(listBets, {
    query: {
      ...query,
      ...(after !== undefined && { after }),
      limit: `${MAX_BETS_PER_PAGE}` as const,
      receipts: 'true',
    },
  })
  return {
    bets: bets.map((bet) => ({ bet: readAnyBet(bet, decimalsOf), receipts: receipts?.[bet.id] ?? [] })),
    next: next ?? undefined,
  }
}

/** A page of the player's receipts in the order of their chain. Fails as the API does. */
export async function readChain(
  { call }: Pick<ServerAccount, 'call'>,
  query: Omit<NonNullable<QueryOf<typeof listReceipts>>, 'after'>,
  after?: HistoryCursor,
): Promise<{ readonly receipts: readonly SignedReceipt[]; readonly next: HistoryCursor | undefined }> {
  const { receipts, next } = await call(listReceipts, {
    query: { ...query, ...(after !== undefined && { after }) },
  })
  return { receipts, next: next ?? undefined }
}

/** The player's bets with one coin, as the server keeps them. Fails as the API does. */
export function createServerHistory(account: ServerAccount, coin: string): PlayHistory {
  return {
    page: (filter, cursor) => readPage(account, { ...queryOf(filter), coin }, cursor),
    get: (id) => readBetOf(account, id),
    async export(filter, format) {
      const { createExport } = await import('#features/play/history-export.ts')
      const file = createExport(format)
      if (format === 'json') await writeSigned(account, coin, file, filter)
      else await writeTable(account, coin, file, filter)
      return file.finish()
    },
    follow: (listener) => account.followers.follow(listener),
  }
}

async function readPage(
  { call, decimalsOf }: Reader,
  query: Omit<BetQuery, 'receipts'> & { readonly limit?: `${number}` },
  after: HistoryCursor | undefined,
): Promise<HistoryPage> {
  const { bets, next } = await call(listBets, { query: { ...query, ...(after !== undefined && { after }) } })
  return { bets: bets.map((bet) => readAnyBet(bet, decimalsOf)), next: next ?? undefined }
}

async function readBetOf({ call, decimalsOf }: Reader, id: string): Promise<PastBet | undefined> {
  // The address may name a bet of the demonstration, whose ids are others.
  if (!v.is(RowIdSchema, id)) return undefined
  try {
    const { bet } = await call(getBet, { params: { id } })
    return readAnyBet(bet, decimalsOf)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

/** Without receipts, which a table has no place for. */
async function writeTable(
  account: Reader,
  coin: string,
  file: ExportFile,
  filter: HistoryFilter,
): Promise<void> {
  const query = { ...queryOf(filter), coin, limit: `${MAX_BETS_PER_PAGE}` as const }
  let cursor: HistoryCursor | undefined
  do {
    const { bets, next } = await readPage(account, query, cursor)
    file.add(bets)
    cursor = next
  } while (cursor !== undefined)
}

/**
 * With receipts. Where no bet is filtered out, those of other coins and open rounds are there, too, and of a pair those
 * of other bets in between, so that the chain is whole; and daily seals with the proofs that they hold these receipts
 * and what the player had.
 */
async function writeSigned(
  account: Reader,
  coin: string,
  file: ExportFile,
  filter: HistoryFilter,
): Promise<void> {
  const { call } = account
  const { receiptKeys } = await call(getConfig)
  if (receiptKeys.length > 0) file.addKeys(receiptKeys)
  const { serverSeedHash } = filter
  const isWhole = isChainOf(filter)
  const chain = createGapFinder()
  const addReceipts = (receipts: readonly Receipt[]) =>
    file.addReceipts(receipts.filter(({ receipt }) => chain.add(receipt)))
  if (isWhole) {
    const { rounds, receipts = {} } = await call(listRounds, { query: { receipts: 'true' } })
    const ofPair = rounds.filter(({ seeds }) => seeds.serverSeedHash === serverSeedHash).map(({ id }) => id)
    // Open bets of Crash are not among these rounds, and have receipts all the same.
    const open = serverSeedHash === undefined ? Object.keys(receipts) : ofPair
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
  if (isWhole && receiptKeys.length > 0) {
    const scope = serverSeedHash === undefined ? 'chain' : { serverSeedHash }
    // Other bets lie between those of a pair, and another device may have played meanwhile.
    if (chain.hasGaps(scope)) {
      do {
        const page = await readChain(account, serverSeedHash === undefined ? {} : { serverSeedHash }, cursor)
        addReceipts(page.receipts)
        cursor = page.next
      } while (cursor !== undefined)
    }
    file.addScope(scope)
  }
  if (isWhole && serverSeedHash === undefined) await writeSeals(account, file)
}

/** The seals come first: the proofs are for them. */
const SEAL_LISTS = ['seals', 'sealedReceipts'] as const satisfies readonly ExportList[]

/** Writes the daily seals that hold something of the player, with all proofs. Fails as the API does. */
async function writeSeals(
  { call }: Pick<ServerAccount, 'call'>,
  file: Pick<ExportFile, 'addProofs'>,
): Promise<void> {
  for (const list of SEAL_LISTS) {
    let after: string | undefined
    do {
      const query = after === undefined ? {} : { after }
      const { items, next } = await call(exportMore, { params: { list }, query })
      file.addProofs(items.filter((item) => typeof item === 'object' && item !== null))
      after = next ?? undefined
    } while (after !== undefined)
  }
}

/** True if all bets of the player's chain, or of one seed pair, match. */
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
