import type { Selectable } from 'kysely'
import type { Promotion } from '#contract/promotions.ts'
import type { Database, Tables } from '#server/db/tables.ts'

/** Promotions that have not ended at `now`, in display order. */
export async function listPromotions(db: Database, now: Date): Promise<Promotion[]> {
  const rows = await db
    .selectFrom('promotion')
    .selectAll()
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('position')
    .orderBy('slug')
    .execute()
  return rows.map(toPromotion)
}

export function toPromotion(row: Selectable<Tables['promotion']>): Promotion {
  return {
    slug: row.slug,
    kind: row.kind,
    title: row.title,
    summary: row.summary,
    terms: row.terms,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    offer: row.offer,
    free: row.free,
  }
}
