import { generateKeyPairSync } from 'node:crypto'
import { cpSync, linkSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import sharp from 'sharp'
import { startKoi } from '../../scripts/lib/koi-process.mjs'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Starts the product with `total` games: the shipped ones, and numbered copies in the database, each with its own cover
 * address in a copy of the build. Besides, `others` games of a provider, every fourth of them without a cover.
 * @param {{ distDir: string, total: number, others: number }} options
 */
export async function startWithGames({ distDir, total, others }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'koi-bench-data-'))
  // Inside the project, where the server finds its packages.
  const cache = join(ROOT, '.cache')
  cpSync(distDir, join(cache, 'bench-dist'), { recursive: true, force: true })
  const copy = join(cache, 'bench-dist')
  const clear = () => {
    for (const folder of [dataDir, copy]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const env = { KOI_CONFIG: writeConfig(dataDir) }
    const first = await startKoi({ distDir: copy, dataDir, env })
    await first.stop()
    const slugs = await insertCopies(join(dataDir, 'pglite'), total, others)
    addCovers(join(copy, 'client', 'covers'), slugs)
    const server = await startKoi({ distDir: copy, dataDir, env })
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

export const PROVIDER = 'many'

/** A provider that is never called. */
function writeConfig(dataDir) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  writeFileSync(join(dataDir, 'own.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(dataDir, 'theirs.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const provider = {
    name: PROVIDER,
    title: 'Many Games',
    protocol: 'hub88',
    url: 'http://127.0.0.1:9',
    operatorId: 'koi',
    ownKeyFile: 'own.key',
    keyFiles: ['theirs.pem'],
    currencies: [{ currency: 'USDT', coin: 'usdt-tron' }],
    frameOrigins: ['http://127.0.0.1:9'],
  }
  const path = join(dataDir, 'koi.json')
  writeFileSync(path, JSON.stringify({ providers: [provider] }))
  return path
}

const COVERS = 40

async function insertOthers(database, others) {
  for (let n = 0; n < COVERS; n += 1) {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="hsl(${n * 9} 60% 30%)"/><circle cx="300" cy="300" r="${120 + n * 3}" fill="hsl(${n * 9 + 60} 80% 60%)"/></svg>`
    const image = await sharp(Buffer.from(drawing)).webp().toBuffer()
    await database.query('insert into provider_cover (hash, image) values ($1, $2)', [hashOf(n), image])
  }
  await database.query(
    `insert into provider_game (provider, code, name, names, category, cover, return_bps, edge_bps, has_demo, is_on,
       listed_at)
     select $1, 'game-' || n, jsonb_build_object('en-US', 'Story ' || n, 'zh-CN', '故事' || n),
       'story ' || n || e'\n故事' || n, (array['live', 'slots', 'shows'])[1 + n % 3],
       case when n % 4 = 0 then null else lpad((n % $3)::text, 32, '0') end, 9600, 400, true, true, now()
     from generate_series(1, $2::int) n`,
    [PROVIDER, others, COVERS],
  )
}

const hashOf = (n) => String(n).padStart(32, '0')

/** @returns the slugs of the copies */
async function insertCopies(directory, total, others) {
  const database = await PGlite.create(directory)
  try {
    await insertOthers(database, others)
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
