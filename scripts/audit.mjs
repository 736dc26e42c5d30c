import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowser } from './lib/browser-process.mjs'
import { ensureBuild } from './lib/ensure-build.mjs'
import { ensureInstall } from './lib/ensure-install.mjs'
import { startKoi } from './lib/koi-process.mjs'
import { median, table } from './lib/numbers.mjs'
import { readOptions } from './lib/options.mjs'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const METRICS = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
}

const { values, positionals } = readOptions({
  usage: `npm run audit -- /games: Lighthouse (mobile) on the built product, median of several runs, against the
targets. Without routes: /, /games and /games/dice.
  --runs 5     runs of each route
  --lighthouse 13   through npx (it warns about Node 20, but runs), or 11; else the installed 12
  --no-pwa     without the PWA category, which only version 11 has`,
  options: {
    runs: { type: 'string', default: '5' },
    lighthouse: { type: 'string', default: '12' },
    'no-pwa': { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const routes = positionals.length > 0 ? positionals : ['/', '/games', '/games/dice']
const runs = Number(values.runs)
if (!Number.isInteger(runs) || runs < 1) {
  console.error('--runs takes a whole number from 1.')
  process.exit(2)
}

const ROOT = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'koi-audit-'))
const local = (name) => [process.execPath, join(ROOT, 'node_modules', name, 'cli', 'index.js')]
/** By version: the command, and the target of Performance. Version 11 simulates the slowest phone. */
const LIGHTHOUSES = new Map([
  ['11', { tool: local('lighthouse-pwa'), performance: 95 }],
  ['12', { tool: local('lighthouse'), performance: 98 }],
  ['13', { tool: ['npx', '--yes', 'lighthouse@13.5.0'], performance: 98 }],
])
const lighthouse = LIGHTHOUSES.get(values.lighthouse)
if (!lighthouse) {
  console.error(`--lighthouse takes one of ${[...LIGHTHOUSES.keys()].join(', ')}.`)
  process.exit(2)
}
const { tool: mainTool, performance } = lighthouse
const TARGETS = { performance, accessibility: 100, 'best-practices': 100, seo: 100, pwa: 100, cls: 0.01 }

/** One run in a browser with a fresh profile. Lighthouse throttles to a mid-range phone on slow 4G by default. */
async function runLighthouse(tool, url, categories, triesLeft = 2) {
  try {
    return await runOnce(tool, url, categories)
  } catch (error) {
    // Sometimes it misses the beginning of its own recording (NO_NAVSTART), and asks to be run again.
    if (triesLeft === 0 || !/Please (?:run Lighthouse|try) again/.test(error.message)) throw error
    return runLighthouse(tool, url, categories, triesLeft - 1)
  }
}

async function runOnce(tool, url, categories) {
  const browser = await startBrowser()
  const file = join(scratch, 'report.json')
  try {
    const [command, ...before] = tool
    const { status, stderr } = spawnSync(
      command,
      [
        ...before,
        url,
        `--port=${browser.port}`,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
        `--only-categories=${categories.join(',')}`,
      ],
      { cwd: scratch, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
    )
    if (status !== 0) throw new Error(`Lighthouse failed on ${url}:\n${stderr}`)
    const report = JSON.parse(readFileSync(file, 'utf8'))
    if (report.runtimeError) throw new Error(`Lighthouse on ${url}: ${report.runtimeError.message}`)
    return report
  } finally {
    rmSync(file, { force: true })
    await browser.close()
  }
}

/** Audits that cost points, or that block the back/forward cache, with their texts. */
function findings(report) {
  return Object.values(report.categories)
    .flatMap(({ id, auditRefs }) =>
      id === 'performance' ? [] : auditRefs.filter(({ weight }) => weight > 0),
    )
    .map((reference) => report.audits[reference.id])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, title }) => `${id}: ${title}`)
}

async function auditRoute(origin, route) {
  const reports = []
  for (let run = 1; run <= runs; run += 1) {
    const report = await runLighthouse(mainTool, origin + route, CATEGORIES)
    reports.push(report)
    console.log(
      `  ${route} run ${run} of ${runs}: performance ${Math.round(report.categories.performance.score * 100)}`,
    )
  }
  const scoreOf = (category) =>
    median(reports.map(({ categories }) => Math.round(categories[category].score * 100)))
  const metricOf = (audit) => median(reports.map(({ audits }) => audits[audit].numericValue))
  const pwa = values['no-pwa']
    ? undefined
    : await runLighthouse(LIGHTHOUSES.get('11').tool, origin + route, ['pwa'])
  const blocked = reports.flatMap(({ audits }) => audits['bf-cache']?.details?.items ?? [])
  return {
    route,
    version: reports[0].lighthouseVersion,
    scores: Object.fromEntries(CATEGORIES.map((category) => [category, scoreOf(category)])),
    pwa: pwa && Math.round(pwa.categories.pwa.score * 100),
    metrics: Object.fromEntries(Object.entries(METRICS).map(([name, audit]) => [name, metricOf(audit)])),
    blocked: [...new Set(blocked.map(({ reason }) => reason))],
    findings: [...new Set([...reports.flatMap(findings), ...(pwa ? findings(pwa) : [])])],
  }
}

/** Missed targets, in words. */
function misses({ route, scores, pwa, metrics, blocked }) {
  const low = CATEGORIES.filter((category) => scores[category] < TARGETS[category]).map(
    (category) => `${route}: ${category} ${scores[category]}, below ${TARGETS[category]}`,
  )
  if (pwa !== undefined && pwa < TARGETS.pwa) low.push(`${route}: PWA ${pwa}, below ${TARGETS.pwa}`)
  if (metrics.cls > TARGETS.cls) low.push(`${route}: CLS ${metrics.cls.toFixed(3)}, above ${TARGETS.cls}`)
  if (blocked.length > 0) low.push(`${route}: back/forward cache blocked: ${blocked.join('; ')}`)
  return low
}

let server
try {
  ensureInstall()
  server = await startKoi({ distDir: ensureBuild() })
  const results = []
  for (const route of routes) results.push(await auditRoute(server.origin, route))

  const seconds = (ms) => `${(ms / 1_000).toFixed(2)} s`
  console.log(`\nLighthouse ${results[0].version}, mobile, median of ${runs}\n`)
  console.log(
    table([
      ['Route', 'Perf', 'A11y', 'Best', 'SEO', 'PWA 11', 'FCP', 'LCP', 'TBT', 'CLS', 'bfcache'],
      ...results.map(({ route, scores, pwa, metrics, blocked }) => [
        route,
        ...CATEGORIES.map((category) => String(scores[category])),
        String(pwa ?? '–'),
        seconds(metrics.fcp),
        seconds(metrics.lcp),
        `${Math.round(metrics.tbt)} ms`,
        metrics.cls.toFixed(3),
        blocked.length > 0 ? 'blocked' : 'ok',
      ]),
    ]),
  )
  console.log(
    `\nMeasured: Lighthouse ${results[0].version}: ${results.map(({ route, scores }) => `\`${route}\` ${CATEGORIES.map((category) => scores[category]).join(', ')}`).join('; ')}`,
  )
  const missed = results.flatMap(misses)
  for (const { route, findings: found } of results) {
    for (const finding of found) console.log(`${route}: ${finding}`)
  }
  if (missed.length > 0) {
    console.error(`\nBelow target:\n${missed.join('\n')}`)
    process.exitCode = 1
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await server?.stop()
  rmSync(scratch, { recursive: true, force: true })
}
