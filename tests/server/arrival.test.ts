import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import * as v from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'
import { API_BASE } from '#contract/api-base.ts'
import { endpoint } from '#contract/endpoint.ts'
import { createLogger } from '#server/base/logger.ts'
import { createDetachedCalls } from '#server/base/detached-calls.ts'
import { Refusal } from '#server/base/refusal.ts'
import { createCallTurns } from '#server/http/call-turns.ts'
import { mountEndpoints, served } from '#server/http/mount-endpoint.ts'
import { requestLog, type RequestVariables } from '#server/http/request-log.ts'
import { createTokenPlayers } from '#server/identity/token-players.ts'

const stamp = endpoint({
  method: 'POST',
  path: '/stamp',
  tag: 'crash',
  access: 'player',
  summary: 'When it has arrived',
  body: v.object({ key: v.string() }),
  data: v.object({ key: v.string() }),
  errors: [],
})
const BODY = JSON.stringify({ key: 'a' })

const closes: (() => void)[] = []
afterEach(() => closes.splice(0).forEach((close) => close()))

/** Notes the arrival time of each call that its endpoint handles. */
async function open({ authenticate = async () => ({ id: '1', uid: 1 }), busyMs = 0 } = {}) {
  const arrived: number[] = []
  const app = new Hono<{ Variables: RequestVariables }>()
  app.use(requestLog(createLogger('silent')))
  app.use(async (_, next) => {
    const busyUntil = performance.now() + busyMs
    while (performance.now() < busyUntil);
    await next()
  })
  const calls = createDetachedCalls()
  const one = served(stamp, {
    detached: calls,
    async handle({ body: { key } }, { receivedAt = Number.NaN }) {
      arrived.push(receivedAt)
      return { key }
    },
  })
  mountEndpoints(app, [one], {
    clock: Date.now,
    trustProxy: false,
    authenticate,
    players: createTokenPlayers(),
    turns: createCallTurns(),
  })
  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await new Promise((resolve) => socket.once('connect', resolve))
  let answer = ''
  socket.on('data', (data) => void (answer += String(data)))
  closes.push(() => {
    socket.destroy()
    server.close()
  })
  const head = (more: string) =>
    `POST ${API_BASE}/stamp HTTP/1.1\r\nhost: 127.0.0.1\r\naccess-token: t\r\ncontent-type: application/json\r\n${more}\r\n\r\n`
  const answered = async () => {
    for (let tries = 0; tries < 500 && !answer.includes('\r\n\r\n'); tries += 1) await sleep(10)
    return answer.split('\r\n')[0]
  }
  return { arrived, port, socket, head, answered }
}

describe('the arrival time of a call', () => {
  it('is the time of its first byte when it came in one piece, even on a busy server', async () => {
    const { arrived, socket, head, answered } = await open({ busyMs: 200 })
    const sentAt = performance.now()
    socket.write(head(`content-length: ${BODY.length}`) + BODY)
    expect(await answered()).toContain('200')
    expect(arrived[0]).toBeGreaterThanOrEqual(sentAt)
    expect((arrived[0] ?? Infinity) - sentAt).toBeLessThan(150)
    expect(performance.now() - sentAt).toBeGreaterThan(200)
  })

  it.each([
    ['of a known length', `content-length: ${BODY.length}`, [BODY.slice(0, 4), BODY.slice(4)]],
    ['in chunks', 'transfer-encoding: chunked', [`${BODY.length.toString(16)}\r\n${BODY}\r\n`, '0\r\n\r\n']],
    ['that comes after its head', `content-length: ${BODY.length}`, ['', BODY]],
  ])(
    'is the time of its last byte, for a call %s that was sent in two parts',
    async (_, more, [first = '', last = '']) => {
      const { arrived, socket, head, answered } = await open()
      socket.write(head(more) + first)
      await sleep(300)
      const completedAt = performance.now()
      socket.write(last)
      expect(await answered()).toContain('200')
      expect(arrived[0]).toBeGreaterThanOrEqual(completedAt)
    },
  )

  it('stays the same while the call waits for a database that is away', async () => {
    let asked = 0
    const { arrived, socket, head, answered } = await open({
      async authenticate() {
        asked += 1
        if (asked < 6) throw new Refusal('unavailable', 'The database is away')
        return { id: '1', uid: 1 }
      },
    })
    const sentAt = performance.now()
    socket.write(head(`content-length: ${BODY.length}`) + BODY)
    expect(await answered()).toContain('200')
    expect(performance.now() - sentAt).toBeGreaterThan(200)
    expect((arrived[0] ?? Infinity) - sentAt).toBeLessThan(150)
  })
})

describe('calls with `detached`', () => {
  it("run at once, are waited for at shutdown, and do not count towards a player's limit", async () => {
    const calls = createDetachedCalls()
    const begun: number[] = []
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => void (release = resolve))
    const run = (line: string, n: number) =>
      calls.run([line], async () => {
        begun.push(n)
        await held
      })
    const ofOne = Array.from({ length: 8 }, (_, n) => run('player 1', n))
    await expect(run('player 1', 8)).rejects.toMatchObject({ code: 'rate_limited' })
    const others = [run('player 2', 9), run('address 10.0.0.1', 10)]
    // Slow calls of the same player do not delay them.
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 9, 10])
    let isSettled = false
    const settled = calls.settled().then(() => void (isSettled = true))
    await sleep(20)
    expect(isSettled).toBe(false)
    release()
    await Promise.all([...ofOne, ...others, settled])
    await calls.run(['player 1'], async () => undefined)
  })

  it('do not count towards the limit of a session whose player is not known yet', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => void (release = resolve))
    let asked = 0
    const { arrived, port, head } = await open({
      async authenticate() {
        asked += 1
        await held
        return { id: '1', uid: 1 }
      },
    })
    const send = () =>
      new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(head(`content-length: ${BODY.length}\r\nconnection: close`) + BODY),
        )
        let text = ''
        socket.on('data', (data) => (text += data.toString()))
        socket.on('close', () => resolve(text))
      })
    const answers = Promise.all(Array.from({ length: 11 }, send))
    for (let tries = 0; tries < 200 && asked < 8; tries += 1) await sleep(10)
    await sleep(100)
    expect(asked).toBe(8)
    release()
    const statuses = (await answers).map((text) => /^HTTP\/1.1 (\d+)/.exec(text)?.[1])
    expect(statuses.filter((status) => status === '200')).toHaveLength(8)
    expect(statuses.filter((status) => status === '429')).toHaveLength(3)
    expect(arrived).toHaveLength(8)
  })
})
