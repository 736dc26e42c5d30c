import { sql } from 'kysely'
import { dayOf } from '#fair/seal.ts'
import { weekOf } from '#rules/rewards/race.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { RACE_ENDED_TEXTS, raceBegunTexts } from './race-texts.ts'
import { tellNews, type News } from './tell-news.ts'

/** A beginning that is older is no news: Koi's own promotions on a new database, or all of them after an outage. */
const NEW_MS = 2 * 24 * 60 * 60_000

interface Announcement {
  /** Names what is told once. */
  readonly key: string
  readonly news: News
}

interface Announcing {
  readonly secrets: Pick<Secrets, 'encrypt'>
  readonly terms: Pick<RewardsConfig, 'racePoolBps'>
  readonly now: number
}

/**
 * Tells of promotions that have begun, and of the beginning and the end of weekly races: once, whichever of several
 * processes does it.
 * @returns how many were told
 */
export async function announceNew(db: Database, { secrets, terms, now }: Announcing): Promise<number> {
  const begun = [...(await newPromotions(db, now)), ...raceBegun(terms, now), ...(await racesEnded(db, now))]
  let told = 0
  for (const { key, news } of begun) {
    const isOurs = await db.transaction().execute(async (trx) => {
      // Another process that tells it at this moment is waited for.
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('announcement')
        .values({ key, at: new Date(now) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n) return false
      await tellNews(trx, { news, key, secrets, now })
      return true
    })
    if (isOurs) told += 1
  }
  return told
}

async function newPromotions(db: Database, now: number): Promise<Announcement[]> {
  const rows = await db
    .selectFrom('promotion')
    .select(['slug', 'kind', 'title', 'summary'])
    .where('starts_at', '<=', new Date(now))
    .where('starts_at', '>', new Date(now - NEW_MS))
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', new Date(now))]))
    .where(sql<boolean>`not exists (select from announcement where key = 'promotion/' || promotion.slug)`)
    .orderBy('position')
    .orderBy('slug')
    .execute()
  return rows.map(({ slug, kind, title, summary: text }) => ({
    key: `promotion/${slug}`,
    news:
      kind === 'free-rounds'
        ? { topic: 'games', title, text, to: '/gift' }
        : { topic: 'offers', title, text, to: '/promotion' },
  }))
}

function raceBegun({ racePoolBps }: Announcing['terms'], now: number): Announcement[] {
  const week = weekOf(now)
  if (racePoolBps === 0 || now - week >= NEW_MS) return []
  const news = { topic: 'races', ...raceBegunTexts(racePoolBps / 100), to: '/rewards' } as const
  return [{ key: `race/${dayOf(week)}/start`, news }]
}

async function racesEnded(db: Database, now: number): Promise<Announcement[]> {
  const rows = await db
    .selectFrom('race')
    .select(sql<string>`week::text`.as('week'))
    .where('closed_at', '>', new Date(now - NEW_MS))
    .where(sql<boolean>`not exists (select from announcement where key = 'race/' || race.week || '/end')`)
    .orderBy('week')
    .execute()
  return rows.map(({ week }) => ({
    key: `race/${week}/end`,
    news: { topic: 'races', ...RACE_ENDED_TEXTS, to: '/rewards' },
  }))
}
