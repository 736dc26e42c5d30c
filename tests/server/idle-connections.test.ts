import { Agent, request, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createServer } from '#server/http/listen.ts'

/** How long nginx and the load balancers of large clouds keep an unused connection. */
const PROXY_SECONDS = 60

const closes: (() => unknown)[] = []
afterEach(() => closes.splice(0).forEach((close) => close()))

async function open(keepAliveSeconds: number): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(() => new Response('ok'), { keepAliveSeconds })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closes.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return { server, port: (server.address() as AddressInfo).port }
}

/** Acts as a proxy: it reuses its connection, and never repeats a POST. */
function proxyTo(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  closes.push(() => agent.destroy())
  return () =>
    new Promise<{ readonly status: number; readonly socket: Socket }>((resolve) => {
      const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/' }, (response) => {
        const { socket } = response
        response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, socket }))
      })
      sent.on('error', () => resolve({ status: 502, socket: sent.socket as Socket }))
      sent.end()
    })
}

describe('idle connections', () => {
  it('are kept longer than proxies keep them, unless the operator sets another time', () => {
    expect(readConfig({}).keepAliveSeconds).toBeGreaterThan(PROXY_SECONDS)
    expect(readConfig({ KEEP_ALIVE_SECONDS: '650' }).keepAliveSeconds).toBe(650)
    for (const wrong of ['0', '-1', '1.5', '3601', 'long'])
      expect(() => readConfig({ KEEP_ALIVE_SECONDS: wrong })).toThrow('KEEP_ALIVE_SECONDS must be')
  })

  it('stay open as long as a proxy uses them, so that no request is lost', async () => {
    // A twenty-fifth of the usual times.
    const scale = 1 / 25
    const { port } = await open(readConfig({}).keepAliveSeconds * scale)
    const send = proxyTo(port)
    const first = await send()
    expect(first.status).toBe(200)
    for (let times = 0; times < 2; times += 1) {
      await sleep(PROXY_SECONDS * 1_000 * scale)
      const { status, socket } = await send()
      expect([status, socket === first.socket]).toEqual([200, true])
    }
  })

  it('are closed by the server after the configured time', async () => {
    const { port } = await open(0.2)
    const { socket } = await proxyTo(port)()
    await expect.poll(() => socket.destroyed, { timeout: 5_000 }).toBe(true)
  })
})
