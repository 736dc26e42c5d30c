import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressAtHome, startDemoProvider, wantsDemoProvider } from './lib/demo-provider.mjs'
import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { freePort } from './lib/koi-process.mjs'
import { readOptions } from './lib/options.mjs'

requireNode()
readOptions({
  usage: `npm run dev

  Starts app and server with hot reload. It has no options: the variables of the server set it up (docs/configuration.md).`,
  options: {},
})

const ROOT = join(import.meta.dirname, '..')
const HOST = process.env.HOST || 'localhost'
const PORT = Number(process.env.PORT || 8080)
const READY_WITHIN_MS = 60_000

let api
let vite

try {
  ensureInstall()
  await checkConfig()
  const apiPort = await freePort()
  if (wantsDemoProvider()) {
    const operator = addressAtHome('127.0.0.1', apiPort)
    process.env.KOI_DEMO_PROVIDER = (await startDemoProvider({ operator, comesAgain: true })).url
  }
  api = startApi(apiPort)
  vite = await startVite(`http://127.0.0.1:${apiPort}`)
  if (await isReady(apiPort)) console.log(`Koi is ready at http://${HOST}:${PORT} (hot reload)`)
} catch (error) {
  console.error(error.message)
  await stop(1)
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop(0))

/** Ends with the server's own sentence when the environment is wrong: a watcher would wait for a change instead. */
async function checkConfig() {
  const { tsImport } = await import('tsx/esm/api')
  const { readConfig } = await tsImport('../server/config/config.ts', import.meta.url)
  readConfig(process.env)
}

/** Restarts the server whenever one of its sources changes. */
function startApi(port) {
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs')
  const child = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    },
  })
  // Its own ready line names the inner port, which nobody should open.
  child.stdout.on('data', (chunk) => {
    if (!chunk.includes('Koi is ready')) process.stdout.write(chunk)
  })
  return child
}

/** Vite serves the app and forwards `/api`. */
async function startVite(apiOrigin) {
  const { createServer } = await import('vite')
  const server = await createServer({
    root: ROOT,
    server: {
      host: HOST,
      port: PORT,
      strictPort: true,
      proxy: { '/api': apiOrigin },
      watch: { ignored: ['**/.data/**', '**/.cache/**', '**/dist/**', '**/server/**', '**/tests/**'] },
    },
  })
  return server.listen()
}

async function isReady(port) {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && api.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null)
    if (answer?.ok) return true
    await sleep(100)
  }
  return false
}

async function stop(exitCode) {
  await vite?.close()
  if (api && api.exitCode === null) {
    api.kill('SIGTERM')
    await Promise.race([once(api, 'exit'), sleep(7_000)])
  }
  process.exit(exitCode)
}
