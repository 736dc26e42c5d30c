// Takes the screenshots of the install sheet from a running Koi: BASE_URL=http://127.0.0.1:8080 node
// scripts/render-screenshots.mjs
import { mkdirSync, statSync } from 'node:fs'
import { chromium } from 'playwright'
import { chromiumArgs, ensureChromium } from './lib/chromium.mjs'

const base = process.env.BASE_URL ?? 'http://127.0.0.1:8080'
const folder = new URL('../public/screenshots/', import.meta.url)
mkdirSync(folder, { recursive: true })

const shots = { home: '/', games: '/games', game: '/games/dice/play' }
const forms = {
  narrow: {
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
  },
  wide: { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1.5 },
}

const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })

for (const [form, device] of Object.entries(forms)) {
  const context = await browser.newContext({
    ...device,
    colorScheme: 'dark',
    locale: 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  for (const [name, path] of Object.entries(shots)) {
    await page.goto(new URL(path, base).href, { waitUntil: 'load' })
    // The live stream keeps the network of a page from ever being idle.
    await page.waitForTimeout(2_500)
    await page.evaluate(async () => {
      await document.fonts.ready
      // A lazy image out of sight is never fetched, and waiting for it would never end.
      const seen = [...document.images].filter((image) => {
        const { top, left, width } = image.getBoundingClientRect()
        return width > 0 && top < innerHeight && left < innerWidth
      })
      await Promise.all(seen.map((image) => image.decode()))
    })
    if (name === 'game') await play(page)
    const file = new URL(`${name}-${form}.jpg`, folder).pathname
    await page.screenshot({ path: file, type: 'jpeg', quality: 80 })
    console.log(file, statSync(file).size)
  }
  await context.close()
}

await browser.close()

/** A few bets, until the last one wins. */
async function play(page) {
  const chips = page.getByRole('list', { name: 'Recent results' }).getByRole('link')
  for (let bet = 1; bet < 60; bet += 1) {
    await page.getByTestId('bet-button').click()
    await chips.nth(Math.min(bet, 12) - 1).waitFor()
    await page.waitForTimeout(900)
    if (bet >= 6 && (await page.getByText(/^You won/).count()) > 0) return
  }
}
