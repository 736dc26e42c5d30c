import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/lib/koi-process.mjs'
import { installWithApt } from './postgres.ts'

export interface TestNats {
  readonly url: string
  /** Kills it at once; `start` restarts it at the same address, possibly with another password. */
  kill(): Promise<void>
  start(password?: string): Promise<void>
  stop(): Promise<void>
}

const START_WITHIN_MS = 10_000
const [USER, PASSWORD] = ['koi', 'carp/pond']

/**
 * A NATS server from Debian's package, which asks for a password.
 * @throws if it is missing and cannot be installed
 */
export async function startNats(): Promise<TestNats> {
  const program = findProgram() ?? installProgram()
  const port = await freePort()
  let server: ChildProcess | undefined
  const killWithUs = () => void server?.kill('SIGKILL')
  process.once('exit', killWithUs)

  async function start(password = PASSWORD): Promise<void> {
    const options = ['--addr', '127.0.0.1', '--port', `${port}`, '--user', USER, '--pass', password]
    server = spawn(program, options, { stdio: 'ignore' })
    const deadline = Date.now() + START_WITHIN_MS
    while (!(await answers(port))) {
      if (server.exitCode !== null || Date.now() > deadline) throw new Error('NATS did not start')
      await sleep(20)
    }
  }
  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
  }
  await start()
  return {
    url: `nats://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    kill,
    start,
    async stop() {
      process.off('exit', killWithUs)
      await kill()
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    socket.once('data', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('data', () => socket.destroy())
  })

/** It may be installed outside the PATH. */
function findProgram(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'],
  ]
  return folders.map((folder) => join(folder, 'nats-server')).find((file) => existsSync(file))
}

function installProgram(): string {
  installWithApt('nats-server')
  // The package starts a server of its own.
  spawnSync('systemctl', ['stop', 'nats-server'], { stdio: 'ignore' })
  const program = findProgram()
  if (program) return program
  throw new Error(
    'No NATS server is on this machine and none could be installed: install the package nats-server.',
  )
}
