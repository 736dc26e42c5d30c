// `npm run bench:lobby`: the Games page with 1,000 games on a phone's screen, `--throttle` times slower.
//
// Scrolling: fast flings (4,000 px a second) through the whole list; every long task that the browser reports (over 50
// ms on the main thread) counts. Search: the words are put into the field and sent with Enter, which skips the pause
// for typing; the time runs from the key event's own timestamp to the frame after the results changed. Typing without
// Enter waits 300 ms on purpose; its time is shown without and with that pause.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { ensureInstall } from '../../scripts/lib/ensure-install.mjs'
import { median, table } from '../../scripts/lib/numbers.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { openBrowser } from './cdp-browser.mjs'
import { startWithGames } from './large-catalogue.mjs'

const MAX_SEARCH_MS = 100
const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true }
/** Pixels a second of a hard fling; headless Chromium takes wheel gestures only. */
const FLING_SPEED = 4_000
const WORDS = [
  'dice',
  'plinko 7',
  'mines 12',
  '轮',
  'crash',
  'limbo 99',
  'hilo',
  'keno 4',
  'wheel',
  'reels 3',
]

const { values } = readOptions({
  usage: `npm run bench:lobby: the Games page with a long catalogue on a phone.
  --games 1000   how many games
  --throttle 1   how many times slower the processor is
  --rounds 10    how many searches`,
  options: {
    games: { type: 'string', default: '1000' },
    throttle: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '10' },
  },
})
const [total, throttle, rounds] = [values.games, values.throttle, values.rounds].map(Number)
if (![total, throttle, rounds].every((number) => number >= 1)) {
  console.error('--games, --throttle and --rounds take numbers from 1.')
  process.exit(2)
}

/** Records long tasks, and the times of a search. */
const WATCH = `(() => {
  const bench = (window.__bench = { longTasks: [], moments: {} })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) bench.longTasks.push({ startTime, duration })
  }).observe({ type: 'longtask' })
  const note = (name) => (event) => { bench.moments[name] = event.timeStamp }
  addEventListener('input', note('typed'), true)
  addEventListener('keydown', (event) => { if (event.key === 'Enter') note('entered')(event) }, true)
  for (const method of ['pushState', 'replaceState']) {
    const real = history[method]
    history[method] = function (...args) {
      bench.moments.committed ??= performance.now()
      return real.apply(this, args)
    }
  }
  const slugs = () => [...document.querySelectorAll('main [data-testid=game-tile]')].map((tile) => tile.pathname).join()
  bench.expect = (word) => void (bench.results = new Promise((done, fail) => {
    const before = slugs()
    const late = setTimeout(() => fail(new Error('No results for ' + word)), 15_000)
    bench.moments = {}
    const look = () => {
      if (new URLSearchParams(location.search).get('q') !== word || slugs() === before) return requestAnimationFrame(look)
      // The change is in the frame being made; the next callback comes after it was handed over.
      requestAnimationFrame(() => {
        clearTimeout(late)
        done({ ...bench.moments, shown: performance.now() })
      })
    }
    requestAnimationFrame(look)
  }))
  bench.calm = async () => {
    for (let calm = 0, last = ''; calm < 5; calm = slugs() === last ? calm + 1 : 0) {
      last = slugs()
      await new Promise((done) => setTimeout(done, 100))
    }
  }
})()`

const profileDir = mkdtempSync(join(tmpdir(), 'koi-bench-profile-'))
let product
let browser

const ms = (value) => `${Math.round(value)} ms`

async function waitFor(expression, what) {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await browser.evaluate(expression)) return
    await sleep(100)
  }
  throw new Error(`${what} did not appear`)
}

/** Flings to the end of the page. @returns the long tasks meanwhile */
async function scrollThrough() {
  await browser.evaluate('void (__bench.longTasks.length = 0)')
  let mostTiles = 0
  let flings = 0
  for (; flings < 200; flings += 1) {
    const left = await browser.evaluate('document.documentElement.scrollHeight - innerHeight - scrollY')
    if (left < 2) break
    await browser.page('Input.synthesizeScrollGesture', {
      x: 195,
      y: 600,
      yDistance: -Math.min(left + 10, 3_000),
      speed: FLING_SPEED,
      gestureSourceType: 'mouse',
    })
    const tiles = await browser.evaluate('document.querySelectorAll("main [data-testid=game-tile]").length')
    mostTiles = Math.max(mostTiles, tiles)
  }
  await sleep(500)
  const { scrolled, left, longTasks } = await browser.evaluate(
    '({ scrolled: scrollY, left: document.documentElement.scrollHeight - innerHeight - scrollY, longTasks: __bench.longTasks })',
  )
  return { scrolled, left, flings, mostTiles, longTasks }
}

