import { isDeepStrictEqual } from 'node:util'
import type { InsertObject } from 'kysely'
import { searchForm } from '#server/catalogue/provider-games.queries.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { CoverFailure, keepCover } from './covers.ts'
import { ProviderFailure, type ListedGame, type ProviderClient } from './provider-client.ts'

const ROWS_AT_ONCE = 500
const COVERS_AT_ONCE = 8
/** A provider whose covers do not come keeps the command no longer than this. */
const COVERS_WITHIN_MS = 10 * 60_000

interface Sync {
  /** The provider's name in the configuration. */
  readonly provider: string
  readonly client: Pick<ProviderClient, 'listGames'>
  readonly mode: 'practice' | 'live'
  readonly now: Date
  readonly coversWithinMs?: number
}

export interface Synced {
  readonly provider: string
  readonly listed: number
  readonly new: number
  readonly changed: number
  /** No longer listed. */
  readonly gone: number
  /** Listed again. */
  readonly back: number
  /** Codes of games in a category that no entry of the menu has. */
  readonly leftOut: readonly string[]
  /** Sentences about covers that cannot be shown. */
  readonly withoutCover: readonly string[]
}

/**
 * Makes the catalogue's games of a provider those that it lists. New ones are off. A cover that does not come leaves the
 * one before.
 * @throws ProviderFailure when nothing was changed
 */
export async function syncGames(db: Database, sync: Sync): Promise<Synced> {
  const { provider, client, now } = sync
  const all = await client.listGames()
  if (all.length === 0) throw new ProviderFailure(`${provider} lists no game: nothing was changed`)
  const shown = all.filter((game): game is ShownGame => game.category !== null)
  const covers = await fetchCovers(db, shown, sync)
  const counts = await db.transaction().execute((trx) => write(trx, provider, shown, covers, now))
  return {
    provider,
    listed: all.length,
    ...counts,
    leftOut: all.filter(({ category }) => category === null).map(({ code }) => code),
    withoutCover: shown.flatMap(({ code, coverUrl }) => {
      const cover = coverUrl === null ? undefined : covers.get(coverUrl)
      return cover instanceof CoverFailure ? [`${code}: its cover ${cover.message}`] : []
    }),
  }
}

type ShownGame = ListedGame & { readonly category: NonNullable<ListedGame['category']> }
type Covers = ReadonlyMap<string, string | CoverFailure>

async function fetchCovers(
  db: Database,
  games: readonly ShownGame[],
  { mode, coversWithinMs = COVERS_WITHIN_MS }: Sync,
): Promise<Covers> {
  const covers = new Map<string, string | CoverFailure>()
  const queue = new Set(games.flatMap(({ coverUrl }) => coverUrl ?? [])).values()
  const until = performance.now() + coversWithinMs
  const work = async () => {
    for (const url of queue) {
      if (performance.now() > until) {
        covers.set(url, new CoverFailure('was not asked for: the others took too long'))
        continue
      }
      try {
        covers.set(url, await keepCover(db, url, mode))
      } catch (error) {
        if (!(error instanceof CoverFailure)) throw error
        covers.set(url, error)
      }
    }
  }
  await Promise.all(Array.from({ length: COVERS_AT_ONCE }, work))
  return covers
}

async function write(
  trx: Database,
  provider: string,
  listed: readonly ShownGame[],
  covers: Covers,
  now: Date,
) {
  const known = await trx
    .selectFrom('provider_game')
    .selectAll()
    .where('provider', '=', provider)
    .orderBy('code')
    .forUpdate()
    .execute()
  const before = new Map(known.map((row) => [row.code, row]))
  const counts = { changed: 0, gone: 0, back: 0 }
  const added: InsertObject<Tables, 'provider_game'>[] = []
  for (const game of listed) {
    const row = before.get(game.code)
    const values = valuesOf(game, coverOf(game, covers, row?.cover ?? null))
    before.delete(game.code)
    if (!row) {
      added.push({ provider, code: game.code, ...inSql(values), listed_at: now })
      continue
    }
    const isSame = Object.entries(values).every(([column, value]) =>
      isDeepStrictEqual(row[column as keyof typeof values], value),
    )
    if (isSame && row.gone_at === null) continue
    counts[row.gone_at === null ? 'changed' : 'back'] += 1
    await trx
      .updateTable('provider_game')
      .set({ ...inSql(values), gone_at: null })
      .where('provider', '=', provider)
      .where('code', '=', game.code)
      .execute()
  }
  for (let from = 0; from < added.length; from += ROWS_AT_ONCE) {
    await trx
      .insertInto('provider_game')
      .values(added.slice(from, from + ROWS_AT_ONCE))
      .execute()
  }
  const left = [...before.values()].filter(({ gone_at }) => gone_at === null).map(({ code }) => code)
  if (left.length > 0) {
    counts.gone = left.length
    await trx
      .updateTable('provider_game')
      .set({ gone_at: now })
      .where('provider', '=', provider)
      .where('code', 'in', left)
      .execute()
  }
  const replaced = known.flatMap(({ cover }) => cover ?? [])
  if (replaced.length > 0) {
    await trx
      .deleteFrom('provider_cover')
      .where('hash', 'in', replaced)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('provider_game')
              .select('code')
              .whereRef('provider_game.cover', '=', 'provider_cover.hash'),
          ),
        ),
      )
      .execute()
  }
  return { new: added.length, ...counts }
}

function coverOf({ coverUrl }: ShownGame, covers: Covers, before: string | null): string | null {
  if (coverUrl === null) return null
  const cover = covers.get(coverUrl)
  return typeof cover === 'string' ? cover : before
}

const valuesOf = (game: ShownGame, cover: string | null) => ({
  name: game.name,
  names: namesOf(game),
  category: game.category,
  cover,
  volatility: game.volatility,
  return_bps: game.returnBps,
  // Without a return nothing is known of the edge, and no reward is paid of it.
  edge_bps: game.returnBps === null ? 0 : 10_000 - game.returnBps,
  has_demo: game.hasDemo,
  blocked_countries: [...game.blockedCountries],
})

const inSql = <T extends { readonly name: object }>({ name, ...values }: T) => ({
  ...values,
  name: JSON.stringify(name) as never,
})

function namesOf({ name: { 'en-US': english, ...others } }: ListedGame): string {
  return [...new Set([english, ...Object.values(others)].map((name) => searchForm(name ?? '')))].join('\n')
}
