// `npm run bench:launch`: how long a player waits for the lobby after tapping the icon.
//
// Each round restarts Chromium on the same profile, as after a restart of the phone, for a plain HTML page, for a
// minimal app with the same libraries and a service worker (tests/bench/competitors/minimal-app), and for Koi: without
// their servers, and with them; then both apps once more on an empty profile, as on a first visit. The order
// alternates. "Lobby" is the time when its first tile is in the viewport and the page can react to a tap: the task
// after the frame after the tile is in the document. Covers are images that load later; the time of the first one is
// shown beside it. Koi is opened at its manifest's start address in its own window, as the icon does; the time of a tab
// without a server is shown, too.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { ensureInstall } from '../../scripts/lib/ensure-install.mjs'
import { startKoi } from '../../scripts/lib/koi-process.mjs'
import { median, table } from '../../scripts/lib/numbers.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { openBrowser } from './cdp-browser.mjs'
import { startMinimalApp } from './competitors/minimal-app.mjs'
import { startPlainPage } from './competitors/plain-page.mjs'

/** Maximum time as a multiple of the minimal app's. */
const LIMITS = { offline: 1.3, warm: 1.3, cold: 2 }
const SHOWN_WITHIN_MS = 15_000
const WORKER_WITHIN_MS = 30_000
/** Pause for the new browser's own start, the same for every launch. */
const SETTLE_MS = 700
/** A window as installed apps have it, with a page that shows quickly. */
const APP_WINDOW = ['--app=data:text/html,']
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

/** Runs in the page before anything else, and records when the lobby is visible and can be tapped. */
const WATCH_LOBBY = `(() => {
  const shown = () => [...document.querySelectorAll('#root main a[href^="/games/"]')].find((tile) => {
    const box = tile.getBoundingClientRect()
    return box.width > 0 && box.top < innerHeight && box.bottom > 0 && getComputedStyle(tile).visibility === 'visible'
  })
  const task = (work) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = work; port2.postMessage(0) }
  const look = () => {
    const tile = shown()
    if (!tile) return requestAnimationFrame(look)
    requestAnimationFrame(() => task(() => { window.__lobbyAt ??= performance.now() }))
    const cover = tile.querySelector('img')
    const isDone = () => !cover || (cover.complete && cover.naturalWidth > 0)
    const wait = () => (isDone() ? (window.__coverAt = performance.now()) : requestAnimationFrame(wait))
    wait()
  }
  requestAnimationFrame(look)
})()`

const READ = `(() => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0]
  const { name: url } = performance.getEntriesByType('navigation')[0]
  return { url, fcp: paint?.startTime, lobby: window.__lobbyAt, cover: window.__coverAt }
})()`

const profiles = []
function newProfile() {
  const dir = mkdtempSync(join(tmpdir(), 'koi-bench-profile-'))
  profiles.push(dir)
  return dir
}
const profileDir = newProfile()

async function openPhone(dir = profileDir, args = []) {
  const browser = await openBrowser({ profileDir: dir, args })
  await browser.page('Emulation.setDeviceMetricsOverride', PHONE)
  return browser
}

/** Starts the browser, opens `url`, and reads the times of first paint and lobby. */
async function launch(url, { isApp = true, isTab = false, profile = profileDir } = {}) {
  const browser = await openPhone(profile, isTab ? [] : APP_WINDOW)
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
      if (read.url !== url) throw new Error(`${url} led to ${read.url}: that launch was not measured`)
      if (read.fcp !== undefined && (!isApp || (read.lobby !== undefined && read.cover !== undefined)))
        return read
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

/** The first visit, until the worker is active, its caches are full and answers are stored. */
async function visit(origin) {
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

/** Runs one after the other, in rotating order. */
async function inTurn(round, works) {
  for (const work of round % 2 === 0 ? works : works.toReversed()) await work()
}

let server
let minimal
try {
  ensureInstall()
  const distDir = ensureBuild()
  server = await startKoi({ distDir })
  const games = await (await fetch(`${server.origin}/api/games`)).text()
  minimal = await startMinimalApp({ games, clientDir: join(distDir, 'client') })
  console.log('Visiting once …')
  const text = await visit(server.origin)
  await visit(minimal.origin)
  const plain = await startPlainPage(text)
  await visit(plain.origin)
  await plain.stop()

  const { start_url: start } = JSON.parse(readFileSync(join(distDir, 'client/manifest.webmanifest'), 'utf8'))
  const icon = new URL(start, server.origin).href
  const runs = { plain: [], tab: [], offline: [[], []], warm: [[], []], cold: [[], []] }
  const both = (kind, url, options = () => ({})) => [
    async () => runs[kind][0].push(await launch(url, options())),
    async () => runs[kind][1].push(await launch(`${minimal.origin}/`, options())),
  ]
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all([server.kill(), minimal.stop()])
    await inTurn(round, [
      async () => runs.plain.push(await launch(`${plain.origin}/`, { isApp: false })),
      async () => runs.tab.push(await launch(`${server.origin}/`, { isTab: true })),
      ...both('offline', icon),
    ])
    await Promise.all([server.restart(), minimal.restart()])
    await inTurn(round, both('warm', icon))
    await inTurn(
      round,
      both('cold', `${server.origin}/`, () => ({ isTab: true, profile: newProfile() })),
    )
    const last = (kind) => runs[kind].map((list) => Math.round(list.at(-1).lobby)).join(' beside ')
    console.log(
      `  round ${round + 1} of ${rounds}: offline ${last('offline')}, warm ${last('warm')}, first visit ${last('cold')} ms`,
    )
  }

  const ms = (value) => `${Math.round(value)} ms`
  const row = (name, list, key) => {
    const numbers = list.map((run) => run[key])
    return [name, ms(median(numbers)), ms(Math.min(...numbers)), ms(Math.max(...numbers))]
  }
  const KINDS = { offline: 'offline', warm: 'online, not the first visit', cold: 'first visit' }
  const rows = Object.entries(KINDS).flatMap(([kind, name]) => [
    row(`Koi ${name}, first paint`, runs[kind][0], 'fcp'),
    row(`Koi ${name}, lobby`, runs[kind][0], 'lobby'),
    row(`Koi ${name}, first cover`, runs[kind][0], 'cover'),
    row(`Minimal app ${name}, lobby`, runs[kind][1], 'lobby'),
    row(`Minimal app ${name}, first cover`, runs[kind][1], 'cover'),
  ])
  console.log(`\nLaunches, ${rounds} rounds, interleaved\n`)
  const tab = row('Koi offline in a tab, lobby', runs.tab, 'lobby')
  const page = row('Plain cached page, first paint', runs.plain, 'fcp')
  console.log(table([['', 'median', 'min', 'max'], page, ...rows, tab]))
  const ratios = []
  for (const [kind, limit] of Object.entries(LIMITS)) {
    const [koi, least] = runs[kind].map((list) => median(list.map(({ lobby }) => lobby)))
    const ratio = koi / least
    ratios.push(`${KINDS[kind]} ${ratio.toFixed(2)} × (${ms(koi)} beside ${ms(least)})`)
    console.log(`\nLobby ${KINDS[kind]}: ${ratio.toFixed(2)} × the minimal app (at most ${limit})`)
    if (!(ratio <= limit)) {
      console.error('Too slow.')
      process.exitCode = 1
    }
  }
  console.log(`\nMeasured: ${ratios.join('; ')}`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await server?.stop()
  await minimal?.remove()
  for (const dir of profiles) rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
