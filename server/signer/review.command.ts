import { toDecimal } from '#server/coins/units.ts'
import { operatorName } from '#server/base/operator-name.ts'
import type { Database, WithdrawalRow } from '#server/db/tables.ts'
import { LedgerError } from '#server/ledger/ledger-error.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { refuseWithdrawal } from '#server/withdrawals/refuse-withdrawal.ts'
import { approvalText } from './approval.ts'
import { assertUnpaid, attemptsOf } from './assert-unpaid.ts'
import type { ChainSender } from './chain-sender.ts'
import { OPEN_QUESTIONS } from './decide.command.ts'
import { keepDecision } from './keep-decision.ts'
import type { SignerKey } from './signer-key.ts'

export async function listReviews(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawal')
    .innerJoin('coin', 'coin.id', 'withdrawal.coin')
    .selectAll('withdrawal')
    .select(['coin.decimals', 'coin.symbol'])
    .where((where) =>
      where.or([
        where('status', '=', 'review'),
        where.and([where('status', 'in', ['signed', 'broadcast']), where('reason', 'in', OPEN_QUESTIONS)]),
      ]),
    )
    .orderBy('withdrawal.id')
    .execute()
  if (rows.length === 0) return ['No withdrawal waits for review.']
  const hint = (id: string, status: string) =>
    status === 'review' ? '' : `; look at the chain, then \`paid ${id}\` or \`unpaid ${id}\``
  return rows.map((row) => {
    const sends = toDecimal(BigInt(row.amount) - BigInt(row.fee), row.decimals)
    const asked = row.requested_at.toISOString()
    return `${row.id}  ${sends} ${row.symbol} on ${row.chain} to ${row.address}, player ${row.account_id}, asked for ${asked}: ${row.reason}${hint(row.id, row.status)}`
  })
}

/** Says who decides, as the last check of a withdrawal that is locked. */
type Decide = (trx: Database, row: WithdrawalRow) => Promise<string>
const byCommand: Decide = async () => operatorName()

/**
 * Seals the approval with the signer's key.
 * @throws StartupError when it is not in review
 */
export async function approve(
  db: Database,
  key: Pick<SignerKey, 'seal'>,
  id: string,
  now: number,
  decide = byCommand,
): Promise<string> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('withdrawal')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'review')
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notInReview(id)
    const by = await decide(trx, row)
    const at = new Date(now)
    await trx
      .updateTable('withdrawal')
      .set({ status: 'queued', approved_at: at, approval: key.seal(approvalText(row, at)), updated_at: at })
      .where('id', '=', id)
      .execute()
    await keepDecision(trx, { id, decision: 'approve', by, now })
  })
  return `Withdrawal ${id} is approved, and signed next.`
}

interface Refusing {
  readonly db: Database
  readonly senders: readonly ChainSender[]
  readonly key: Pick<SignerKey, 'isSealed'>
  readonly now: number
}

/**
 * Returns the money to the player. If the books differ and a transaction was signed, it asks the chain first.
 * @throws StartupError when it is not in review, or was or may still be paid
 */
export async function refuse(
  { db, senders, key, now }: Refusing,
  id: string,
  decide = byCommand,
): Promise<string> {
  const asked = await db
    .selectFrom('withdrawal')
    .select(['chain', 'reason'])
    .where('id', '=', id)
    .where('status', '=', 'review')
    .executeTakeFirst()
  const attempts = asked?.reason === 'books_differ' ? await attemptsOf(db, id) : []
  if (asked && attempts.length > 0) {
    await assertUnpaid({ db, senders, key }, { id, chain: asked.chain, attempts })
  }
  await db.transaction().execute(async (trx) => {
    const halted = await trx
      .selectFrom('signer_halt')
      .innerJoin('withdrawal', 'withdrawal.chain', 'signer_halt.chain')
      .select('withdrawal.chain')
      .where('withdrawal.id', '=', id)
      .executeTakeFirst()
    if (halted) {
      throw new StartupError(
        `Withdrawal ${id} may have been paid already: \`npm run signer -- recover\` first, for ${halted.chain}.`,
      )
    }
    const row = await trx
      .selectFrom('withdrawal')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'review')
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notInReview(id)
    const isAsked = row.reason !== 'books_differ' || (await attemptsOf(trx, id)).length === attempts.length
    if (row.reason !== asked?.reason || !isAsked) {
      throw new StartupError(`Withdrawal ${id} has changed meanwhile: look at it and say it again.`)
    }
    const by = await decide(trx, row)
    await refuseWithdrawal(trx, { id, reason: 'operator', from: ['review'], now }).catch(booksDiffer)
    await keepDecision(trx, { id, decision: 'refuse', by, now })
  })
  return `Withdrawal ${id} is refused, and the player has the money back.`
}

/** Nothing can be returned that was never reserved or is settled. */
function booksDiffer(error: unknown): never {
  throw error instanceof LedgerError
    ? new StartupError(
        `The ledger has nothing to give back (${error.code}): the withdrawal stays where it is, and is never paid. \`npm run reconcile\` tells more.`,
      )
    : error
}

const notInReview = (id: string) =>
  new StartupError(`No withdrawal ${id} waits for review: \`npm run signer -- review\` lists those that do.`)
