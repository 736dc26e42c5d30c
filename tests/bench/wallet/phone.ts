import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBrowser } from '../cdp-browser.mjs'
import { prepareBenchPage, WALLET_TAKES_MS } from './page-script.ts'

const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true }
/** Blocks all other machines: other names do not resolve. */
const NOWHERE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'
const FOUND_WITHIN_MS = 20_000

export type Phone = Awaited<ReturnType<typeof openPhone>>

/** A browser with a phone's screen and, at `throttle`, its processor. */
export async function openPhone(throttle: number) {
  const profileDir = mkdtempSync(join(tmpdir(), 'koi-bench-wallet-'))
  const browser = await openBrowser({ profileDir, args: [NOWHERE] })
  await browser.page('Page.enable')
  await browser.page('Runtime.enable')
  await browser.page('Performance.enable')
  await browser.page('Emulation.setDeviceMetricsOverride', PHONE)
  await browser.page('Page.addScriptToEvaluateOnNewDocument', {
    // The TypeScript loader wraps named functions in `__name`, which the page lacks.
    source: `(() => { const __name = (each) => each; (${prepareBenchPage.toString()})(${WALLET_TAKES_MS}) })()`,
  })
  await browser.page('Emulation.setCPUThrottlingRate', { rate: throttle })

  const evaluate = <T>(expression: string) => browser.evaluate(expression) as Promise<T>

  async function waitFor(expression: string): Promise<void> {
    const deadline = Date.now() + FOUND_WITHIN_MS
    while (!(await evaluate(`Boolean(${expression})`))) {
      if (Date.now() > deadline) throw new Error(`Timed out waiting for ${expression}`)
      await sleep(50)
    }
  }

  return {
    evaluate,
    waitFor,
    /** Opens an address as on a first visit, and waits for the page to settle. */
    async visit(url: string, restMs: number): Promise<void> {
      await browser.page('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' })
      await browser.page('Page.navigate', { url })
      await waitFor('document.readyState === "complete" && window.bench')
      await sleep(restMs)
    },
    async tap(selector: string, text = ''): Promise<void> {
      const place = `bench.place(${JSON.stringify(selector)}, ${JSON.stringify(text)})`
      await waitFor(place)
      const { x, y } = await evaluate<{ x: number; y: number }>(place)
      const mouse = { x, y, button: 'left', clickCount: 1 }
      await browser.page('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse })
      await browser.page('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse })
    },
    /** Milliseconds from the last tap until it is visible; null if it does not appear in time. */
    seen: (selector: string, withinMs = 15_000) =>
      evaluate<number | null>(`bench.seen(${JSON.stringify(selector)}, ${withinMs})`),
    holds: (condition: string, withinMs = 15_000) =>
      evaluate<number | null>(`bench.holds(() => ${condition}, ${withinMs})`),
    /** Listeners and nodes in the page's memory after a collection. */
    async counts() {
      await browser.page('HeapProfiler.enable')
      for (let round = 0; round < 3; round += 1) await browser.page('HeapProfiler.collectGarbage')
      const { metrics } = (await browser.page('Performance.getMetrics')) as {
        metrics: { name: string; value: number }[]
      }
      const value = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN
      return {
        'JS listeners': value('JSEventListeners'),
        'nodes in memory': value('Nodes'),
        'elements of the document': await evaluate<number>('bench.nodes()'),
        'listeners on the wallet': await evaluate<number>('bench.listeners()'),
      }
    },
    async close(): Promise<void> {
      await browser.close()
      rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
