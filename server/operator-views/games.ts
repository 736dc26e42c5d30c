import { sql } from 'kysely'
import type { OperatedGame } from '#contract/operator/games.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { ALL_BUCKETS } from '#server/ledger/bucket.ts'
import { readRates } from '#server/rates/rates.ts'
import { standardErrorBps } from '#server/transparency/standard-error.ts'
import { readExposure, type Exposure } from './exposure.ts'
import type { ViewServices } from './view-services.ts'

const FULL_BPS = 10_000n

interface Sums {
  readonly game: string
  readonly bets: string
  readonly staked: string
  readonly paid: string
  readonly edge: string
  readonly staked_squares: string
  readonly paid_squares: string
  readonly products: string
}

/** Figures are of the days whose sums are kept, so that return, theory and standard error are of the same bets. */
export async function listOperatedGames({
  db,
  reads,
  config,
}: Pick<ViewServices, 'db' | 'reads'> & { readonly config: Pick<ViewServices['config'], 'play'> }): Promise<
  OperatedGame[]
> {
  // The switch is read where it is written: who has just paused a game sees it.
  const games = await db.selectFrom('game').select(['slug', 'name', 'status']).orderBy('position').execute()
  const sums = await readSums(reads.forSums())
  const open = await readExposure(reads.forSums(), config.play, await readRates(db))
  const limits = {
    minUsd: toDecimal(config.play.minStake, DOLLAR_DECIMALS),
    maxPayoutUsd: toDecimal(config.play.maxPayout, DOLLAR_DECIMALS),
  }
  return games.map(({ slug, name, status }) => ({
    slug,
    name,
    isPaused: status === 'paused',
    ...figuresOf(sums.find(({ game }) => game === slug)),
    ...exposureOf(open.get(slug)),
    limits,
  }))
}

async function readSums(db: Database): Promise<readonly Sums[]> {
  const { rows } = await sql<Sums>`
    select game, sum(bets)::text as bets, sum(staked)::text as staked, sum(paid)::text as paid,
      sum(edge)::text as edge, sum(staked_squares)::text as staked_squares, sum(paid_squares)::text as paid_squares,
      sum(products)::text as products
    from game_hour where bucket = any(${ALL_BUCKETS}::smallint[]) group by game`.execute(db)
  return rows
}

function figuresOf(
  sums: Sums | undefined,
): Pick<OperatedGame, 'bets' | 'stakedUsd' | 'paidUsd' | 'returnBps' | 'expectedBps' | 'standardErrorBps'> {
  if (!sums) {
    return {
      bets: 0,
      stakedUsd: '0',
      paidUsd: '0',
      returnBps: null,
      expectedBps: null,
      standardErrorBps: null,
    }
  }
  const [staked, paid, edge] = [BigInt(sums.staked), BigInt(sums.paid), BigInt(sums.edge)]
  const bets = Number(sums.bets)
  const share = (of: bigint) => (staked === 0n ? null : Number((of * FULL_BPS) / staked))
  const squares = {
    staked: Number(sums.staked_squares),
    paid: Number(sums.paid_squares),
    products: Number(sums.products),
  }
  return {
    bets,
    stakedUsd: toDecimal(staked, DOLLAR_DECIMALS),
    paidUsd: toDecimal(paid, DOLLAR_DECIMALS),
    returnBps: share(paid),
    expectedBps: share(staked - edge),
    standardErrorBps: standardErrorBps(bets, [{ staked, paid, squares, unitUsd: 1 }]),
  }
}

const exposureOf = (open: Exposure | undefined): Pick<OperatedGame, 'exposureUsd' | 'openRounds'> => ({
  exposureUsd: toDecimal(open?.most ?? 0n, DOLLAR_DECIMALS),
  openRounds: open?.rounds ?? 0,
})
