// `npm run bench:play`: each playable game in instant mode on a phone whose processor is 4 times slower.
//
// Tap: touches the Bet button; the time runs from the touch's own timestamp to the frame after the result (for Mines:
// the open board) is on screen. Auto-play: 200 bets through the sheet, as fast as results can be painted; every long
// task that the browser reports (over 50 ms on the main thread) from the first bet on counts. Long tasks before it,
// from closing the sheet, are printed beside. With `--balance` a player bets practice money through the server, and
// only taps are timed. Motion: animated bets; frames a second are those that the main thread drew from the tap until a
// second later. Rounds of Crash begin by themselves, so only frames are counted, while the curve runs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { ensureInstall } from '../../scripts/lib/ensure-install.mjs'
import { startKoi } from '../../scripts/lib/koi-process.mjs'
import { median, p95, table } from '../../scripts/lib/numbers.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { registerPlayer } from '../support/account-api.ts'
import { openBrowser } from './cdp-browser.mjs'

const MAX_TAP_MS = 50
/** With a balance, it includes the server, its database and the network. */
const MAX_BALANCE_TAP_MS = 100
const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true }
/** Small enough that 1,000 practice coins outlast the worst luck. */
const STAKE = '0.05'
const MOVING_BETS = 10
/** The first bet of auto-play comes no sooner. */
const SHEET_GOES_MS = 250
/** For this time after a cash-out, a tap on Bet counts as a double tap and does nothing. */
const REST_MS = 450
/** Sixty, less the one frame that computes the bet. */
const MIN_FRAME_RATE = 58
/** Number of rounds of Crash in which frames are counted; shorter rounds are skipped. */
const CURVES = 4
const CURVE_MS = 10_000
const LEAST_CURVE_MS = 1_000

const { values } = readOptions({
  usage: `npm run bench:play: each playable game in instant mode on a phone.
  --throttle 4   how many times slower the processor is
  --taps 60      how many bets are tapped
  --bets 200     how many bets auto-play places
  --game dice    only this game
  --balance      taps of a player who bets practice money`,
  options: {
    throttle: { type: 'string', default: '4' },
    taps: { type: 'string', default: '60' },
    bets: { type: 'string', default: '200' },
    game: { type: 'string' },
    balance: { type: 'boolean', default: false },
  },
})
const [throttle, taps, bets] = [values.throttle, values.taps, values.bets].map(Number)
if (![throttle, taps, bets].every((number) => number >= 1)) {
  console.error('--throttle, --taps and --bets take numbers from 1.')
  process.exit(2)
}

/** Runs before the app: sets instant mode, records long tasks, and watches the results of bets. */
const WATCH = `(() => {
  try { localStorage.setItem('play-preferences', JSON.stringify({ instant: window.name !== 'motion' })) } catch {}
  const bench = (window.__bench = { longTasks: [] })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) bench.longTasks.push({ startTime, duration })
  }).observe({ type: 'longtask' })
  let tappedAt
  addEventListener('pointerup', (event) => { tappedAt = event.timeStamp }, true)
  bench.screen = () => document.querySelector('[data-testid^="play-"]')
  bench.stage = () => bench.screen().querySelector('section')
  // The change is in the frame being made; a task put in front of all others comes right after the paint.
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    void scheduler.postTask(() => done(performance.now()), { priority: 'user-blocking' })
  }))
  // What a bet or step leaves: its chip, the worth of the round, the words for it.
  bench.result = () => [
    document.querySelector('[aria-label="Recent results"] a')?.getAttribute('href'),
    document.querySelector('[data-testid=cash-out]')?.textContent,
    document.querySelector('[data-testid=play-announcement]')?.textContent,
  ].join('|')
  bench.expectChange = (isResult) => {
    const before = bench.result()
    tappedAt = undefined
    bench.changed = new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error('No result')), 10_000)
      const observer = new MutationObserver(() => {
        if (tappedAt === undefined || (isResult && bench.result() === before)) return
        observer.disconnect()
        clearTimeout(late)
        painted().then((at) => done(at - tappedAt))
      })
      observer.observe(isResult ? document.body : bench.stage(), { subtree: true, childList: true, characterData: true, attributes: true })
    })
  }
  bench.countFrames = () => {
    bench.frames = new Promise((done) => addEventListener('pointerup', () => {
      const times = []
      const count = (now) => {
        times.push(now)
        if (now - times[0] < 1_000) requestAnimationFrame(count)
        else done({ rate: ((times.length - 1) * 1_000) / (now - times[0]), slowest: Math.max(...times.slice(1).map((time, index) => time - times[index])) })
      }
      requestAnimationFrame(count)
    }, { capture: true, once: true }))
  }
  bench.centre = (element) => {
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  bench.type = (label, text) => {
    const field = [...document.querySelectorAll('label')].find((each) => each.textContent.trim() === label)
    const input = field && document.getElementById(field.htmlFor)
    if (!input) throw new Error('There is no field ' + label)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  bench.button = (name) => [...document.querySelectorAll('dialog[open] button, main button')]
    .filter((each) => each.checkVisibility()).find((each) => name.test(each.textContent))
})()`

