import { sql } from 'kysely'
import { shareOfEdge } from '#rules/rewards/edge-shares.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { writeMessages } from '#server/messages/write-messages.ts'
import { accountsOfPerson, linkedFriends, type Link } from './linked-accounts.ts'

const AT_ONCE = 1_000

interface NewFriend {
  readonly inviter: number
  readonly friend: number
  readonly now: number
}

/** Call it last in the transaction that opens the friend's account: its ways and its device must be known. */
export async function addFriend(trx: Database, { inviter, friend, now }: NewFriend): Promise<void> {
  await trx
    .insertInto('referral')
    .values({ bucket: bucketOf(inviter), account_id: inviter, friend_id: friend, since: new Date(now) })
    .execute()
  const linked = await linkedFriends(trx, inviter, [friend])
  await judgeFriends(trx, inviter, linked, now)
  // Also of one who is linked: a message that does not come would tell of it.
  if (await isFirst(trx, inviter, friend)) await tellOfFirst(trx, { inviter, friend, now })
}

async function isFirst(trx: Database, inviter: number, friend: number): Promise<boolean> {
  const first = await trx
    .selectFrom('referral')
    .select('friend_id')
    .where('bucket', '=', bucketOf(inviter))
    .where('account_id', '=', inviter)
    .orderBy('friend_id')
    .limit(1)
    .executeTakeFirst()
  return first?.friend_id === friend
}

async function tellOfFirst(trx: Database, { inviter, friend, now }: NewFriend): Promise<void> {
  const { nickname } = await trx
    .selectFrom('account')
    .select('nickname')
    .where('id', '=', friend)
    .executeTakeFirstOrThrow()
  const content = { kind: 'friend-joined', name: friendName(nickname) } as const
  await writeMessages(trx, [{ player: inviter, key: 'friend-joined', at: new Date(now), content }])
}

/** Letters of a friend's nickname that the inviter sees at most, and never more than half of them. */
const SHOWN_LETTERS = 2

export function friendName(nickname: string): string | null {
  const letters = [...nickname]
  if (letters.length === 0) return null
  return `${letters.slice(0, Math.min(SHOWN_LETTERS, Math.ceil(letters.length / 2))).join('')}…`
}

/**
 * Call it before an account is closed: its devices, which link accounts, are forgotten then. Players whom they show to
 * have invited themselves must not be paid later.
 */
export async function judgeClosing(trx: Database, closing: number, now: number): Promise<void> {
  const person = await accountsOfPerson(trx, closing)
  const pairs = await trx
    .selectFrom('account')
    .select(['id', 'invited_by'])
    .where(sql<boolean>`id = any(${person}::integer[]) and invited_by = any(${person}::integer[])`)
    .orderBy('id')
    .execute()
  for (const { id: friend, invited_by: inviter } of pairs) {
    if (inviter === null) continue
    await judgeFriends(trx, inviter, await linkedFriends(trx, inviter, [friend]), now)
  }
}

/** For good: nothing is paid for such a friend any more. */
export async function judgeFriends(
  trx: Database,
  inviter: number,
  linked: ReadonlyMap<number, Link>,
  now: number,
): Promise<void> {
  for (const [friend, { kind, to }] of linked) {
    await trx
      .updateTable('referral')
      .set({ reason: kind, linked_to: to, judged_at: new Date(now) })
      .where('bucket', '=', bucketOf(inviter))
      .where('account_id', '=', inviter)
      .where('friend_id', '=', friend)
      .where('reason', 'is', null)
      .execute()
  }
}

/** In 10⁻⁸ dollars: house edge of a friend that nothing was paid for, and its share. */
export interface UnpaidFriend {
  readonly friend: number
  readonly from: bigint
  readonly to: bigint
  readonly share: bigint
}

export interface UnpaidPage {
  readonly friends: readonly UnpaidFriend[]
  /** Friends who turned out to be the player. */
  readonly linked: ReadonlyMap<number, Link>
}

/** Page after page, so that no statement reads more than 1,000 friends, whose accounts are in all buckets. */
export async function* unpaidFriends(db: Database, inviter: number, bps: number): AsyncGenerator<UnpaidPage> {
  for (let after = 0; ;) {
    const marks = await db
      .selectFrom('referral')
      .select(['friend_id', 'edge_paid'])
      .where('bucket', '=', bucketOf(inviter))
      .where('account_id', '=', inviter)
      .where('friend_id', '>', after)
      .where('reason', 'is', null)
      .orderBy('friend_id')
      .limit(AT_ONCE)
      // A claim pays from these marks.
      .$if(db.isTransaction, (rows) => rows.forUpdate())
      .execute()
    const edges = await readEdges(
      db,
      marks.map(({ friend_id }) => friend_id),
    )
    const grown = marks.flatMap(({ friend_id: friend, edge_paid }) => {
      const [from, to] = [BigInt(edge_paid), edges.get(friend) ?? 0n]
      return to > from ? [{ friend, from, to, share: shareOfEdge(to - from, bps) }] : []
    })
    const linked = await linkedFriends(
      db,
      inviter,
      grown.map(({ friend }) => friend),
    )
    yield { friends: grown.filter(({ friend }) => !linked.has(friend)), linked }
    const last = marks.at(-1)
    if (!last || marks.length < AT_ONCE) return
    after = last.friend_id
  }
}

/** In 10⁻⁸ dollars; players who have never bet are absent. At most 1,000 players. */
async function readEdges(db: Database, players: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
  if (players.length === 0) return new Map()
  const buckets = [...new Set(players.map(bucketOf))]
  const rows = await db
    .selectFrom('play_account')
    .select(['account_id', 'edge'])
    .where(sql<boolean>`bucket = any(${buckets}::smallint[])`)
    .where(sql<boolean>`account_id = any(${players}::integer[])`)
    .execute()
  return new Map(rows.map(({ account_id, edge }) => [account_id, BigInt(edge)]))
}
