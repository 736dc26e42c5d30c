import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const READY_WITHIN_MS = 20_000
const AGAIN_AFTER_MS = 1_000

/** True if a start with these variables has Demo Studio: in practice mode, unless it is told otherwise. */
export const wantsDemoProvider = (env = process.env) => env.KOI_MODE !== 'live' && !env.KOI_DEMO_PROVIDER

/**
 * Starts Demo Studio, which ends with this process. `demo-provider.d.mts` describes the result.
 */
export async function startDemoProvider({ operator, distDir, env = {}, flags = [], comesAgain = false }) {
  const built = distDir && join(distDir, 'server', 'demo-provider', 'main.js')
  const program =
    built && existsSync(built)
      ? [built]
      : ['--import', import.meta.resolve('tsx'), join(ROOT, 'demo-provider/main.ts')]
  const launch = (more = {}) =>
    spawn(process.execPath, [...flags, ...program], {
      cwd: process.cwd(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env, ...more, KOI_DEMO_PROVIDER_OPERATOR: operator },
    })
  let child = launch()
  const ready = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('Demo Studio did not start in time.')), READY_WITHIN_MS)
    child.once('message', (message) => {
      clearTimeout(late)
      resolve(message)
    })
    child.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`Demo Studio ended with code ${code}.`))
    })
  }).catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  // The server knows its address, so one that has died comes again at the same.
  const watch = () => {
    // It lives as long as this process, and does not keep it alive.
    child.unref()
    child.channel?.unref()
    child.once('exit', (code) => {
      if (code === 0 || !comesAgain) return
      setTimeout(() => {
        child = launch({ KOI_DEMO_PROVIDER_PORT: new URL(ready.url).port })
        watch()
      }, AGAIN_AFTER_MS).unref()
    })
  }
  watch()
  return {
    url: ready.url,
    /** Its process, which another replaces when it dies. */
    get child() {
      return child
    },
  }
}

/** Address of the server at home: what it listens on may be every address. */
export function addressAtHome(host, port) {
  const isAnywhere = host === undefined || host === '' || ['localhost', '0.0.0.0', '::'].includes(host)
  const name = isAnywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
