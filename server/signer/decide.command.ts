import type { Selectable } from 'kysely'
import type { Database, Tables } from '#server/db/tables.ts'
import { cancelWithdrawal, completeWithdrawal } from '#server/ledger/movements.ts'
import { postTransaction, repeatConflicts } from '#server/ledger/post-transaction.ts'
import { readReservation } from '#server/ledger/withdrawal-reservation.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { closeAttempts, type Attempt } from './close-attempts.ts'
import { readTransfer } from './evm-transaction.ts'
import { keepDecision } from './keep-decision.ts'

export type SentDecision = 'paid' | 'unpaid'

/** Reasons that only an operator can resolve. */
export const OPEN_QUESTIONS = ['no_transfer', 'number_used'] as const

interface Decision {
  readonly id: string
  readonly decision: SentDecision
  /** The transaction that the operator has checked; undefined to list the candidates. */
  readonly txId: string | undefined
  readonly now: number
}

/**
 * Executes an operator's decision about a withdrawal that the chain does not settle: `paid` books it as sent, `unpaid` refunds
 * it. Takes effect when the transaction is named. Idempotent.
 * @throws StartupError when no decision is needed, or it was decided otherwise
 */
export function decideSent(db: Database, { id, decision, txId, now }: Decision): Promise<string> {
  const doing = decision === 'paid' ? 'booked as sent' : 'given back to the player'
  return repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('withdrawal')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      const before = await trx
        .selectFrom('withdrawal_decision')
        .selectAll()
        .where('withdrawal_id', '=', id)
        .where('decision', 'in', ['paid', 'unpaid'])
        .executeTakeFirst()
      if (before) {
        const said = `Withdrawal ${id} was decided before, as ${before.decision} by ${before.tx_id}`
        if (before.decision === decision && (txId === undefined || before.tx_id === txId)) return `${said}.`
        throw new StartupError(`${said}: that stays.`)
      }
      if (!row || !isOpen(row)) {
        throw new StartupError(
          `Nothing has to be decided about withdrawal ${id}: \`npm run signer -- review\` lists what has.`,
        )
      }
      const attempts = await trx
        .selectFrom('withdrawal_transaction')
        .selectAll()
        .where('withdrawal_id', '=', id)
        .where('outcome', 'is', null)
        .orderBy('id')
        .execute()
      if (txId === undefined) {
        const commands = attempts.map(({ tx_id }) => `  npm run signer -- ${decision} ${id} ${tx_id}`)
        return [
          `Withdrawal ${id} would be ${doing}. Look at its transactions on ${row.chain}, then name the one you go by:`,
          ...commands,
        ].join('\n')
      }
      const attempt = attempts.find(({ tx_id }) => tx_id === txId.toLowerCase())
      if (!attempt) throw new StartupError(`${txId} is no transaction of withdrawal ${id}.`)
      await settle(trx, { row, attempt, decision, now })
      await keepDecision(trx, { id, decision, txId: attempt.tx_id, now })
      return `Withdrawal ${id} is ${doing}.`
    }),
  )
}

const isOpen = ({ status, reason }: Pick<Selectable<Tables['withdrawal']>, 'status' | 'reason'>) =>
  (status === 'signed' || status === 'broadcast') && OPEN_QUESTIONS.some((each) => each === reason)

interface Settling extends Pick<Decision, 'decision' | 'now'> {
  readonly row: Selectable<Tables['withdrawal']>
  readonly attempt: Attempt
}

async function settle(trx: Database, { row, attempt, decision, now }: Settling): Promise<void> {
  const { id, reason } = row
  const at = new Date(now)
  const isPaid = decision === 'paid'
  const unpaid = reason === 'number_used' ? 'expired' : 'reverted'
  await closeAttempts(trx, { attempt, outcome: isPaid ? 'confirmed' : unpaid, at })
  const reservation = await readReservation(trx, row)
  const { contract } = await readTransfer(attempt.raw)
  const transfer = { chain: row.chain, txId: attempt.tx_id, logIndex: contract === null ? -1 : 0 }
  await postTransaction(
    trx,
    isPaid
      ? completeWithdrawal(reservation, { transfer, fee: BigInt(row.fee) })
      : cancelWithdrawal(reservation),
    now,
  )
  await trx
    .updateTable('withdrawal')
    .set({
      status: isPaid ? 'confirmed' : 'failed',
      reason: 'operator',
      settled_at: at,
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()
}
