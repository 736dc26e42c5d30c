import type { DataOf, ParsedRequest } from '#contract/endpoint.ts'
import type { listAllWithdrawals, WithdrawalRow } from '#contract/operator/withdrawals.ts'
import type { Clock } from '#server/base/clock.ts'
import { usdOf, type Rate } from '#server/coins/convert-at.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, WithdrawalRow as Stored } from '#server/db/tables.ts'
import { readRates } from '#server/rates/rates.ts'
import { votesNeeded } from '#server/signer/votes-needed.ts'
import { countApprovals, readVotes, type Vote } from './withdrawal-votes.ts'

const PER_PAGE = 50
const CENTS = 2

/** Settings that say how many operators must approve. */
export type VotingConfig = Pick<Config, 'votes' | 'coinRules' | 'mode' | 'databaseUrl'>

interface Services {
  readonly db: Database
  readonly clock: Clock
  readonly config: VotingConfig
}

/** Withdrawals in review are a queue: the oldest first. All others: the newest first. */
export async function listWithdrawals(
  services: Services,
  { status, after }: ParsedRequest<typeof listAllWithdrawals>['query'],
): Promise<DataOf<typeof listAllWithdrawals>> {
  const { db } = services
  const isQueue = status === 'review'
  const last = /^[1-9]\d{0,17}$/.exec(after ?? '')?.[0]
  const rows = await db
    .selectFrom('withdrawal')
    .selectAll()
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'review'))
    .$if(last !== undefined, (query) => query.where('id', isQueue ? '>' : '<', last ?? ''))
    .orderBy('id', isQueue ? 'asc' : 'desc')
    .limit(PER_PAGE + 1)
    .execute()
  const page = rows.slice(0, PER_PAGE)
  return {
    withdrawals: await toRows(services, page),
    next: rows.length > PER_PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}

export async function toRows(services: Services, rows: readonly Stored[]): Promise<WithdrawalRow[]> {
  const { db, clock, config } = services
  const rates = await readRates(db)
  const ids = rows.map(({ id }) => id)
  const votes = await readVotes(services, ids)
  const needed = await votesNeeded({ db, clock, ...config }, rows)
  return rows.map((row) => toRow(row, { rates, votes, needed: needed(row) }))
}

interface Known {
  readonly rates: ReadonlyMap<string, Rate>
  readonly votes: readonly Vote[]
  readonly needed: number
}

function toRow(row: Stored, { rates, votes, needed }: Known): WithdrawalRow {
  const rate = rates.get(row.coin)
  if (!rate) throw new Error(`There is no coin ${row.coin}`)
  return {
    id: row.id,
    uid: row.account_id,
    status: row.status,
    reason: row.reason,
    coin: row.coin,
    chain: row.chain,
    amount: toDecimal(BigInt(row.amount), rate.decimals),
    usd: toDecimal(usdOf(BigInt(row.amount), rate), CENTS),
    address: row.address,
    requestedAt: row.requested_at.toISOString(),
    votes: countApprovals(row, votes),
    needed,
  }
}
