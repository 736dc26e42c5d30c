import { spawn } from 'node:child_process'
import { chromiumArgs, ensureChromium } from '../../scripts/lib/chromium.mjs'

/**
 * Chromium, driven through a pipe, with only the protocol domains that a benchmark enables: a testing library would
 * listen to every request, and slow down the measurement.
 * @param {{ profileDir: string, args?: string[] }} options
 */
export async function openBrowser({ profileDir, args = [] }) {
  const child = spawn(
    ensureChromium(),
    [
      ...chromiumArgs,
      '--headless=new',
      '--remote-debugging-pipe',
      `--user-data-dir=${profileDir}`,
      '--password-store=basic',
      '--use-mock-keychain',
      ...args,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const [, , , toBrowser, fromBrowser] = child.stdio
  const gone = new Promise((done) => child.once('exit', done))
  const waiting = new Map()
  let lastId = 0
  let rest = ''
  fromBrowser.setEncoding('utf8')
  fromBrowser.on('data', (chunk) => {
    const messages = (rest + chunk).split('\0')
    rest = messages.pop() ?? ''
    for (const text of messages) {
      const { id, result, error } = JSON.parse(text)
      const pending = waiting.get(id)
      if (!pending) continue
      waiting.delete(id)
      if (error) pending.reject(new Error(`${pending.method}: ${error.message}`))
      else pending.resolve(result)
    }
  })
  child.once('exit', () => {
    for (const { reject, method } of waiting.values()) reject(new Error(`${method}: Chromium has ended`))
  })

  const send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { resolve, reject, method })
      toBrowser.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`)
    })

  const { targetInfos } = await send('Target.getTargets')
  const { targetId } = targetInfos.find(({ type }) => type === 'page')
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })

  return {
    /** Sends a command to the page. */
    page: (method, params) => send(method, params, sessionId),
    /** The value of an expression in the page; promises are awaited. */
    async evaluate(expression) {
      const { result, exceptionDetails } = await send(
        'Runtime.evaluate',
        { expression, awaitPromise: true, returnByValue: true },
        sessionId,
      )
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
    /** Closes as a player does, so that the profile is written. */
    async close() {
      await Promise.race([send('Browser.close').catch(() => undefined), gone])
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await gone
      clearTimeout(late)
    },
  }
}
