// Figures of the code base, before and after a change: `npm run metrics`, `-- --at <commit>`, `-- --run`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { cpuSecondsOf } from './lib/cpu-time.mjs'
import { readOptions } from './lib/options.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CODE = /\.(?:ts|tsx|js|mjs)$/
const LAYERS = [
  'contract',
  'fair',
  'rules',
  'verify',
  'lib',
  'api',
  'session',
  'queries',
  'i18n',
  'ui',
  'features',
  'routes',
  'app',
]
const FOLDERS = [...LAYERS.map((name) => `src/${name}`), 'src', 'sw', 'server', 'tests', 'scripts', 'build']
/** Each playable game has a folder with this file. */
const GAME = /^src\/features\/play\/([\w-]+)\/game\.tsx$/
const PAINT = /(?:^|[\s;{])(?:color|background(?:-(?:color|image))?|font(?:-(?:family|size|weight))?)\s*:/gm
const IDLE_MS = 60_000

const { values } = readOptions({
  usage: `npm run metrics: figures of the code and of the last whole "npm test"
  npm run metrics -- --at <commit>   of an older commit, without what has to run
  npm run metrics -- --run           with a built server's idle CPU and second start, in a good minute`,
  options: { at: { type: 'string' }, run: { type: 'boolean', default: false } },
})

const rows = []
const row = (what, figure) => rows.push([what, String(figure)])

/** The files of a commit in a temporary folder. */
function checkOut(at) {
  const dir = mkdtempSync(join(tmpdir(), 'koi-metrics-'))
  const archive = spawnSync('git', ['archive', at], { cwd: ROOT, maxBuffer: 2 ** 30 })
  if (archive.status !== 0) {
    console.error(`There is no commit ${at} here.`)
    process.exit(2)
  }
  spawnSync('tar', ['-x', '-C', dir], { input: archive.stdout })
  return dir
}

function describe(root) {
  const all = walk(root)
  const read = (path) => readFileSync(join(root, path), 'utf8')
  const linesOf = (path) => read(path).split('\n').length - 1
  const code = all.filter((path) => CODE.test(path) && !path.endsWith('.gen.ts') && !path.includes('stubs/'))
  const layerOf = (path) => FOLDERS.find((folder) => path.startsWith(`${folder}/`)) ?? 'elsewhere'

  for (const layer of FOLDERS) {
    const lengths = code.filter((path) => layerOf(path) === layer).map(linesOf)
    if (lengths.length === 0) continue
    const sum = lengths.reduce((total, each) => total + each, 0)
    row(
      `${layer}: files, lines, median, p90`,
      `${lengths.length}, ${sum}, ${at(lengths, 0.5)}, ${at(lengths, 0.9)}`,
    )
  }
  const lengths = code.filter((path) => /^(?:src|sw|server)\//.test(path)).map(linesOf)
  row('length of a file of the product: median, p90', `${at(lengths, 0.5)}, ${at(lengths, 0.9)}`)

  for (const side of ['src', 'server']) {
    for (const [kind, withTypes] of [
      ['at run time', false],
      ['with types', true],
    ]) {
      const imports = within(importsOf(root, code, withTypes), side)
      row(`${side}, imports ${kind}: knots of files`, describeKnots(knots(imports)))
      row(`${side}, imports ${kind}: knots of folders`, describeKnots(knots(byFolder(imports, side))))
    }
  }

  const isOwn = (path, game) =>
    path
      .split('/')
      .some((part) => part === game || part.startsWith(`${game}.`) || part.startsWith(`${game}-`))
  const games = code.flatMap((path) => GAME.exec(path)?.[1] ?? [])
  for (const game of games) {
    const word = new RegExp(`\\b${game}|${game[0].toUpperCase()}${game.slice(1)}`)
    const named = (paths) =>
      paths.filter((path) => !isOwn(path, game) && word.test(withoutComments(read(path))))
    const product = named(code.filter((path) => /^(?:src|sw|server)\//.test(path)))
    const tests = named(code.filter((path) => path.startsWith('tests/')))
    row(`files outside its own that name ${game}: product, tests`, `${product.length}, ${tests.length}`)
  }

  const outside = all.filter(
    (path) => path.endsWith('.css') && path.startsWith('src/') && !path.startsWith('src/ui/'),
  )
  const declarations = outside.reduce((sum, path) => sum + (read(path).match(PAINT)?.length ?? 0), 0)
  row(
    'CSS outside src/ui: files, lines',
    `${outside.length}, ${outside.map(linesOf).reduce((a, b) => a + b, 0)}`,
  )
  row('… with colour, background, font declarations', declarations)
  row('README: bytes', statSync(join(root, 'README.md')).size)
}

/** Paths of a folder's files with slashes, without generated and installed files. */
function walk(root) {
  const skipped = /^(?:node_modules|dist|\.git|\.data|\.cache|test-results|playwright-report|public)$/
  const paths = []
  const visit = (dir) => {
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      if (skipped.test(entry.name)) continue
      const path = join(dir, entry.name)
      if (entry.isDirectory()) visit(path)
      else paths.push(relative(root, path).split(sep).join('/'))
    }
  }
  visit(root)
  return paths
}

function at(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** The graph of imports. Imports of types alone disappear when the program runs. */
function importsOf(root, code, withTypes) {
  const aliases = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports ?? {})
  const known = new Set(code)
  const graph = new Map()
  for (const path of code.filter((each) => /^(?:src|server)\//.test(each))) {
    const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest)
    const found = new Set()
    for (const statement of source.statements) {
      if (!ts.isImportDeclaration(statement)) continue
      const clause = statement.importClause
      const names = clause?.namedBindings
      const isTypes =
        clause?.isTypeOnly === true ||
        (clause !== undefined &&
          !clause.name &&
          names !== undefined &&
          ts.isNamedImports(names) &&
          names.elements.length > 0 &&
          names.elements.every(({ isTypeOnly }) => isTypeOnly))
      if (isTypes && !withTypes) continue
      const target = resolve(path, statement.moduleSpecifier.text, aliases)
      if (target !== undefined && known.has(target)) found.add(target)
    }
    graph.set(path, found)
  }
  return graph
}

function resolve(from, specifier, aliases) {
  const plain = specifier.split('?')[0]
  if (plain.startsWith('.')) return join(dirname(from), plain).split(sep).join('/')
  for (const [alias, target] of aliases) {
    const prefix = alias.replace('*', '')
    if (plain.startsWith(prefix)) return target.replace('./', '').replace('*', plain.slice(prefix.length))
  }
  return undefined
}

const within = (graph, side) =>
  new Map(
    [...graph]
      .filter(([path]) => path.startsWith(`${side}/`))
      .map(([path, found]) => [path, new Set([...found].filter((each) => each.startsWith(`${side}/`)))]),
  )

/** Folders of the first level, of the second for features. A file on top, such as main.ts, counts by itself. */
function byFolder(graph, side) {
  const folderOf = (path) => {
    // Only these files of the server's folders know HTTP; they are a floor of their own.
    if (path.endsWith('.endpoints.ts')) return `${side}/*.endpoints.ts`
    const parts = path.slice(side.length + 1).split('/')
    return `${side}/${parts.slice(0, parts[0] === 'features' ? 2 : 1).join('/')}`
  }
  const folders = new Map()
  for (const [path, found] of graph) {
    const from = folderOf(path)
    const to = folders.get(from) ?? new Set()
    for (const each of found) if (folderOf(each) !== from) to.add(folderOf(each))
    folders.set(from, to)
  }
  return folders
}

/** Groups of files that import each other (Tarjan's strongly connected components), the largest first. */
function knots(graph) {
  const index = new Map()
  const low = new Map()
  const stack = []
  const found = []
  const visit = (node) => {
    index.set(node, index.size)
    low.set(node, index.get(node))
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next)
        low.set(node, Math.min(low.get(node), low.get(next)))
      } else if (stack.includes(next)) low.set(node, Math.min(low.get(node), index.get(next)))
    }
    if (low.get(node) !== index.get(node)) return
    const knot = stack.splice(stack.indexOf(node))
    if (knot.length > 1) found.push(knot)
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found.sort((a, b) => b.length - a.length)
}

const describeKnots = (found) =>
  found.length === 0 ? 0 : `${found.length}, of ${found.map(({ length }) => length).join(', ')}`

function firstLoad() {
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'size.mjs')], { encoding: 'utf8' })
  for (const [, kind, size] of stdout.matchAll(/^= (\w+)\s+of .*?kB\s+([\d.]+ kB)$/gm)) {
    row(`first load, ${kind}`, size)
  }
}

