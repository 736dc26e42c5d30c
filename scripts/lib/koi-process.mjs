import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..', '..')
const HOST = '127.0.0.1'
const READY_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 10_000

/** A port that is free at this moment. */
export async function freePort() {
  const server = createServer()
  await new Promise((done, fail) => server.once('error', fail).listen(0, HOST, done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

/**
 * Starts the built product on its own port and data directory, and waits until it is ready. `koi-process.d.mts`
 * describes the result.
 */
export async function startKoi({
  distDir = process.env.KOI_DIST_DIR ?? join(ROOT, 'dist'),
  dataDir,
  template,
  port,
  env = {},
  flags = [],
} = {}) {
  const main = join(resolve(distDir), 'server', 'main.js')
  if (!existsSync(main)) throw new Error(`${main} is missing: run "npm run build" first.`)

  const isOwnDataDir = dataDir === undefined
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'koi-data-')))
  if (template) await cp(template, directory, { recursive: true })
  const chosenPort = port ?? (await freePort())
  const origin = `http://${HOST}:${chosenPort}`

  let log = ''
  let child
  let served = resolve(distDir)

  async function start() {
    const program = join(served, 'server', 'main.js')
    const process_ = spawn(process.execPath, [...flags, program], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        ...env,
        HOST,
        PORT: String(chosenPort),
        DATA_DIR: directory,
      },
    })
    child = process_
    for (const stream of [process_.stdout, process_.stderr]) stream.on('data', (chunk) => (log += chunk))
    const deadline = Date.now() + READY_WITHIN_MS
    while (Date.now() < deadline) {
      if (process_.exitCode !== null || process_.signalCode !== null) break
      if (await isReady(origin)) return
      await sleep(50)
    }
    process_.kill('SIGKILL')
    throw new Error(`The server did not become ready at ${origin}.\n${log.slice(-4_000)}`)
  }

  async function end(signal) {
    const process_ = child
    child = undefined
    if (!process_ || process_.exitCode !== null || process_.signalCode !== null) return
    const gone = new Promise((done) => process_.once('exit', done))
    process_.kill(signal)
    const late = setTimeout(() => process_.kill('SIGKILL'), STOP_WITHIN_MS)
    await gone
    clearTimeout(late)
  }

  await start()
  return {
    origin,
    port: chosenPort,
    dataDir: directory,
    get pid() {
      return child?.pid
    },
    get isRunning() {
      return child !== undefined && child.exitCode === null && child.signalCode === null
    },
    get log() {
      return log
    },
    kill: () => end('SIGKILL'),
    async restart(options = {}) {
      await end('SIGTERM')
      if (options.distDir) served = resolve(options.distDir)
      await start()
    },
    async stop() {
      await end('SIGTERM')
      if (isOwnDataDir) await rm(directory, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function isReady(origin) {
  try {
    const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(2_000) })
    return answer.ok
  } catch {
    return false
  }
}
