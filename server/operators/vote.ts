import { challengeOf, parsePasskeyAnswer, passkeyInvalid } from '#server/accounts/passkey-ceremony.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { beginWithdrawalVote, Decision } from '#contract/operator/withdrawals.ts'
import { Refusal } from '#server/base/refusal.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database, WithdrawalRow } from '#server/db/tables.ts'
import type { OperatorCaller } from '#server/identity/caller.ts'
import { voteChallenge } from '#server/signer/vote-challenge.ts'
import { useOperatorPasskey } from './log-in-operator.ts'
import { keepOperatorChallenge, redeemOperatorChallenge } from './operator-challenges.ts'
import { ownPasskeyOptions } from './own-passkey-options.ts'
import { consoleParty, type OperatorServices } from './services.ts'

interface Asked {
  readonly id: string
  readonly decision: Decision
}

type Begun = Pick<Asked, 'id'> & BodyOf<typeof beginWithdrawalVote>

/**
 * @throws Refusal `not_found`, `conflict` when the withdrawal is not in review, or is not what the operator was shown,
 * or the operator has voted so
 */
export async function beginVote(
  services: OperatorServices,
  caller: OperatorCaller,
  { id, decision, shown }: Begun,
) {
  const { db, clock } = services
  const { operator } = caller
  const row = await requireInReview(db, id)
  const { coin, chain, amount, address } = await shownOf(db, row)
  const isSame =
    coin === shown.coin && chain === shown.chain && amount === shown.amount && address === shown.address
  if (!isSame) {
    throw new Refusal('conflict', 'This withdrawal has changed since you opened it. Read it again.')
  }
  await refuseSameVote(db, row, operator.id, decision)
  const now = clock()
  const challenge = voteChallenge(row, { operator: operator.id, decision, at: new Date(now) })
  const options = await ownPasskeyOptions(services, caller, challenge)
  await keepOperatorChallenge(db, { challenge, purpose: 'vote', operator: operator.id }, now)
  return { ...options }
}

/**
 * Keeps the vote with what the passkey has signed. The signer looks at it in its next round, and verifies it itself.
 * @throws Refusal as `beginVote`, and `passkey_invalid`
 */
export async function vote(
  services: OperatorServices,
  caller: OperatorCaller,
  { id, decision, why, response }: Asked & { readonly why: string; readonly response: unknown },
): Promise<void> {
  const { db, clock } = services
  const { operator } = caller
  const answer = parsePasskeyAnswer(response)
  const challenge = await challengeOf(answer)
  const site = consoleParty(services, caller)
  const began = await redeemOperatorChallenge(
    db,
    { challenge, purpose: 'vote', operator: operator.id },
    clock(),
  )
  if (!began) throw passkeyInvalid()
  await db.transaction().execute(async (trx) => {
    const row = await requireInReview(trx, id, true)
    // The passkey must have signed this withdrawal as it is now, and this decision.
    if (challenge !== voteChallenge(row, { operator: operator.id, decision, at: began }))
      throw passkeyInvalid()
    await refuseSameVote(trx, row, operator.id, decision)
    const used = await useOperatorPasskey(trx, services, { answer, challenge, site, now: clock() })
    if (used.id !== operator.id) throw passkeyInvalid()
    await trx
      .insertInto('withdrawal_vote')
      .values({
        withdrawal_id: id,
        operator_id: operator.id,
        decision,
        why,
        at: began,
        origin: site.origin,
        assertion: JSON.stringify(answer),
        done_at: null,
      })
      .execute()
    await caller.keep(trx, { action: `withdrawal ${decision}`, why, what: await shownOf(trx, row) })
  })
}

async function requireInReview(db: Database, id: string, isLocked = false): Promise<WithdrawalRow> {
  const row = await db
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such withdrawal')
  if (row.status !== 'review') throw new Refusal('conflict', 'The withdrawal does not wait for review')
  return row
}

async function refuseSameVote(db: Database, row: WithdrawalRow, operator: number, decision: Decision) {
  const before = await db
    .selectFrom('withdrawal_vote')
    .select(['decision', 'at', 'done_at'])
    .where('withdrawal_id', '=', row.id)
    .where('operator_id', '=', operator)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isOpen = before?.done_at === null && before.at >= row.updated_at
  if (isOpen && before.decision === decision) throw new Refusal('conflict', 'You have voted so already')
}

async function shownOf(trx: Database, { id, account_id, coin, chain, address, amount, fee }: WithdrawalRow) {
  const { decimals } = await trx
    .selectFrom('coin')
    .select('decimals')
    .where('id', '=', coin)
    .executeTakeFirstOrThrow()
  const inCoins = (units: string) => toDecimal(BigInt(units), decimals)
  return {
    withdrawal: id,
    player: account_id,
    amount: inCoins(amount),
    fee: inCoins(fee),
    coin,
    chain,
    address,
  }
}
