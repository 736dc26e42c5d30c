import { operatorName } from '#server/base/operator-name.ts'
import type { Database } from '#server/db/tables.ts'
import { keepAction } from '#server/identity/operator-log.ts'

interface Decided {
  readonly id: string
  readonly decision: 'approve' | 'refuse' | 'paid' | 'unpaid'
  readonly txId?: string
  /** Default: the user of the machine. */
  readonly by?: string
  readonly now: number
}

/** Call it in the transaction that carries the decision out, last: its line locks the log of operators. */
export async function keepDecision(
  trx: Database,
  { id, decision, txId, by = operatorName(), now }: Decided,
): Promise<void> {
  await trx
    .insertInto('withdrawal_decision')
    .values({
      withdrawal_id: id,
      decision,
      tx_id: txId ?? null,
      decided_by: by.slice(0, 200),
      decided_at: new Date(now),
    })
    .execute()
  const name = operatorName()
  const what = { withdrawal: id, ...(txId !== undefined && { txId }), ...(by !== name && { votes: by }) }
  const line = { action: `signer ${decision}`, why: 'npm run signer', what }
  await keepAction(trx, { name }, line, now)
}

/** Call it last in the transaction that trusts the passkey. */
export async function keepTrust(
  trx: Database,
  { operator_id: operator, name, role, passkey_id: passkey }: Trusted,
  now: number,
): Promise<void> {
  const line = {
    action: 'signer trust',
    why: 'npm run signer',
    what: { operator, name, role, passkey },
  }
  await keepAction(trx, { name: operatorName() }, line, now)
}

interface Trusted {
  readonly operator_id: number
  readonly name: string
  readonly role: string
  readonly passkey_id: string
}
