import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromiumArgs, ensureChromium } from './chromium.mjs'

const START_WITHIN_MS = 30_000

/**
 * Starts Chromium with a debugging port and otherwise a player's settings: Playwright would switch off the back/forward
 * cache and more.
 * @param {{ profileDir?: string, args?: string[] }} [options] the profile is temporary by default
 * @returns {Promise<{ port: number, endpoint: string, close: () => Promise<void> }>}
 */
export async function startBrowser({ profileDir, args = [] } = {}) {
  const profile = profileDir ?? mkdtempSync(join(tmpdir(), 'koi-browser-'))
  const portFile = join(profile, 'DevToolsActivePort')
  rmSync(portFile, { force: true })
  const child = spawn(
    ensureChromium(),
    [
      ...chromiumArgs,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--password-store=basic',
      '--use-mock-keychain',
      ...args,
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  const gone = new Promise((done) => child.once('exit', done))

  const isEnded = () => child.exitCode !== null || child.signalCode !== null
  async function close() {
    if (!isEnded()) child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await gone
    clearTimeout(late)
    if (profileDir) return
    try {
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    } catch {
      // A child of the browser still writes; the system clears its temporary folder.
    }
  }

  const deadline = Date.now() + START_WITHIN_MS
  while (Date.now() < deadline && !isEnded()) {
    const [port, path] = readPort(portFile)
    if (path) return { port: Number(port), endpoint: `ws://127.0.0.1:${port}${path}`, close }
    await sleep(5)
  }
  await close()
  throw new Error('Chromium did not start.')
}

function readPort(file) {
  try {
    return readFileSync(file, 'utf8').trim().split('\n')
  } catch {
    return []
  }
}
