import type { DataOf, ParsedRequest } from '#contract/endpoint.ts'
import type { listAllWithdrawals, WithdrawalRow } from '#contract/operator/withdrawals.ts'
import { usdOf, type Rate } from '#server/coins/convert-at.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { WithdrawalRow as Stored } from '#server/db/tables.ts'
import { readRates } from '#server/rates/rates.ts'
import type { ViewServices } from './view-services.ts'
import { countApprovals, readVotes, votesNeeded, type Vote } from './withdrawal-votes.ts'

const PER_PAGE = 50
const CENTS = 2

type Services = Pick<ViewServices, 'db'> & { readonly config: Pick<ViewServices['config'], 'operator'> }

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

export async function toRows({ db, config }: Services, rows: readonly Stored[]): Promise<WithdrawalRow[]> {
  const rates = await readRates(db)
  const votes = await readVotes(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toRow(row, { config, rates, votes }))
}

interface Known {
  readonly config: Services['config']
  readonly rates: ReadonlyMap<string, Rate>
  readonly votes: readonly Vote[]
}

function toRow(row: Stored, { config, rates, votes }: Known): WithdrawalRow {
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
    needed: votesNeeded(config.operator, BigInt(row.amount), rate),
  }
}
