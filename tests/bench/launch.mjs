// `npm run bench:launch`: how long a player waits for the lobby after tapping the icon.
//
// Each round starts Chromium anew on the same profile, as after a restart of the phone, for
//   1. the app with its server killed, after one visit,
//   2. a plain HTML page from a minimal service worker with its server gone, the yardstick,
//   3. the app with its server running.
// Order 1–2 alternates. First contentful paint is the browser's own entry. "Lobby" is stricter: the frame
// after the first game tile, with its cover decoded, lies in the viewport; it is what the ratio uses,
// because a loading screen is a contentful paint too.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { ensureInstall } from '../../scripts/lib/ensure-install.mjs'
import { startKoi } from '../../scripts/lib/koi-process.mjs'
import { median, table } from '../../scripts/lib/numbers.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { openBrowser } from './cdp-browser.mjs'
import { startPlainPage } from './plain-page.mjs'

const MAX_RATIO = 2.5
const SHOWN_WITHIN_MS = 15_000
const WORKER_WITHIN_MS = 30_000
/** Lets the new browser finish its own start; the same pause for every launch. */
const SETTLE_MS = 700
const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true }

const { values } = readOptions({
  usage: `npm run bench:launch: how long a player waits for the lobby after tapping the icon.
  --rounds 12   how many rounds`,
  options: { rounds: { type: 'string', default: '12' } },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('--rounds takes a whole number from 1.')
  process.exit(2)
}

/** Runs in the page before anything else: notes the frame in which the lobby was there. */
const WATCH_LOBBY = `(() => {
  const isShown = (tile) => {
    const box = tile.getBoundingClientRect()
    const cover = tile.querySelector('img')
    return box.width > 0 && box.top < innerHeight && box.bottom > 0 &&
      getComputedStyle(tile).visibility === 'visible' && (!cover || (cover.complete && cover.naturalWidth > 0))
  }
  const look = () => {
    const tile = [...document.querySelectorAll('main a[href^="/games/"]')].find(isShown)
    if (!tile) return requestAnimationFrame(look)
    requestAnimationFrame(() => { window.__lobbyAt = performance.now() })
  }
  requestAnimationFrame(look)
})()`

const READ = `(() => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0]
  return { fcp: paint?.startTime, lobby: window.__lobbyAt, tiles: document.querySelectorAll('main a[href^="/games/"]').length }
})()`

const profileDir = mkdtempSync(join(tmpdir(), 'koi-bench-profile-'))

async function openPhone() {
  const browser = await openBrowser({ profileDir })
  await browser.page('Emulation.setDeviceMetricsOverride', PHONE)
  return browser
}

/** Starts the browser, opens `url`, and reads when it was painted. */
async function launch(url, { isApp }) {
  const browser = await openPhone()
  try {
    await sleep(SETTLE_MS)
    await browser.page('Page.enable')
    if (isApp) await browser.page('Page.addScriptToEvaluateOnNewDocument', { source: WATCH_LOBBY })
    const { errorText } = await browser.page('Page.navigate', { url })
    if (errorText) throw new Error(`${url}: ${errorText}`)
    const deadline = Date.now() + SHOWN_WITHIN_MS
    while (Date.now() < deadline) {
      await sleep(250)
      const read = await browser.evaluate(READ)
      if (read.fcp !== undefined && (!isApp || read.lobby !== undefined)) return read
    }
    throw new Error(`${url} did not show ${isApp ? 'the lobby' : 'its text'} within ${SHOWN_WITHIN_MS} ms`)
  } finally {
    await browser.close()
  }
}

async function waitForWorker(browser) {
  const deadline = Date.now() + WORKER_WITHIN_MS
  const isActive = `navigator.serviceWorker.getRegistration().then((registration) => Boolean(registration?.active))`
  while (Date.now() < deadline) {
    if (await browser.evaluate(isActive)) return
    await sleep(200)
  }
  throw new Error(`No service worker was active after ${WORKER_WITHIN_MS} ms`)
}

/** The one visit: until the worker controls the page, its caches stand still and answers are stored. */
async function visitApp(origin) {
  const browser = await openPhone()
  try {
    await browser.page('Page.navigate', { url: origin })
    await waitForWorker(browser)
    const countCached = `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())))).then((lists) => lists.flat().length)`
    let before = -1
    let calm = 0
    for (let second = 0; second < 30 && calm < 4; second += 1) {
      await sleep(1_000)
      const cached = await browser.evaluate(countCached)
      calm = cached === before ? calm + 1 : 0
      before = cached
    }
    return await browser.evaluate('document.body.innerText')
  } finally {
    await browser.close()
  }
}

async function visitPlain(origin) {
  const browser = await openPhone()
  try {
    await browser.page('Page.navigate', { url: origin })
    await waitForWorker(browser)
    await sleep(1_000)
  } finally {
    await browser.close()
  }
}

let server
try {
  ensureInstall()
  server = await startKoi({ distDir: ensureBuild() })
  console.log('Visiting once …')
  const text = await visitApp(server.origin)
  const plain = await startPlainPage(text)
  await visitPlain(plain.origin)
  await plain.stop()
  await server.kill()

  const offline = []
  const yardstick = []
  const online = []
  const app = async () => offline.push(await launch(server.origin, { isApp: true }))
  const page = async () => yardstick.push(await launch(plain.origin, { isApp: false }))
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [app, page] : [page, app]
    for (const measure of order) await measure()
    await server.restart()
    online.push(await launch(server.origin, { isApp: true }))
    await server.kill()
    console.log(
      `  round ${round + 1} of ${rounds}: offline ${Math.round(offline.at(-1).lobby)} ms, plain ${Math.round(yardstick.at(-1).fcp)} ms, online ${Math.round(online.at(-1).lobby)} ms`,
    )
  }

  const ms = (value) => `${Math.round(value)} ms`
  const row = (name, runs, key) => {
    const numbers = runs.map((run) => run[key])
    return [name, ms(median(numbers)), ms(Math.min(...numbers)), ms(Math.max(...numbers))]
  }
  console.log(`\nCold launch, ${rounds} rounds, interleaved\n`)
  console.log(
    table([
      ['', 'median', 'min', 'max'],
      row('App offline, first contentful paint', offline, 'fcp'),
      row('App offline, lobby on screen', offline, 'lobby'),
      row('App online, first contentful paint', online, 'fcp'),
      row('App online, lobby on screen', online, 'lobby'),
      row('Plain cached page, first contentful paint', yardstick, 'fcp'),
    ]),
  )
  const base = median(yardstick.map(({ fcp }) => fcp))
  const ratio = median(offline.map(({ lobby }) => lobby)) / base
  const paintRatio = median(offline.map(({ fcp }) => fcp)) / base
  console.log(
    `\nOffline lobby ÷ plain page: ${ratio.toFixed(2)} (at most ${MAX_RATIO}); first paint alone: ${paintRatio.toFixed(2)}`,
  )
  if (!(ratio <= MAX_RATIO)) {
    console.error('The offline launch is too slow.')
    process.exitCode = 1
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await server?.stop()
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