const FIELD = 'main input[type=search]'

/** Puts `word` into the empty field as one edit; with `isSent`, Enter follows. */
async function search(word, isSent) {
  await browser.evaluate(
    `document.querySelector('${FIELD}').focus(), document.querySelector('${FIELD}').select()`,
  )
  // Awaited, because input overtakes a script that waits for the main thread.
  await browser.evaluate(`__bench.expect(${JSON.stringify(word)})`)
  await browser.page('Input.insertText', { text: word })
  if (isSent) {
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 }
    await browser.page('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key })
    await browser.page('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  }
  const moments = await browser.evaluate('__bench.results')
  await browser.evaluate('__bench.calm()')
  return moments
}

try {
  ensureInstall()
  console.log(`Making a catalogue of ${total} games …`)
  product = await startWithGames({ distDir: ensureBuild(), total })
  browser = await openBrowser({ profileDir })
  await browser.page('Emulation.setDeviceMetricsOverride', PHONE)
  await browser.page('Page.enable')
  await browser.page('Page.addScriptToEvaluateOnNewDocument', { source: WATCH })
  await browser.page('Page.navigate', { url: `${product.origin}/games` })
  await waitFor('document.querySelectorAll("main [data-testid=game-tile]").length > 5', 'The list of games')
  // The worker's installation and the caches belong to the first visit, not to scrolling.
  await sleep(6_000)
  await browser.page('Emulation.setCPUThrottlingRate', { rate: throttle })

  console.log('Scrolling through …')
  const scroll = await scrollThrough()
  await browser.evaluate('scrollTo(0, 0)')
  await sleep(1_000)

  console.log('Searching …')
  const sent = []
  const typed = []
  for (let round = 0; round < rounds; round += 1) {
    const word = WORDS[round % WORDS.length]
    sent.push(await search(word, true))
    await search('k', true)
    typed.push(await search(word, false))
    await search('k', true)
  }

  const spread = (numbers) => [ms(median(numbers)), ms(Math.max(...numbers))]
  const answers = sent.map(({ entered, shown }) => shown - entered)
  console.log(`\n${total} games, processor ${throttle} times slower\n`)
  console.log(
    table([
      ['Scrolling', ''],
      ['Pixels, flings', `${Math.round(scroll.scrolled)}, ${scroll.flings}`],
      ['Most tiles in the page at once', String(scroll.mostTiles)],
      ['Tasks over 50 ms', String(scroll.longTasks.length)],
      [
        'Longest task',
        scroll.longTasks.length > 0
          ? ms(Math.max(...scroll.longTasks.map(({ duration }) => duration)))
          : 'under 50 ms',
      ],
    ]),
  )
  console.log('')
  console.log(
    table([
      ['Search', 'median', 'worst'],
      ['Enter → results painted', ...spread(answers)],
      [
        'Pause after typing over → results painted',
        ...spread(typed.map(({ committed, shown }) => shown - committed)),
      ],
      [
        'Last letter → results painted, pause included',
        ...spread(typed.map(({ typed: at, shown }) => shown - at)),
      ],
    ]),
  )

  console.log(
    `\nMeasured: ${scroll.longTasks.length} long tasks; from Enter ${spread(answers).join(' in the median, ')} at worst; after the pause of typing ${ms(median(typed.map(({ committed, shown }) => shown - committed)))}`,
  )

  const problems = []
  if (!(scroll.left < 2) || scroll.scrolled === 0) problems.push('The end of the list was not reached.')
  if (scroll.longTasks.length > 0) problems.push('Scrolling had long tasks.')
  if (scroll.mostTiles >= total / 4) problems.push('The list is not virtualised.')
  // Negated, so that NaN fails.
  if (!(median(answers) <= MAX_SEARCH_MS)) problems.push(`Search takes more than ${MAX_SEARCH_MS} ms.`)
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
