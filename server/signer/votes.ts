import { isAllowed } from '#contract/operator-roles.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { parsePasskeyAnswer, verifyPasskeyAnswer } from '#server/accounts/passkey-ceremony.ts'
import type { Database, WithdrawalRow } from '#server/db/tables.ts'
import { isSealed } from '#server/withdrawals/withdrawal-seal.ts'
import { approve, refuse } from './review.command.ts'
import type { SignerContext } from './signer-context.ts'
import { isTrusted } from './trust.command.ts'
import { voteChallenge } from './vote-challenge.ts'
import { votesNeeded } from './votes-needed.ts'

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
  const { counted: votes, uncounted } = await readVotes(db, context, row)
  tellUncounted(context, row, uncounted)
  const decision = await decisionOf(db, context, row, votes)
  if (decision === null) return
  const { id } = row
  const now = clock()
  // Read again with the withdrawal locked: what is carried out is what was voted on.
  const decide = async (trx: Database, locked: WithdrawalRow) => {
    const { counted } = await readVotes(trx, context, locked)
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
  { clock, coinRules, votes: rules }: SignerContext,
  row: WithdrawalRow,
  votes: readonly Vote[],
): Promise<'approve' | 'refuse' | null> {
  if (votes.length === 0) return null
  if (votes.some(({ decision }) => decision === 'refuse')) return 'refuse'
  const needed = await votesNeeded({ db, clock, coinRules, votes: rules }, [row])
  return votes.length >= needed(row) ? 'approve' : null
}

interface Vote {
  readonly id: string
  readonly name: string
  readonly decision: 'approve' | 'refuse'
}

interface Votes {
  readonly counted: readonly Vote[]
  readonly uncounted: readonly (Vote & { readonly why: string })[]
}

/**
 * The newest vote of each operator. It counts if everything about it holds: of what the database says, only what the
 * signer's key or a trusted passkey has sealed is believed.
 */
async function readVotes(db: Database, context: SignerContext, row: WithdrawalRow): Promise<Votes> {
  const rows = await newestVotes(db, row.id)
  const counted: Vote[] = []
  const uncounted: (Vote & { why: string })[] = []
  for (const vote of rows) {
    if (vote.done_at !== null) continue
    const { id, name, decision } = vote
    const why = await faultOf(vote, context, row)
    if (why === null) counted.push({ id, name, decision })
    else uncounted.push({ id, name, decision, why })
  }
  return { counted, uncounted }
}

const newestVotes = (db: Database, withdrawal: string) =>
  db
    .selectFrom('withdrawal_vote as vote')
    .innerJoin('operator', 'operator.id', 'vote.operator_id')
    .innerJoin('operator_passkey as passkey', 'passkey.operator_id', 'operator.id')
    .select(['vote.id', 'vote.decision', 'vote.at', 'vote.origin', 'vote.assertion', 'vote.done_at'])
    .select(['operator.id as operator_id', 'operator.name', 'operator.role', 'operator.removed_at'])
    .select(['passkey.id as passkey_id', 'passkey.public_key', 'passkey.transports'])
    .select(['passkey.trusted_at', 'passkey.trust'])
    .where('vote.withdrawal_id', '=', withdrawal)
    .distinctOn('vote.operator_id')
    .orderBy('vote.operator_id')
    .orderBy('vote.id', 'desc')
    .execute()

/** Null if the vote counts. */
async function faultOf(
  vote: Awaited<ReturnType<typeof newestVotes>>[number],
  { key, votes, seals }: SignerContext,
  row: WithdrawalRow,
): Promise<string | null> {
  const { operator_id: operator, decision, at, origin } = vote
  if (vote.removed_at !== null) return 'its operator is removed'
  if (at < row.updated_at) return 'the withdrawal came to review after it'
  if (!isAllowed(vote.role, 'withdrawals.decide')) return 'its operator may not vote'
  if (!votes.trustsAll && !isTrusted(vote, key))
    return 'the passkey of its operator is not trusted: see `npm run signer -- trust`'
  const site = votes.origin ?? (votes.trustsAll ? origin : null)
  if (site === null) return 'this signer knows no OPERATOR_ORIGIN'
  if (!(await isSigned(vote, voteChallenge(row, { operator, decision, at }), site))) {
    return origin === site
      ? 'the passkey has not signed this withdrawal and this decision'
      : `it was made at ${origin}, and OPERATOR_ORIGIN of this signer is ${site}`
  }
  // The passkey signs the row as it is, also one that somebody changed before the operator read it.
  if (decision === 'approve' && seals && !isSealed(seals, row))
    return 'the withdrawal lacks the server’s seal: `npm run signer -- approve` can let it pass'
  return null
}

/** Warns once of each vote and reason: the console has told the operator that the vote is kept. */
function tellUncounted(
  { toldShort, clock, logger }: SignerContext,
  { id: withdrawal }: WithdrawalRow,
  uncounted: Votes['uncounted'],
): void {
  for (const { id: vote, name: by, decision, why } of uncounted) {
    const key = `vote ${vote} ${why}`
    if (toldShort.has(key)) continue
    toldShort.set(key, clock())
    logger.warn({ withdrawal, vote, by, decision, why }, 'a vote does not count')
  }
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