/** A built server on an empty directory: its idle cost, and its start time. */
async function describeServer() {
  const { startKoi } = await import('./lib/koi-process.mjs')
  const dataDir = mkdtempSync(join(tmpdir(), 'koi-metrics-data-'))
  try {
    const first = await startKoi({ dataDir })
    await first.stop()
    const from = performance.now()
    const second = await startKoi({ dataDir })
    row('second start until ready: ms', Math.round(performance.now() - from))
    const { pid } = second
    const before = existsSync('/proc/self/stat') ? cpuSecondsOf(pid) : undefined
    await new Promise((done) => setTimeout(done, IDLE_MS))
    if (before !== undefined) {
      const share = ((cpuSecondsOf(pid) - before) / (IDLE_MS / 1_000)) * 100
      row('CPU of an idle server over 60 s', `${share.toFixed(1)}% of a core`)
    }
    await second.stop()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function lastTest() {
  const file = join(ROOT, '.cache', 'last-test.json')
  if (!existsSync(file)) return
  const { at: when, seconds, cpuSeconds, passed, failed } = JSON.parse(readFileSync(file, 'utf8'))
  row(`npm test of ${when}: seconds, CPU-seconds`, `${seconds}, ${cpuSeconds ?? 'unknown'}`)
  row('… passed, failed', `${passed}, ${failed}`)
}

const scratch = values.at === undefined ? undefined : checkOut(values.at)
try {
  describe(scratch ?? ROOT)
  if (!scratch) {
    firstLoad()
    if (values.run) await describeServer()
    lastTest()
  }
} finally {
  if (scratch) rmSync(scratch, { recursive: true, force: true })
}
const commit = spawnSync('git', ['rev-parse', '--short', values.at ?? 'HEAD'], {
  cwd: ROOT,
  encoding: 'utf8',
})
console.log(`| At ${commit.stdout.trim()} | |\n| --- | --- |`)
for (const [what, figure] of rows) console.log(`| ${what} | ${figure} |`)
