// `npm run bench:lobby`: the Games page with 1,000 games, and then with 5,000 games of another provider, which come in
// pages, on a phone's screen, `--throttle` times slower.
//
// Scrolling: fast flings (4,000 px a second) through the whole list; every long task that the browser reports (over 50
// ms on the main thread) counts. Search: the words are put into the field and sent with Enter, which skips the pause
// for typing; the time runs from the key event's own timestamp to the frame after the results changed. Typing without
// Enter waits 300 ms on purpose; its time is shown without and with that pause. Games of others are searched by the
// server: the time that the main thread is busy from Enter to the painted results counts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { ensureInstall } from '../../scripts/lib/ensure-install.mjs'
import { median, table } from '../../scripts/lib/numbers.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { openBrowser } from './cdp-browser.mjs'
import { PROVIDER, startWithGames } from './large-catalogue.mjs'

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

const OTHER_WORDS = [
  'story 7',
  'story 42',
  '故事',
  'story 123',
  'tory 99',
  'story 5',
  'ory 31',
  'story 2',
  '故事1',
  'story',
]

const { values } = readOptions({
  usage: `npm run bench:lobby: the Games page with a long catalogue on a phone.
  --games 1000   how many games
  --others 5000  how many games of another provider
  --throttle 1   how many times slower the processor is
  --rounds 10    how many searches`,
  options: {
    games: { type: 'string', default: '1000' },
    others: { type: 'string', default: '5000' },
    throttle: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '10' },
  },
})
const [total, others, throttle, rounds] = [values.games, values.others, values.throttle, values.rounds].map(
  Number,
)
if (![total, others, throttle, rounds].every((number) => number >= 1)) {
  console.error('--games, --others, --throttle and --rounds take numbers from 1.')
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

const SPOTS = '[...document.querySelectorAll("main [aria-posinset]")]'
/** The last of all games is in the page. */
const IS_END = `${SPOTS}.some((spot) => spot.getAttribute('aria-posinset') === spot.getAttribute('aria-setsize'))`

/** Flings to the end of the list, page after page. @returns the long tasks meanwhile */
async function scrollThrough() {
  await browser.evaluate('void (__bench.longTasks.length = 0)')
  let mostTiles = 0
  let flings = 0
  let waits = 0
  while (flings < 400) {
    const [left, isEnd] = await browser.evaluate(
      `[document.documentElement.scrollHeight - innerHeight - scrollY, ${IS_END}]`,
    )
    if (left < 2 && isEnd) break
    if (left < 2) {
      // The finger was faster than the next page.
      waits += 1
      if (waits > 600) break
      await sleep(50)
      continue
    }
    flings += 1
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
  const { scrolled, left, isEnd, longTasks } = await browser.evaluate(
    `({ scrolled: scrollY, left: document.documentElement.scrollHeight - innerHeight - scrollY, isEnd: ${IS_END}, longTasks: __bench.longTasks })`,
  )
  return { scrolled, left, isEnd, flings, waits, mostTiles, longTasks }
}

const FIELD = 'main input[type=search]'

/** Puts `word` into the empty field as one edit; with `isSent`, Enter follows. */
async function search(word, isSent, isCalmed = true) {
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
  if (isCalmed) await browser.evaluate('__bench.calm()')
  return moments
}

/** Milliseconds of the main thread since the page was opened. */
async function busyMs() {
  const { metrics } = await browser.page('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000
}

/** One search of the games of others. @returns the time to the painted results, and of the main thread until then */
async function searchOthers(word) {
  const before = await busyMs()
  const { entered, shown } = await search(word, true, false)
  const busy = (await busyMs()) - before
  await browser.evaluate('__bench.calm()')
  return { took: shown - entered, busy }
}

const scrollRows = (scroll) => [
  ['Scrolling', ''],
  ['Pixels, flings', `${Math.round(scroll.scrolled)}, ${scroll.flings}`],
  ['Times the next page came late', String(scroll.waits)],
  ['Most tiles in the page at once', String(scroll.mostTiles)],
  ['Tasks over 50 ms', String(scroll.longTasks.length)],
  [
    'Longest task',
    scroll.longTasks.length > 0
      ? ms(Math.max(...scroll.longTasks.map(({ duration }) => duration)))
      : 'under 50 ms',
  ],
]

try {
  ensureInstall()
  console.log(`Making a catalogue of ${total} games, and ${others} of others …`)
  product = await startWithGames({ distDir: ensureBuild(), total, others })
  browser = await openBrowser({ profileDir })
  await browser.page('Emulation.setDeviceMetricsOverride', PHONE)
  await browser.page('Page.enable')
  await browser.page('Page.addScriptToEvaluateOnNewDocument', { source: WATCH })
  await browser.page('Performance.enable', { timeDomain: 'timeTicks' })
  // Only own games: the provider has them.
  await browser.page('Page.navigate', { url: `${product.origin}/games?provider=koi-originals` })
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

  console.log(`Scrolling through ${others} games of others …`)
  await browser.page('Page.navigate', { url: `${product.origin}/games?provider=${PROVIDER}` })
  await waitFor('document.querySelectorAll("main [data-testid=game-tile]").length > 5', 'The games of others')
  await sleep(4_000)
  const othersScroll = await scrollThrough()
  await browser.evaluate('scrollTo(0, 0)')
  await sleep(1_000)
  console.log('Searching them …')
  const found = []
  for (let round = 0; round < rounds; round += 1) {
    found.push(await searchOthers(OTHER_WORDS[round % OTHER_WORDS.length]))
    await search('nothing', true)
  }

  const spread = (numbers) => [ms(median(numbers)), ms(Math.max(...numbers))]
  const answers = sent.map(({ entered, shown }) => shown - entered)
  const busy = found.map((each) => each.busy)
  console.log(`\n${total} games, processor ${throttle} times slower\n`)
  console.log(table(scrollRows(scroll)))
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

  console.log(`\n${others} games of others\n`)
  console.log(table(scrollRows(othersScroll)))
  console.log('')
  console.log(
    table([
      ['Search', 'median', 'worst'],
      ['Enter → results painted', ...spread(found.map(({ took }) => took))],
      ['Main thread busy meanwhile', ...spread(busy)],
    ]),
  )
  console.log(
    `\nMeasured: others: ${othersScroll.longTasks.length} long tasks; search busy ${spread(busy).join(' in the median, ')} at worst`,
  )

  const problems = []
  if (!(othersScroll.left < 2) || !othersScroll.isEnd)
    problems.push('The end of the games of others was not reached.')
  if (othersScroll.longTasks.length > 0) problems.push('Scrolling the games of others had long tasks.')
  if (othersScroll.mostTiles >= others / 4) problems.push('The games of others are not virtualised.')
  if (!(median(busy) <= MAX_SEARCH_MS))
    problems.push(`Search of others keeps the main thread busy for more than ${MAX_SEARCH_MS} ms.`)
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
