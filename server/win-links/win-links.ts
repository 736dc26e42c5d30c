import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { DataOf } from '#contract/endpoint.ts'
import type { Locale } from '#contract/localized.ts'
import { LINKED_FROM_TIMES, type getLinkedWin } from '#contract/win-links.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { HIDDEN_PLAYER, shownPlayers } from '#server/identity/shown-players.ts'
import { ALL_BUCKETS, bucketOf } from '#server/ledger/bucket.ts'
import { readBetOf } from '#server/play/bets.queries.ts'

const linkOf = (db: Database, player: number, bet: string) =>
  db
    .selectFrom('win_link')
    .select('key')
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where('bet_id', '=', bet)

export async function readWinLink(db: Database, player: number, bet: string): Promise<string | null> {
  return (await linkOf(db, player, bet).executeTakeFirst())?.key ?? null
}

interface NewLink {
  readonly player: number
  readonly bet: string
  readonly locale: Locale
  readonly now: number
}

/**
 * Idempotent. A link that was withdrawn stays dead: the next one has another key.
 * @throws Refusal `not_found`; `conflict` if the bet is no big win, or was free
 */
export function makeLink(db: Database, { player, bet, locale, now }: NewLink): Promise<string> {
  return db.transaction().execute(async (trx) => {
    // So that none outlives the account.
    await lockAccount(trx, player)
    const known = await linkOf(trx, player, bet).executeTakeFirst()
    if (known) return known.key
    const row = await trx
      .selectFrom('bet')
      .select(['stake', 'payout', 'free'])
      .where('bucket', '=', bucketOf(player))
      .where('account_id', '=', player)
      .where('id', '=', bet)
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found', 'There is no such bet')
    if (row.free || BigInt(row.payout) < BigInt(row.stake) * BigInt(LINKED_FROM_TIMES)) {
      throw new Refusal('conflict', 'This bet is no big win')
    }
    const key = randomBytes(16).toString('base64url')
    await trx
      .insertInto('win_link')
      .values({ bucket: bucketOf(player), account_id: player, bet_id: bet, key, locale, at: new Date(now) })
      .execute()
    return key
  })
}

export async function removeLink(db: Database, player: number, bet: string): Promise<void> {
  await db
    .deleteFrom('win_link')
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where('bet_id', '=', bet)
    .execute()
}

/** Whose bet it is: for the server only. */
const linked = (db: Database, key: string) =>
  db
    .selectFrom('win_link as link')
    .innerJoin('bet', (join) =>
      join
        .onRef('bet.bucket', '=', 'link.bucket')
        .onRef('bet.account_id', '=', 'link.account_id')
        .onRef('bet.id', '=', 'link.bet_id'),
    )
    .innerJoin('coin', 'coin.id', 'bet.coin')
    .innerJoin('game', 'game.slug', 'bet.game')
    .where(sql<boolean>`link.bucket = any(${ALL_BUCKETS}::smallint[])`)
    .where('link.key', '=', key)

/** Undefined if there is no such link any more. */
export const findPictured = (db: Database, key: string) =>
  linked(db, key)
    .select(['link.locale', 'game.name', 'bet.stake', 'bet.payout', 'bet.multiplier'])
    .select(['coin.symbol', 'coin.decimals'])
    .executeTakeFirst()

export type PicturedWin = NonNullable<Awaited<ReturnType<typeof findPictured>>>

/** @throws Refusal `not_found` */
export async function readLinkedWin(
  db: Database,
  secrets: Pick<Secrets, 'decrypt'>,
  key: string,
): Promise<DataOf<typeof getLinkedWin>> {
  const found = await linked(db, key)
    .select(['link.account_id as player', 'link.bet_id as id', 'game.name', 'coin.symbol'])
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found', 'There is no such link')
  const { player, id, symbol, name: gameName } = found
  const { bet } = await readBetOf({ db, secrets }, player, String(id))
  const shown = (await shownPlayers(db, [player])).get(player)
  return { ...(shown ?? HIDDEN_PLAYER), gameName, symbol, bet }
}
