import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { repeatConflicts } from '#server/ledger/post-transaction.ts'
import { readPlayPermission } from '#server/responsible-play/play-permission.ts'
import { accountsOfPlayer, lockPlayer } from '#server/responsible-play/player-ways.ts'
import { giveFreeRounds } from './free-rounds.ts'

/**
 * Gives the free rounds of running promotions that the player has not had, when the player looks: so they cost nothing
 * for those who never come, however many there are. Idempotent. Nothing is given during a break.
 */
export async function takeNewReleases(db: Database, player: number, now: number): Promise<void> {
  if ((await openPromotions(db, player, now)).length === 0) return
  await repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      await lockPlayer(trx, player)
      if ((await readPlayPermission(trx, player, now)).refusal) return
      const slugs = await openPromotions(trx, player, now)
      for (const slug of slugs) await takeOne(trx, player, slug, now)
    }),
  )
}

/** Rounds that another account of the player has had are theirs already. */
async function openPromotions(db: Database, player: number, now: number): Promise<string[]> {
  const accounts = await accountsOfPlayer(db, player)
  const { rows } = await sql<{ slug: string }>`
    select slug from promotion
    where free is not null and given < (free ->> 'most')::integer
      and starts_at <= ${new Date(now)} and (ends_at is null or ends_at > ${new Date(now)})
      and not exists (select from free_grant
        where bucket = any(${accounts.map(bucketOf)}::smallint[]) and account_id = any(${accounts}::integer[])
          and source = 'promotion' and key = promotion.slug)
    order by position, slug`.execute(db)
  return rows.map(({ slug }) => slug)
}

/** The count of those who got them holds for all processes. */
async function takeOne(trx: Database, player: number, slug: string, now: number): Promise<void> {
  const at = new Date(now)
  const taken = await trx
    .updateTable('promotion')
    .set((eb) => ({ given: eb('given', '+', 1) }))
    .where('slug', '=', slug)
    .where(sql<boolean>`given < (free ->> 'most')::integer`)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', at)]))
    .returning('free')
    .executeTakeFirst()
  if (taken?.free)
    await giveFreeRounds(trx, { player, source: 'promotion', key: slug, free: taken.free, now })
}
