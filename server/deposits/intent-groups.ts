import { sql, type ExpressionBuilder } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

/** An unknown transaction is given up after this time. */
export const GIVEN_UP_MS = 30 * 60_000
/** A wallet may send this long after the request, even without an answer. */
export const AWAITED_MS = 60 * 60_000
/** A transaction is followed for this long after the player reported it. */
export const FOLLOWED_MS = 7 * 24 * 60 * 60_000
/** A dropped transaction that no node ever knew may be invented, so it is followed for less time. */
const UNKNOWN_FOLLOWED_MS = 24 * 60 * 60_000
/** A dropped transaction may be sent again: it is rechecked at these intervals, and then at the last one. */
const DROPPED_AGAIN_MS = [10 * 60_000, 60 * 60_000, 6 * 60 * 60_000] as const

/** Pending intents, and those whose transaction is unknown to the chain. */
export type IntentGroup = 'open' | 'dropped'

type IntentExpression = ExpressionBuilder<Tables, 'deposit_intent'>

export const depositsOf = ({ selectFrom }: IntentExpression) =>
  selectFrom('deposit')
    .select('deposit.id')
    .whereRef('deposit.chain', '=', 'deposit_intent.chain')
    .whereRef('deposit.tx_id', '=', 'deposit_intent.tx_id')

export const isUnsettled = (where: IntentExpression) =>
  where.not(
    where.exists(depositsOf(where).where('deposit.status', 'not in', ['confirming', 'confirmed', 'dropped'])),
  )

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

/** No longer awaited, although a wallet may still send it. */
export const isGivenUp = (where: IntentExpression, now: number) =>
  where.and([where('status', 'in', ['dropped', 'replaced']), isRecent(where, now)])

const isRecent = (where: IntentExpression, now: number) =>
  where.or([where('nonce', 'is not', null), where('sent_at', '>', new Date(now - UNKNOWN_FOLLOWED_MS))])

/** Due for a recheck. The time between `sent_at` and the last recheck gives the interval. */
export function isDue(now: number) {
  const [first, second, last] = DROPPED_AGAIN_MS
  const ms = (count: number) => sql`${count} * interval '1 millisecond'`
  return sql<boolean>`updated_at + case
    when updated_at - sent_at < ${ms(GIVEN_UP_MS + first)} then ${ms(first)}
    when updated_at - sent_at < ${ms(GIVEN_UP_MS + first + second)} then ${ms(second)}
    else ${ms(last)} end < ${new Date(now)}`
}
