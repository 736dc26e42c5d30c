import { sql } from 'kysely'
import type { LedgerHealth } from '#contract/health.ts'
import type { Transparency, TransparencyCoin, TransparencyGame } from '#contract/transparency.ts'
import { listCoinNames } from '#server/coins/coins.queries.ts'
import { toDecimal } from '#server/coins/units.ts'
import { HOUSE_KINDS, type AccountKind, type PlayerKind } from '#server/db/ledger-kinds.ts'
import type { Database } from '#server/db/tables.ts'
import { owedIn, readTotals, type AccountTotal } from '#server/ledger/balances.ts'
import { PRICE_DECIMALS, usdAt, type Rate } from '#server/coins/convert-at.ts'
import { readRates } from '#server/rates/rates.ts'
import { readGameReturns, type GameReturn } from './game-returns.ts'
import { standardErrorBps } from './standard-error.ts'

const CENTS = 2
/** House accounts that do not mirror a chain. */
const OWN_KINDS = HOUSE_KINDS.filter((kind) => kind !== 'deposit' && kind !== 'withdrawal')

export type Figures = Omit<Transparency, 'ledger' | 'reserves'>

/** Reads the whole ledger in one snapshot. */
export async function readFigures(db: Database, at: number): Promise<Figures> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      // The pool's timeout is meant for requests, but this reads every bet.
      await sql`set local statement_timeout = 0`.execute(trx)
      const asOf = await replayedAt(trx)
      const totals = await readTotals(trx)
      const returns = await readGameReturns(trx)
      const rates = await readRates(trx)
      const coins = await listCoinNames(trx)
      const games = await trx
        .selectFrom('game')
        .select(['slug', 'name', 'edge_min_bps', 'edge_max_bps'])
        .orderBy('position')
        .execute()
      const sheets = coins.map((coin) => ({ ...coin, ...sheetOf(coin.id, totals) }))
      const inUsd = (figure: 'owedAll' | 'held') =>
        sheets.reduce((sum, sheet) => sum + usdAt(rates, { coin: sheet.id, amount: sheet[figure] }), 0n)
      return {
        at: new Date(asOf ?? at).toISOString(),
        owedUsd: toDecimal(inUsd('owedAll'), CENTS),
        heldUsd: toDecimal(inUsd('held'), CENTS),
        coins: sheets.filter(({ isUsed }) => isUsed).map(coinOf),
        games: games.map(({ slug, name, edge_min_bps: minBps, edge_max_bps: maxBps }) => ({
          slug,
          name,
          houseEdge: { minBps, maxBps },
          ...gameFiguresOf(
            returns.filter(({ game }) => game === slug),
            rates,
          ),
        })),
      }
    })
}

/** Time of the last replayed change on a standby; null on the primary. */
async function replayedAt(trx: Database): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() end as at`.execute(trx)
  return rows[0]?.at?.getTime() ?? null
}

interface Sheet {
  readonly isUsed: boolean
  readonly owed: Readonly<Record<PlayerKind, bigint>>
  readonly owedAll: bigint
  readonly received: bigint
  readonly paidOut: bigint
  readonly held: bigint
  readonly house: bigint
}

/** The accounts that mirror a chain have the opposite sign of the house's holdings. */
function sheetOf(coin: string, totals: readonly AccountTotal[]): Sheet {
  const own = totals.filter((total) => total.coin === coin)
  const sum = (kind: AccountKind) => own.find((total) => total.kind === kind)?.balance ?? 0n
  const owed = { available: sum('available'), locked: sum('locked'), pending: sum('pending') }
  const received = -sum('deposit')
  const paidOut = sum('withdrawal')
  return {
    isUsed: own.length > 0,
    owed,
    owedAll: owedIn(totals, coin),
    received,
    paidOut,
    held: received - paidOut,
    house: OWN_KINDS.reduce((all, kind) => all + sum(kind), 0n),
  }
}

type CoinSheet = Sheet & { id: string; symbol: string; network: string; decimals: number }

function coinOf(sheet: CoinSheet): TransparencyCoin {
  const { id, symbol, network, decimals, owed, received, paidOut, held, house } = sheet
  const whole = (units: bigint) => toDecimal(units, decimals)
  return {
    coin: id,
    symbol,
    network,
    owed: { available: whole(owed.available), locked: whole(owed.locked), pending: whole(owed.pending) },
    received: whole(received),
    paidOut: whole(paidOut),
    held: whole(held),
    house: whole(house),
  }
}

function gameFiguresOf(
  returns: readonly GameReturn[],
  rates: ReadonlyMap<string, Rate>,
): Pick<TransparencyGame, 'bets' | 'stakedUsd' | 'paidUsd' | 'returnBps' | 'standardErrorBps'> {
  const add = (figure: 'staked' | 'paid', scale: number) =>
    returns.reduce((sum, each) => sum + usdAt(rates, { coin: each.coin, amount: each[figure], scale }), 0n)
  const staked = add('staked', 12)
  const bets = returns.reduce((sum, each) => sum + each.bets, 0)
  return {
    bets,
    stakedUsd: toDecimal(add('staked', CENTS), CENTS),
    paidUsd: toDecimal(add('paid', CENTS), CENTS),
    returnBps: staked === 0n ? null : Number((add('paid', 12) * 10_000n) / staked),
    standardErrorBps: standardErrorBps(
      bets,
      returns.map((each) => ({ ...each, unitUsd: unitUsdOf(rates.get(each.coin)) })),
    ),
  }
}

const unitUsdOf = (rate: Rate | undefined) =>
  rate === undefined ? 0 : Number(rate.priceUsd) / 10 ** (PRICE_DECIMALS + rate.decimals)

/** Before the first check. */
export const UNCHECKED: LedgerHealth = { status: 'unchecked', checkedAt: null }
