// Checks the first load of the home page against its budget, and the content of the precache: `node scripts/size.mjs`.
// For a build elsewhere: `node scripts/size.mjs path/to/dist`. Sizes are gzip at zlib's default level; 1 kB is 1000
// bytes.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Bytes. One of two catalogs is fetched on demand, outside of the static closure, so it has its own budget. */
const BUDGET = { js: 143_000, catalog: 12_000, css: 15_000, font: 30_000 }
/** A game's own screen, without the code that all games share. */
const GAME_BUDGET = 25_000
/** A page with a game, beside the first load: its screen, the rules of all games and the planner. */
const PLAY_BUDGET = 72_500
/** A page about games, beside the first load: nothing of accounts, forms or play. */
const LOBBY_BUDGET = 10_000
/** All code of wallets, the modal included, except that for wallets on other devices. */
const WALLET_BUDGET = 200_000
/** First load of the console of operators: its page of today with one language, without the font. */
const CONSOLE_BUDGET = 220_000
const CONSOLE_FIRST =
  /^(?:operator\.html|src\/operator\/(?:shell\/Shell|today\/TodayPage)\.tsx|src\/i18n\/en-US\/(?:messages|operator)\.po)$/
/** No player loads the console, or a library that only it has. */
const CONSOLE_CODE =
  /^(?:src\/(?:operator|ui\/console)\/|node_modules\/(?:uplot|@tanstack\/(?:react-table|table-core))\/)/
/** Chunks of wallets by their modules; the relay has a separate chunk. */
const WALLET_CODE = /^(?:src\/features\/wallet\/|src\/app\/shell\/Wallet|node_modules\/@web3-onboard\/)/
const RELAY_CHUNK = /^assets\/lazy\/walletconnect-/

/** Code that the first screen must not load: wallets, QR codes, games. */
const FORBIDDEN = [
  /web3-onboard/,
  /@?walletconnect/,
  /@reown\//,
  /node_modules\/(?:viem|ox)\//,
  /qr-code-styling/,
  /^src\/(?:fair|verify|rules\/[\w-]+)\//,
  // The route table parses addresses, so the schemas of addresses are in the first load.
  /^src\/features\/play\/(?!.*-search\.ts$)/,
  /^src\/features\/(?:wallet|deposit)\/.*\.tsx$/,
]
/** Chunks, modules and words that only practice mode has. */
const PRACTICE_CHUNK = /^assets\/practice\//
const PRACTICE_CODE =
  /^src\/(?:features\/practice\/|contract\/practice\.ts|i18n\/[\w-]+\/practice\.po)|node_modules\/viem\/node_modules\/@noble\/curves\//
const PRACTICE_WORDS = /\/practice\/mail|Practice wallet|模拟钱包/
/** Chunks for later, fetched when idle or on use instead of at install. */
const LAZY = /^assets\/(?:lazy|practice)\//
const GAME_SCREEN = /^src\/features\/play\/([\w-]+)\/\w+Screen\.tsx$/
const HOME = /^src\/routes\/(?:__root|index)\.tsx(?:\?|$)/
const PLAY_PAGE = 'src/routes/games.$slug_.play.tsx?tsr-split=component'
const LOBBY_PAGE = /^src\/routes\/games\.(?:index|\$slug)\.tsx\?tsr-split=component$/
const FIRST_CATALOG = 'src/i18n/en-US/messages.po'

const client = join(
  process.argv[2] ?? process.env.KOI_DIST_DIR ?? join(import.meta.dirname, '..', 'dist'),
  'client',
)
const read = (path) => readFileSync(join(client, path), 'utf8')
const kB = (bytes) => `${(bytes / 1_000).toFixed(1)} kB`

for (const path of ['.vite/manifest.json', '.vite/modules.json', 'index.html', 'sw.js']) {
  if (existsSync(join(client, path))) continue
  console.error(`${join(client, path)} is missing: run "npm run build" first.`)
  process.exit(1)
}

