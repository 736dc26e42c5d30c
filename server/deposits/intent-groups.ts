import { sql, type ExpressionBuilder } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

/** What a transaction that nobody knows any more gets until it is given up. */
export const GIVEN_UP_MS = 30 * 60_000
/** A wallet may send so long after it was asked to, whether it ever answers or not. */
export const AWAITED_MS = 60 * 60_000
/** One that was told so long ago is not looked for any more. */
export const FOLLOWED_MS = 7 * 24 * 60 * 60_000
/** One that was dropped and that no node ever knew may have been made up. */
const UNKNOWN_FOLLOWED_MS = 24 * 60 * 60_000
/** One that was dropped may be sent again: it is asked about after these times, and ever after the last. */
const DROPPED_AGAIN_MS = [10 * 60_000, 60 * 60_000, 6 * 60 * 60_000] as const

/** Those that are under way, and those that the chain does not know any more. */
export type IntentGroup = 'open' | 'dropped'

type IntentExpression = ExpressionBuilder<Tables, 'deposit_intent'>

/** What came in with an intent's transaction. */
export const depositsOf = ({ selectFrom }: IntentExpression) =>
  selectFrom('deposit')
    .select('deposit.id')
    .whereRef('deposit.chain', '=', 'deposit_intent.chain')
    .whereRef('deposit.tx_id', '=', 'deposit_intent.tx_id')

/** An intent whose transfer, if there is one, has not come to an end. */
export const isUnsettled = (where: IntentExpression) =>
  where.not(
    where.exists(depositsOf(where).where('deposit.status', 'not in', ['confirming', 'confirmed', 'dropped'])),
  )

/** An intent whose transaction is asked about, again and again or now and then. */
export const isFollowed = (now: number, groups: readonly IntentGroup[]) => (where: IntentExpression) =>
  where.and([
    where.or([
      ...(groups.includes('open') ? [where('status', 'in', ['sent', 'seen', 'unanswered'])] : []),
      ...(groups.includes('dropped')
        ? [where.and([where('status', '=', 'dropped'), isRecent(where, now)])]
        : []),
    ]),
    where('sent_at', '>', new Date(now - FOLLOWED_MS)),
    isUnsettled(where),
  ])

/** One that is not waited for, though a wallet may still send it. */
export const isGivenUp = (where: IntentExpression, now: number) =>
  where.and([where('status', 'in', ['dropped', 'replaced']), isRecent(where, now)])

const isRecent = (where: IntentExpression, now: number) =>
  where.or([where('nonce', 'is not', null), where('sent_at', '>', new Date(now - UNKNOWN_FOLLOWED_MS))])

/** When one that was given up is asked about again, by how long after it was told that was done last. */
export function isDue(now: number) {
  const [first, second, last] = DROPPED_AGAIN_MS
  const ms = (count: number) => sql`${count} * interval '1 millisecond'`
  return sql<boolean>`updated_at + case
    when updated_at - sent_at < ${ms(GIVEN_UP_MS + first)} then ${ms(first)}
    when updated_at - sent_at < ${ms(GIVEN_UP_MS + first + second)} then ${ms(second)}
    else ${ms(last)} end < ${new Date(now)}`
}
