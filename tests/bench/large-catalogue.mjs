import { cpSync, linkSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { startKoi } from '../../scripts/lib/koi-process.mjs'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Starts the product with `total` games: the shipped ones, and numbered copies in the database, each with its own cover
 * address in a copy of the build.
 * @param {{ distDir: string, total: number }} options
 */
export async function startWithGames({ distDir, total }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'koi-bench-data-'))
  // Inside the project, where the server finds its packages.
  const cache = join(ROOT, '.cache')
  cpSync(distDir, join(cache, 'bench-dist'), { recursive: true, force: true })
  const copy = join(cache, 'bench-dist')
  const clear = () => {
    for (const folder of [dataDir, copy]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const first = await startKoi({ distDir: copy, dataDir })
    await first.stop()
    const slugs = await insertCopies(join(dataDir, 'pglite'), total)
    addCovers(join(copy, 'client', 'covers'), slugs)
    const server = await startKoi({ distDir: copy, dataDir })
    return {
      origin: server.origin,
      async stop() {
        await server.stop()
        clear()
      },
    }
  } catch (error) {
    clear()
    throw error
  }
}

/** @returns the slugs of the copies */
async function insertCopies(directory, total) {
  const database = await PGlite.create(directory)
  try {
    const { rows } = await database.query(
      `with original as (select * from game),
            copies as (
              insert into game (slug, provider_id, name, tagline, status, shipped_status, color_from, color_to,
                edge_min_bps, edge_max_bps, live, released_at, rules, outcome, payout, formula, position)
              select slug || '-' || n, provider_id,
                jsonb_build_object('en-US', (name ->> 'en-US') || ' ' || n, 'zh-CN', (name ->> 'zh-CN') || n),
                tagline, status, shipped_status, color_from, color_to, edge_min_bps, edge_max_bps, live,
                released_at, rules, outcome, payout, formula, 1000 * n + position
              from original cross join generate_series(1, $1::int) n
              order by n, position
              limit $1::int - (select count(*) from original)
              returning id, slug
            )
       select id, slug from copies`,
      [total],
    )
    await database.query(
      `insert into game_category (game_id, category_id)
       select copy.id, link.category_id
       from game copy
       join game original on copy.slug like original.slug || '-%'
       join game_category link on link.game_id = original.id
       on conflict do nothing`,
    )
    return rows.map(({ slug }) => slug)
  } finally {
    await database.close()
  }
}

/** Hard links, compressed files included: the same bytes under a thousand addresses. */
function addCovers(folder, slugs) {
  const originals = readdirSync(folder)
  for (const slug of slugs) {
    const origin = slug.replace(/-\d+$/, '')
    for (const file of originals) {
      const name = basename(file)
      if (name.startsWith(`${origin}.`))
        linkSync(join(folder, file), join(folder, name.replace(origin, slug)))
    }
  }
}
