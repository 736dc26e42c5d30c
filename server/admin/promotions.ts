import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import { SlugSchema } from '#contract/games.ts'
import { PromotionSchema } from '#contract/promotions.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { requirePlayable, worthOfRounds } from './free-rounds-terms.ts'
import { readInput } from './json-input.ts'
import { readAs, type Verbs } from './operator-call.ts'

/** Free rounds. Terms of deposit bonuses are part of a release, because the books compare each bonus with them. */
const NewPromotionSchema = v.pipe(
  v.strictObject({
    ...PromotionSchema.entries,
    kind: v.literal('free-rounds'),
    offer: v.optional(v.null(), null),
    free: v.pipe(
      PromotionSchema.entries.free,
      v.check((free) => free !== null, 'is missing'),
    ),
  }),
  v.check(
    ({ terms }) => terms.length > 0 && new Set(terms.map(({ id }) => id)).size === terms.length,
    'terms need ids',
  ),
)

export const PROMOTIONS: Verbs = {
  list: {
    isChange: false,
    async ask({ db }) {
      const rows = await db.selectFrom('promotion').selectAll().orderBy('position').orderBy('slug').execute()
      return rows.map(({ slug, kind, title, starts_at, ends_at, free, given }) => ({
        slug,
        kind,
        title: title['en-US'],
        startsAt: starts_at.toISOString(),
        endsAt: ends_at?.toISOString() ?? null,
        ...(free && { given, most: free.most }),
      }))
    },
  },

  add: {
    isChange: true,
    async worth(call) {
      const { free } = readInput(call, NewPromotionSchema)
      if (!free) throw new StartupError('free is missing.')
      return worthOfRounds(call.db, free, free.most)
    },
    async act(call) {
      const { db } = call
      const { free, ...said } = readInput(call, NewPromotionSchema)
      if (!free) throw new StartupError('free is missing.')
      const offered = { ...(await requirePlayable(db, free)), most: free.most }
      const { position } = await db
        .selectFrom('promotion')
        .select(({ fn }) => fn.max('position').as('position'))
        .executeTakeFirstOrThrow()
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('promotion')
        .values({
          slug: said.slug,
          kind: said.kind,
          title: json(said.title),
          summary: json(said.summary),
          terms: json(said.terms),
          starts_at: new Date(said.startsAt),
          ends_at: said.endsAt === null ? null : new Date(said.endsAt),
          offer: null,
          free: json(offered),
          position: Number(position ?? 0) + 1,
        })
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n)
        throw new StartupError(`There is a promotion ${said.slug} already.`)
      return {
        what: { ...said, free: offered },
        rows: [{ slug: said.slug, startsAt: said.startsAt, endsAt: said.endsAt }],
      }
    },
  },

  end: {
    isChange: true,
    async act({ db, words, now }) {
      const slug = readAs(SlugSchema, words[0])
      const at = new Date(now)
      const { numUpdatedRows } = await db
        .updateTable('promotion')
        .set({ ends_at: at })
        .where('slug', '=', slug)
        .where('starts_at', '<', at)
        .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', at)]))
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new StartupError(`There is no running promotion ${slug}.`)
      const row = { slug, endsAt: at.toISOString() }
      return { what: row, rows: [row] }
    },
  },
}

/** The drivers would send an array as a PostgreSQL array. */
function json<T>(value: T): RawBuilder<T> {
  return sql`${JSON.stringify(value)}::jsonb`
}