const profileDir = mkdtempSync(join(tmpdir(), 'koi-bench-profile-'))
let product
let browser

const ms = (value) => `${Math.round(value)} ms`

async function waitFor(expression, what, seconds = 30) {
  for (let attempt = 0; attempt < seconds * 10; attempt += 1) {
    if (await browser.evaluate(`Boolean(${expression})`)) return
    await sleep(100)
  }
  throw new Error(`${what} did not appear`)
}

async function tap(element) {
  const at = await browser.evaluate(`__bench.centre(${element})`)
  await browser.page('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  // The length of a real touch; the feedback of the press is drawn by then.
  await sleep(80)
  await browser.page('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Taps. @returns milliseconds until the stage shows the result */
async function timedTap(element) {
  await browser.evaluate(`__bench.expectChange(${values.balance})`)
  await tap(element)
  // Polling costs the page time, so not during the measurement.
  await sleep(200)
  const time = await browser.evaluate('__bench.changed')
  return time
}

const BET = '__bench.button(/^Bet [\\d.]/)'
const TILE = '__bench.stage().querySelector("button:not([disabled]):not([aria-disabled=true])")'
const GUESS = '__bench.screen().querySelector("[data-guess]:not([disabled]):not([aria-disabled=true])")'
/** Pause before a guess, as a person looks at the card. */
const CARD_MS = 400
const CASH_OUT = '__bench.button(/^Cash out/)'
const CURVE_RUNS = `(document.querySelector('[data-testid=crash-stage]')?.dataset.status === 'running')`

/** The next step of a round, in games with rounds. */
const STEPS = { mines: TILE, hilo: GUESS }

async function tapThrough(game) {
  const times = []
  while (times.length < taps) {
    times.push(await timedTap(BET))
    const step = STEPS[game]
    if (!step) continue
    // A round continues until it is cashed out or lost: one step, then the cash-out.
    await sleep(CARD_MS)
    times.push(await timedTap(step))
    await endRound()
  }
  return times
}

async function endRound() {
  if (await browser.evaluate(`Boolean(${CASH_OUT})`)) await timedTap(CASH_OUT)
  await sleep(REST_MS)
}

/** Frames a second during animated bets, for each bet. */
async function motion(url) {
  await browser.page('Emulation.setCPUThrottlingRate', { rate: 1 })
  await browser.evaluate(`void (window.name = 'motion')`)
  await browser.page('Page.navigate', { url })
  await waitFor(`window.__bench && __bench.screen() && ${BET}`, 'The screen')
  await sleep(2_500)
  await browser.evaluate(`__bench.type('Bet amount', '${STAKE}')`)
  await browser.page('Emulation.setCPUThrottlingRate', { rate: throttle })
  const bets = []
  for (let bet = 0; bet < MOVING_BETS; bet += 1) {
    await browser.evaluate('__bench.countFrames()')
    await tap(BET)
    await sleep(1_200)
    bets.push(await browser.evaluate('__bench.frames'))
  }
  await browser.evaluate(`void (window.name = '')`)
  return bets
}

/** Frames a second during the curve of Crash, for each round. */
async function curves(url) {
  await browser.page('Emulation.setCPUThrottlingRate', { rate: 1 })
  await browser.page('Page.navigate', { url })
  await waitFor(`window.__bench && ${CURVE_RUNS}`, 'The first curve of Crash', 120)
  await browser.page('Emulation.setCPUThrottlingRate', { rate: throttle })
  const found = []
  while (found.length < CURVES) {
    await waitFor(`!${CURVE_RUNS}`, 'The end of a round of Crash', 600)
    await waitFor(CURVE_RUNS, 'A curve of Crash', 120)
    await browser.evaluate(`void (__bench.frames = new Promise((done) => {
      const times = []
      const count = (now) => {
        times.push(now)
        if (now - times[0] < ${CURVE_MS} && ${CURVE_RUNS}) return requestAnimationFrame(count)
        const gaps = times.slice(1).map((time, index) => time - times[index])
        const lasted = now - times[0]
        done({ rate: (gaps.length * 1_000) / lasted, slowest: Math.max(...gaps), lasted })
      }
      requestAnimationFrame(count)
    }))`)
    // Polling costs the page time.
    await sleep(CURVE_MS)
    const counted = await browser.evaluate('__bench.frames')
    if (counted.lasted >= LEAST_CURVE_MS) found.push(counted)
  }
  return found
}

const NO_AUTO_PLAY = { words: `${bets} bets`, since: 0, seconds: 0, before: [], longTasks: [] }

async function autoPlay() {
  await tap('__bench.button(/^Auto$/)')
  await waitFor('document.querySelector("dialog[open] input")', 'The auto-play sheet')
  await sleep(600)
  await browser.evaluate(`__bench.type('Number of bets', '${bets}')`)
  await browser.evaluate('void (__bench.longTasks.length = 0)')
  const since = await browser.evaluate('performance.now()')
  await tap('__bench.button(/^Start/)')
  const firstBet = (await browser.evaluate('performance.now()')) + SHEET_GOES_MS
  await waitFor(
    '/bets? played/.test(document.querySelector("[data-testid=auto-status]")?.textContent ?? "")',
    'The end of auto-play',
    120,
  )
  const words = await browser.evaluate('document.querySelector("[data-testid=auto-status]").textContent')
  const seconds = ((await browser.evaluate('performance.now()')) - since) / 1000
  await sleep(300)
  const all = await browser.evaluate('__bench.longTasks')
  const before = all.filter(({ startTime }) => startTime < firstBet)
  return { words, since, seconds, before, longTasks: all.filter((task) => !before.includes(task)) }
}

/** Opens the page logged in, as a player who has just registered. */
async function logIn() {
  const { uid, token } = await registerPlayer(product, 'bench@koi.example')
  await browser.page('Page.addScriptToEvaluateOnNewDocument', {
    source: `localStorage.setItem('access_token', ${JSON.stringify(token)})
      localStorage.setItem('user', ${JSON.stringify(JSON.stringify({ uid, nickname: '', avatar: '' }))})`,
  })
}

try {
  ensureInstall()
  product = await startKoi({ distDir: ensureBuild() })
  const { data: games } = await (await fetch(`${product.origin}/api/games`)).json()
  const chosen = games.filter(({ slug, status }) => status === 'playable' && (values.game ?? slug) === slug)
  // Rounds of Crash begin by themselves, so a tap has no result.
  const slugs = chosen.filter(({ live }) => !live).map(({ slug }) => slug)
  const live = values.balance ? [] : chosen.filter((game) => game.live).map(({ slug }) => slug)
  browser = await openBrowser({ profileDir })
  await browser.page('Emulation.setDeviceMetricsOverride', PHONE)
  await browser.page('Emulation.setTouchEmulationEnabled', { enabled: true })
  await browser.page('Page.enable')
  await browser.page('Page.addScriptToEvaluateOnNewDocument', { source: WATCH })

  const rows = []
  const problems = []
  const maxTapMs = values.balance ? MAX_BALANCE_TAP_MS : MAX_TAP_MS
  const coin = values.balance ? 'usdt-tron' : 'demo'
  if (values.balance) await logIn()
  for (const slug of slugs) {
    await browser.page('Emulation.setCPUThrottlingRate', { rate: 1 })
    await browser.page('Page.navigate', { url: `${product.origin}/games/${slug}/play?coin=${coin}` })
    await waitFor(`window.__bench && __bench.screen() && ${BET}`, `The screen of ${slug}`)
    // The worker's installation and the caches belong to the first visit, not to play.
    await sleep(slug === slugs[0] ? 6_000 : 2_500)
    await browser.evaluate(`__bench.type('Bet amount', '${STAKE}')`)
    await browser.page('Emulation.setCPUThrottlingRate', { rate: throttle })
    await timedTap(BET)
    if (STEPS[slug]) {
      await sleep(CARD_MS)
      await timedTap(STEPS[slug])
      await endRound()
    }
    const times = await tapThrough(slug)
    // Negated, so that NaN fails.
    if (!(p95(times) <= maxTapMs)) problems.push(`${slug}: a tap takes more than ${maxTapMs} ms.`)
    if (values.balance) {
      rows.push([slug, ms(median(times)), ms(p95(times)), ms(Math.max(...times))])
      continue
    }
    // Guesses depend on unknown cards, so Hilo has no auto-play.
    const auto = slug === 'hilo' ? NO_AUTO_PLAY : await autoPlay()
    // A round moves with each step only, and not from the tap on.
    const moved = STEPS[slug] ? [] : await motion(`${product.origin}/games/${slug}/play`)
    const frameRate = moved.length > 0 ? median(moved.map(({ rate }) => rate)) : undefined
    const longest =
      auto.longTasks.length > 0 ? Math.max(...auto.longTasks.map(({ duration }) => duration)) : 0
    rows.push([
      slug,
      ms(median(times)),
      ms(p95(times)),
      ms(Math.max(...times)),
      `${auto.seconds.toFixed(1)} s`,
      String(auto.longTasks.length),
      longest > 0 ? ms(longest) : 'under 50 ms',
      frameRate === undefined ? '' : frameRate.toFixed(0),
      moved.length > 0 ? ms(median(moved.map(({ slowest }) => slowest))) : '',
    ])
    if (auto.before.length > 0)
      console.log(
        `${slug}: closing the sheet took ${auto.before.map(({ duration }) => ms(duration)).join(', ')}`,
      )
    for (const { startTime, duration } of auto.longTasks)
      console.log(
        `${slug}: ${ms(duration)}, ${((startTime - auto.since) / 1000).toFixed(1)} s into auto-play`,
      )
    if (auto.longTasks.length > 0) problems.push(`${slug}: auto-play had long tasks.`)
    if (frameRate !== undefined && !(frameRate >= MIN_FRAME_RATE))
      problems.push(`${slug}: fewer than ${MIN_FRAME_RATE} frames a second.`)
    if (!auto.words.startsWith(`${bets} bet`)) problems.push(`${slug}: auto-play ended early: ${auto.words}`)
  }
  for (const slug of live) {
    const found = await curves(`${product.origin}/games/${slug}/play?coin=demo`)
    const rate = median(found.map((each) => each.rate))
    const slowest = Math.max(...found.map((each) => each.slowest))
    if (!(rate >= MIN_FRAME_RATE)) problems.push(`${slug}: fewer than ${MIN_FRAME_RATE} frames a second.`)
    rows.push([slug, '', '', '', '', '', '', rate.toFixed(0), ms(slowest)])
  }
  const what = values.balance ? 'taps with a balance' : `taps and ${bets} bets of auto-play`
  console.log(`\n${taps} ${what}, instant mode, processor ${throttle} times slower\n`)
  const head = ['Game', 'tap median', 'tap p95', 'tap worst']
  if (!values.balance) head.push('auto-play', 'tasks > 50 ms', 'longest task', 'frames/s', 'slowest frame')
  console.log(table([head, ...rows]))
  const said = ([slug, , tap, , , tasks, , rate]) =>
    [tap ? `${slug} ${tap} p95` : slug, tasks && `${tasks} long tasks`, rate && `${rate} frames a second`]
      .filter(Boolean)
      .join(', ')
  console.log(`\nMeasured: ${rows.map(said).join('; ')}`)
  if (rows.length === 0) problems.push('There is no playable game.')
  if (problems.length > 0) {
    console.error(`\n${problems.join('\n')}`)
    process.exitCode = 1
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await browser?.close()
  await product?.stop()
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
