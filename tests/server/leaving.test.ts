import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request, type Server } from 'node:http'
import { createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createServer, listen } from '#server/http/listen.ts'

const folder = mkdtempSync(join(tmpdir(), 'koi-leaving-'))
const open = (env: Record<string, string>) => {
  const config = readConfig({ TRUST_PROXY: '1', ...env })
  const answer = async () => (await sleep(5), new Response('ok'))
  return listen(() => createServer(answer, config), config)
}
const closed = (servers: readonly Server[]) =>
  Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))

/** A POST as nginx sends it, on a connection of its own. */
const post = (place: { readonly socketPath: string } | { readonly port: number }, agent?: Agent) =>
  new Promise<{ readonly outcome: string; readonly connection?: string | undefined }>((resolve) => {
    const sent = request(
      { ...place, host: '127.0.0.1', method: 'POST', agent: agent ?? false },
      (response) => {
        const { connection } = response.headers
        response.resume().on('end', () => resolve({ outcome: `${response.statusCode}`, connection }))
      },
    )
    sent.on('error', ({ code }: NodeJS.ErrnoException) => resolve({ outcome: code ?? '' }))
    sent.end('{}')
  })

describe('a server that leaves', () => {
  let n = 0
  let path: string
  beforeEach(() => (path = join(folder, `${n++}.sock`)))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('answers every call that has found its socket, and is found by no other', async () => {
    const { servers, leave, address } = await open({ SOCKET: path })
    expect(address).toBe(path)
    const outcomes: string[] = []
    let isOver = false
    const callers = Array.from({ length: 20 }, async () => {
      while (!isOver) outcomes.push((await post({ socketPath: path })).outcome)
    })
    await sleep(100)
    await leave()
    await closed(servers)
    isOver = true
    await Promise.all(callers)
    expect([...new Set(outcomes)].toSorted()).toEqual(['200', 'ENOENT'])
    expect(readdirSync(folder)).toEqual([])
  })

  it('ends connections with their answers, so that no call comes on one that it closes', async () => {
    const { servers, leave, address } = await open({ PORT: '0', STOP_DELAY_SECONDS: '1' })
    const place = { port: Number(new URL(address).port) }
    const agent = new Agent({ keepAlive: true })
    expect((await post(place, agent)).connection).toBe('keep-alive')
    const left = leave()
    expect(await post(place, agent)).toEqual({ outcome: '200', connection: 'close' })
    await left
    await closed(servers)
    expect((await post(place)).outcome).toBe('ECONNREFUSED')
  })

  it('takes the place of a process that was killed, and of nothing else', async () => {
    const other = createSocket().listen(path)
    await once(other, 'listening')
    await expect(open({ SOCKET: path })).rejects.toThrow(`Another process listens at ${path}`)
    other.close()
    // A process that is killed leaves the file.
    const killed = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`,
    ])
    await once(killed, 'exit')
    const { servers } = await open({ SOCKET: path })
    expect((await post({ socketPath: path })).outcome).toBe('200')
    await closed(servers)
    writeFileSync(path, 'a file of the operator')
    await expect(open({ SOCKET: path })).rejects.toThrow('must be the path of a socket')
  })

  it('has a socket only behind a proxy', () => {
    expect(() => readConfig({ SOCKET: path })).toThrow('SOCKET is for a proxy on this machine')
    expect(() => readConfig({ SOCKET: 'koi.sock', TRUST_PROXY: '1' })).toThrow('SOCKET must be a path')
  })
})