/** @type {Record<string, { file: string, imports?: string[], css?: string[], assets?: string[] }>} */
const manifest = JSON.parse(read('.vite/manifest.json'))
/** @type {Record<string, string[]>} */
const modules = JSON.parse(read('.vite/modules.json'))
const html = read('index.html')
const problems = []

/** Adds a chunk with its static imports, and their styles and fonts. */
function addClosure(key, files, reason) {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return
  files.set(chunk.file, reason)
  for (const file of [...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.set(file, reason)
  for (const imported of chunk.imports ?? []) addClosure(imported, files, reason)
}

const first = new Map()
for (const [, path] of html.matchAll(
  /<(?:script|link)\b[^>]*\b(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g,
)) {
  first.set(path, 'page')
}
// The page's modules: the entry, or the parts into which the build has split it.
const entryFiles = new Map()
for (const [, path] of html.matchAll(
  /<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="\/([^"]+)"/g,
)) {
  const key = Object.keys(manifest).find((candidate) => manifest[candidate].file === path)
  if (key) addClosure(key, entryFiles, 'entry')
}
for (const path of first.keys()) {
  if (path.endsWith('.css')) entryFiles.set(path, 'entry')
}
for (const [file, reason] of entryFiles) first.set(file, reason)
const homeKeys = Object.keys(manifest).filter((key) => HOME.test(key))
for (const key of homeKeys) addClosure(key, first, 'home')
if (!(FIRST_CATALOG in manifest)) problems.push(`The build has no catalog ${FIRST_CATALOG}`)
addClosure(FIRST_CATALOG, first, 'catalog')
if (entryFiles.size === 0) problems.push('The build has no entry')

// Styles name the fonts they load.
for (const path of [...first.keys()].filter((name) => name.endsWith('.css'))) {
  for (const [, url] of read(path).matchAll(/url\(["']?([^"')]+\.woff2)["']?\)/g)) {
    first.set(url.startsWith('/') ? url.slice(1) : posix.join(posix.dirname(path), url), 'font')
  }
}

const rows = [...first]
  .map(([path, reason]) => {
    const bytes = readFileSync(join(client, path))
    const kind = path.endsWith('.js')
      ? reason === 'catalog'
        ? 'catalog'
        : 'js'
      : path.endsWith('.css')
        ? 'css'
        : path.endsWith('.woff2')
          ? 'font'
          : 'other'
    // A font is compressed already, and is sent unchanged.
    return {
      path,
      reason,
      kind,
      raw: bytes.length,
      sent: kind === 'font' ? bytes.length : gzipSync(bytes).length,
    }
  })
  .concat(inlineScripts())
  .sort((a, b) => b.sent - a.sent)

const width = Math.max(...rows.map(({ path }) => path.length))
console.log(`${'First load of /'.padEnd(width)}  part         raw       gzip`)
for (const { path, reason, raw, sent } of rows) {
  console.log(`${path.padEnd(width)}  ${reason.padEnd(7)} ${kB(raw).padStart(10)} ${kB(sent).padStart(10)}`)
}
const measured = []
for (const [kind, limit] of Object.entries(BUDGET)) {
  const sum = rows.filter((row) => row.kind === kind).reduce((total, { sent }) => total + sent, 0)
  console.log(`${`= ${kind}`.padEnd(width)}  ${`of ${kB(limit)}`.padEnd(18)} ${kB(sum).padStart(10)}`)
  measured.push(`${kind} ${kB(sum)}`)
  if (sum > limit) problems.push(`${kind} is ${kB(sum)}, more than ${kB(limit)}`)
}
const fonts = rows.filter(({ kind }) => kind === 'font')
if (fonts.length > 1)
  problems.push(`More than one font in the first load: ${fonts.map(({ path }) => path).join(', ')}`)

for (const { path } of rows.filter(({ kind }) => kind === 'js' || kind === 'catalog')) {
  for (const id of modules[path] ?? []) {
    if (FORBIDDEN.some((pattern) => pattern.test(id))) problems.push(`${id} is in the first load (${path})`)
  }
}

checkCycles()
checkLobby()
checkGames()
checkWallets()
checkPractice()
checkConsole()

// A worker that withdraws itself caches nothing.
if (/\.unregister\(\)/.test(read('sw.js'))) console.log('Precache: none, the worker is withdrawn')
else checkPrecache()
console.log(`Measured: ${measured.join('; ')}`)

if (problems.length > 0) {
  console.error(`\n${problems.join('\n')}`)
  process.exitCode = 1
}

/** Inline scripts of the page are JavaScript of the first load as well. */
function inlineScripts() {
  return [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => {
    const bytes = Buffer.from(code)
    return {
      path: 'index.html',
      reason: 'boot',
      kind: 'js',
      raw: bytes.length,
      sent: gzipSync(bytes).length,
    }
  })
}

/**
 * If two chunks import each other, the one that runs first finds the other one empty. Only libraries may do that.
 */
function checkCycles() {
  const done = new Set()
  const visit = (key, path) => {
    const start = path.indexOf(key)
    if (start >= 0 && !LAZY.test(manifest[key].file))
      problems.push(`Chunks import each other: ${[...path.slice(start), key].join(' → ')}`)
    if (start >= 0 || done.has(key)) return
    for (const imported of manifest[key]?.imports ?? []) visit(imported, [...path, key])
    done.add(key)
  }
  for (const key of Object.keys(manifest)) visit(key, [])
}

/** The size of chunks without the part that `/` loads. */
function ownSize(...keys) {
  const files = new Map()
  for (const key of keys) addClosure(key, files, 'own')
  const own = [...files.keys()].filter((path) => !first.has(path) && /\.(?:js|css)$/.test(path))
  return own.reduce((total, path) => total + gzipSync(readFileSync(join(client, path))).length, 0)
}

function checkLobby() {
  for (const key of Object.keys(manifest).filter((name) => LOBBY_PAGE.test(name))) {
    const sent = ownSize(key)
    const route = manifest[key].file.replace(/^assets\/(.*)-[^-]+\.js$/, '$1')
    console.log(`Page ${route}: ${kB(sent)} of ${kB(LOBBY_BUDGET)}`)
    if (sent > LOBBY_BUDGET)
      problems.push(`${route} loads ${kB(sent)} of its own, more than ${kB(LOBBY_BUDGET)}`)
  }
}

/** Each game's own chunk and styles; shared ones are not counted. */
function checkGames() {
  const games = Object.keys(manifest).flatMap((key) => {
    const name = GAME_SCREEN.exec(key)?.[1]
    return name ? [{ key, name, files: [manifest[key].file, ...(manifest[key].css ?? [])] }] : []
  })
  for (const { key, name, files } of games) {
    const sent = files.reduce((total, path) => total + gzipSync(readFileSync(join(client, path))).length, 0)
    const page = ownSize(PLAY_PAGE, key)
    measured.push(`${name} ${kB(sent)}`)
    console.log(`Game ${name}: ${kB(sent)} of ${kB(GAME_BUDGET)}, its page ${kB(page)} of ${kB(PLAY_BUDGET)}`)
    if (page > PLAY_BUDGET)
      problems.push(`The page of ${name} loads ${kB(page)} of its own, more than ${kB(PLAY_BUDGET)}`)
    if (sent > GAME_BUDGET) problems.push(`The game ${name} is ${kB(sent)}, more than ${kB(GAME_BUDGET)}`)
    for (const path of files.filter((file) => first.has(file)))
      problems.push(`The game ${name} is in the first load (${path})`)
  }
}

/** Code of practice mode must be in no chunk that live mode serves or fetches. */
function checkPractice() {
  const chunks = Object.keys(modules).filter((path) => existsSync(join(client, path)))
  const own = chunks.filter((path) => PRACTICE_CHUNK.test(path))
  const others = chunks.filter((path) => !PRACTICE_CHUNK.test(path))
  const sent = own.reduce((total, path) => total + gzipSync(readFileSync(join(client, path))).length, 0)
  console.log(`Practice: ${own.length} chunks, ${kB(sent)}`)
  if (own.length === 0) problems.push('The build has no chunks of practice mode')
  for (const path of others) {
    const id = modules[path].find((each) => PRACTICE_CODE.test(each))
    if (id) problems.push(`${id} is in ${path}, which live mode serves`)
    const word = PRACTICE_WORDS.exec(read(path))?.[0]
    if (word) problems.push(`"${word}" of practice mode is in ${path}, which live mode serves`)
  }
  for (const { file, imports = [] } of Object.values(manifest)) {
    const fetched = imports.map((key) => manifest[key]?.file ?? '').find((path) => PRACTICE_CHUNK.test(path))
    if (fetched && !PRACTICE_CHUNK.test(file))
      problems.push(`${file}, which live mode serves, imports ${fetched}`)
  }
}

function checkConsole() {
  for (const [path, ids] of Object.entries(modules)) {
    const id = ids.find((each) => CONSOLE_CODE.test(each))
    if (id) problems.push(`${id} of the console is in ${path}, which players load`)
  }
  const folder = join(client, '..', 'operator')
  if (!existsSync(folder)) return
  const built = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const files = new Set()
  const add = (key) => {
    const chunk = built[key]
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const key of Object.keys(built).filter((each) => CONSOLE_FIRST.test(each))) add(key)
  const sent = [...files].reduce(
    (total, path) => total + gzipSync(readFileSync(join(folder, path))).length,
    0,
  )
  console.log(`Console: ${kB(sent)} of ${kB(CONSOLE_BUDGET)} in ${files.size} files`)
  measured.push(`console ${kB(sent)}`)
  if (sent > CONSOLE_BUDGET)
    problems.push(`The first load of the console is ${kB(sent)}, more than ${kB(CONSOLE_BUDGET)}`)
}

/** Every chunk with code of wallets outside of the first load. */
function checkWallets() {
  const files = Object.keys(modules).filter(
    (path) => !first.has(path) && !RELAY_CHUNK.test(path) && modules[path].some((id) => WALLET_CODE.test(id)),
  )
  const weigh = (paths) =>
    paths.reduce((total, path) => total + gzipSync(readFileSync(join(client, path))).length, 0)
  const sent = weigh(files.filter((path) => existsSync(join(client, path))))
  const relay = weigh(Object.keys(modules).filter((path) => RELAY_CHUNK.test(path)))
  console.log(`Wallets: ${kB(sent)} of ${kB(WALLET_BUDGET)}, and ${kB(relay)} for those on other devices`)
  if (sent > WALLET_BUDGET)
    problems.push(`The code of wallets is ${kB(sent)}, more than ${kB(WALLET_BUDGET)}`)
}

function checkPrecache() {
  // The manifest that Workbox wrote into the worker: objects with a url and a revision.
  const precached = new Set()
  for (const [entry] of read('sw.js').matchAll(/\{[^{}]*\brevision\b[^{}]*\}/g)) {
    const url = /\burl["']?\s*:\s*["'`]\/?([^"'`]+)["'`]/.exec(entry)?.[1]
    if (url) precached.add(url)
  }
  const assets = readdirSync(join(client, 'assets'), { recursive: true })
    .map((path) => `assets/${String(path).replaceAll('\\', '/')}`)
    .filter((path) => /\.(?:js|css)$/.test(path) && !LAZY.test(path))
  const needed = new Set(['index.html', ...first.keys(), ...assets])
  const absent = [...needed].filter((path) => !precached.has(path))
  console.log(
    `Precache: ${precached.size} files; ${needed.size - absent.length} of ${needed.size} needed ones are in it`,
  )
  for (const path of absent) problems.push(`${path} is not precached, so the app may not open offline`)
}
