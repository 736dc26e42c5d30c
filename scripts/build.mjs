import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { archiveAssets } from './asset-archive.mjs'
import { hashInputs, outputDir, writeStamp } from './build-stamp.mjs'
import { buildVerifier, hashOf } from './verifier.mjs'

const ROOT = join(import.meta.dirname, '..')

/** Folders of files for browsers: the app, and the console of operators. */
const PAGES = ['client', 'operator']

const COMPRESSIBLE = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.map',
  '.svg',
  '.txt',
  '.webmanifest',
  '.xml',
])

/**
 * Builds client, console and server into `out`. The new build is made aside, and replaces the old one only after all of it, the
 * size check included, has succeeded.
 * @param {{ out?: string, buildId?: string }} [options] `buildId` goes into the version (`KOI_BUILD_ID`)
 */
export async function build({ out = outputDir(), buildId = process.env.KOI_BUILD_ID } = {}) {
  // A test that builds has `test` here: React would be twice as large.
  process.env.NODE_ENV = 'production'
  const startedAt = performance.now()
  const { build: viteBuild } = await import('vite')
  const inputs = hashInputs()
  const next = join(out, '.next')
  rmSync(next, { recursive: true, force: true })

  const release = version(buildId ?? inputs.slice(0, 8))
  const verifier = await buildVerifier()
  // vite.config.ts reads them.
  process.env.KOI_VERIFIER_HASH = hashOf(verifier)
  process.env.KOI_OUT_DIR = next
  process.env.KOI_VERSION = release
  await viteBuild({ root: ROOT, logLevel: 'warn', mode: 'production' })
  await viteBuild({ configFile: join(ROOT, 'operator.config.ts'), logLevel: 'warn', mode: 'production' })
  await viteBuild(serverConfig(next, release, { entry: 'server/main.ts', file: 'main.js' }))
  await viteBuild(serverConfig(next, release, { entry: 'server/signer/main.ts', file: 'signer.js' }))
  const studio = { entry: 'demo-provider/main.ts', file: 'demo-provider/main.js' }
  await viteBuild(serverConfig(next, release, studio))
  for (const folder of ['page', 'covers']) {
    cpSync(join(ROOT, 'demo-provider', folder), join(next, 'server/demo-provider', folder), {
      recursive: true,
    })
  }
  // Commands run the sources, and name the release all the same.
  writeFileSync(join(next, 'server/release'), release)
  // The server reads the profile that `KOI_PROFILE` names from the folder beside it.
  cpSync(join(ROOT, 'server/config/profiles'), join(next, 'server/profiles'), { recursive: true })
  const client = join(next, 'client')
  writeFileSync(join(client, 'verify.html'), verifier)
  for (const part of PAGES) await compressFiles(join(next, part), join(out, part))
  checkSizes(next)

  rmSync(join(out, '.stamp'), { force: true })
  archiveAssets(out, client)
  for (const part of [...PAGES, 'server']) {
    rmSync(join(out, part), { recursive: true, force: true })
    renameSync(join(next, part), join(out, part))
  }
  rmSync(next, { recursive: true, force: true })
  writeStamp(out, inputs)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`Built ${relative(ROOT, out) || out} in ${seconds} s`)
}

function version(buildId) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return `${version}+${buildId}`
}

/**
 * Bundles packages of many small files, which saves a third of a second at each start. Others stay in `node_modules`,
 * where PGlite finds its own files.
 */
function serverConfig(next, version, { entry, file }) {
  return {
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { __KOI_VERSION__: JSON.stringify(version) },
    ssr: { noExternal: ['@hono/node-server', '@valibot/to-json-schema', 'hono', 'kysely', 'valibot'] },
    build: {
      ssr: entry,
      target: 'node20',
      outDir: join(next, 'server'),
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: file } },
    },
  }
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/**
 * Writes a `.br` and a `.gz` beside every file that they make smaller. Equal files of the build `before` are
 * reused: compressing all takes a third of a build.
 */
async function compressFiles(dir, before) {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
    .filter((entry) => !entry.parentPath.endsWith('.vite'))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const plain = readFileSync(file)
      const kept = join(before, relative(dir, file))
      const isKept = ['', '.br', '.gz'].every((ending) => existsSync(kept + ending))
      if (isKept && plain.equals(readFileSync(kept))) {
        for (const ending of ['.br', '.gz']) cpSync(kept + ending, file + ending)
        return
      }
      const [br, gz] = await Promise.all([
        brotliAsync(plain, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
          },
        }),
        gzipAsync(plain, { level: 9 }),
      ])
      if (br.length < plain.length * 0.95) writeFileSync(`${file}.br`, br)
      if (gz.length < plain.length * 0.95) writeFileSync(`${file}.gz`, gz)
    }),
  )
}

function checkSizes(next) {
  const script = join(ROOT, 'scripts/size.mjs')
  if (!existsSync(script)) return
  const { status } = spawnSync(process.execPath, [script, next], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('The size check failed.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { ensureInstall, requireNode } = await import('./lib/ensure-install.mjs')
  const { readOptions } = await import('./lib/options.mjs')
  requireNode()
  readOptions({
    usage: `npm run build

  Builds the app and the server into dist, and weighs what a first visit loads. It has no options.`,
    options: {},
  })
  try {
    ensureInstall()
    await build()
  } catch (error) {
    // The message of a bundler error has a frame of the source; the rest is noise.
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
