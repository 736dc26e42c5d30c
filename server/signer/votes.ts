import { isAllowed } from '#contract/operator-roles.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { parsePasskeyAnswer, verifyPasskeyAnswer } from '#server/accounts/passkey-ceremony.ts'
import type { Database, WithdrawalRow } from '#server/db/tables.ts'
import { amountWorth } from './claim-withdrawal.ts'
import { approve, refuse } from './review.command.ts'
import { isKnownCoin } from './signer-config.ts'
import type { SignerContext } from './signer-context.ts'
import { isTrusted } from './trust.command.ts'
import { voteChallenge } from './vote-challenge.ts'

/** Another process has decided, or a vote no longer counts. */
class NotEnoughVotes extends Error {}

/** Approves and refuses what operators have voted on in the console, as far as their passkeys are trusted. */
export async function carryOutVotes(context: SignerContext): Promise<void> {
  const { db, sender, logger } = context
  const waiting = await db
    .selectFrom('withdrawal')
    .selectAll()
    .where('chain', '=', sender.chain)
    .where('status', '=', 'review')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('withdrawal_vote as vote')
          .select('vote.id')
          .whereRef('vote.withdrawal_id', '=', 'withdrawal.id')
          .where('vote.done_at', 'is', null),
      ),
    )
    .orderBy('id')
    .execute()
  for (const row of waiting) {
    try {
      await carryOut(context, row)
    } catch (error) {
      if (!(error instanceof StartupError || error instanceof NotEnoughVotes)) throw error
      logger.warn({ withdrawal: row.id, err: error }, 'votes on a withdrawal were not carried out')
    }
  }
}

async function carryOut(context: SignerContext, row: WithdrawalRow): Promise<void> {
  const { db, key, sender, clock, logger } = context
  const votes = await validVotes(db, context, row)
  const decision = await decisionOf(db, context, row, votes)
  if (decision === null) return
  const { id } = row
  const now = clock()
  // Read again with the withdrawal locked: what is carried out is what was voted on.
  const decide = async (trx: Database, locked: WithdrawalRow) => {
    const counted = await validVotes(trx, context, locked)
    if ((await decisionOf(trx, context, locked, counted)) !== decision)
      throw new NotEnoughVotes('The withdrawal, or a vote, has changed meanwhile')
    const agreed = counted.filter((vote) => vote.decision === decision)
    await trx
      .updateTable('withdrawal_vote')
      .set({ done_at: new Date(now) })
      .where('withdrawal_id', '=', id)
      .where('done_at', 'is', null)
      .execute()
    return agreed.map(({ name }) => name).join(', ')
  }
  if (decision === 'approve') await approve(db, key, id, now, decide)
  else await refuse({ db, senders: [sender], key, now }, id, decide)
  logger.info({ withdrawal: id, decision, by: votes.map(({ name }) => name) }, 'votes were carried out')
}

async function decisionOf(
  db: Database,
  context: SignerContext,
  row: WithdrawalRow,
  votes: readonly ValidVote[],
): Promise<'approve' | 'refuse' | null> {
  if (votes.length === 0) return null
  if (votes.some(({ decision }) => decision === 'refuse')) return 'refuse'
  return votes.length >= (await neededVotes(db, context, row)) ? 'approve' : null
}

async function neededVotes(
  db: Database,
  { coinRules, votes: { fourEyes } }: SignerContext,
  { coin, amount }: WithdrawalRow,
): Promise<1 | 2> {
  if (coinRules.mustKnow && !isKnownCoin(coinRules, coin)) return 2
  return (await amountWorth(db, coinRules, { coin, paid: BigInt(amount) })) > fourEyes ? 2 : 1
}

interface ValidVote {
  readonly operator: number
  readonly name: string
  readonly decision: 'approve' | 'refuse'
}

/**
 * The newest vote of each operator, if everything about it holds. Nothing that the database says is believed but what
 * the signer's key or a trusted passkey has sealed.
 */
async function validVotes(db: Database, context: SignerContext, row: WithdrawalRow): Promise<ValidVote[]> {
  const rows = await db
    .selectFrom('withdrawal_vote as vote')
    .innerJoin('operator', 'operator.id', 'vote.operator_id')
    .innerJoin('operator_passkey as passkey', 'passkey.operator_id', 'operator.id')
    .select(['vote.decision', 'vote.at', 'vote.origin', 'vote.assertion', 'vote.done_at'])
    .select(['operator.id as operator_id', 'operator.name', 'operator.role', 'operator.removed_at'])
    .select(['passkey.id as passkey_id', 'passkey.public_key', 'passkey.transports'])
    .select(['passkey.trusted_at', 'passkey.trust'])
    .where('vote.withdrawal_id', '=', row.id)
    .distinctOn('vote.operator_id')
    .orderBy('vote.operator_id')
    .orderBy('vote.id', 'desc')
    .execute()
  const valid: ValidVote[] = []
  const { key, votes } = context
  for (const vote of rows) {
    const { operator_id: operator, name, role, decision, at, origin } = vote
    const site = votes.origin ?? (votes.trustsAll ? origin : null)
    const isCounted =
      vote.done_at === null &&
      vote.removed_at === null &&
      at >= row.updated_at &&
      isAllowed(role, 'withdrawals.decide') &&
      (votes.trustsAll || isTrusted(vote, key)) &&
      site !== null &&
      (await isSigned(vote, voteChallenge(row, { operator, decision, at }), site))
    if (isCounted) valid.push({ operator, name, decision })
  }
  return valid
}

interface Signed {
  readonly assertion: object
  readonly passkey_id: string
  readonly public_key: Uint8Array
  readonly transports: string[]
}

async function isSigned(
  { assertion, passkey_id: id, public_key: publicKey, transports }: Signed,
  challenge: string,
  origin: string,
): Promise<boolean> {
  try {
    const answer = parsePasskeyAnswer(assertion)
    if (answer.id !== id) return false
    const site = { id: new URL(origin).hostname, origin }
    const known = { id, publicKey: new Uint8Array(publicKey), counter: 0, transports }
    await verifyPasskeyAnswer(answer, challenge, site, known)
    return true
  } catch {
    return false
  }
}
