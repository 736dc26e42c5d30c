import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFaultProxy, type FaultProxy } from '../support/api-fault-proxy.ts'

let server: Server
let proxy: FaultProxy

beforeEach(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ data: { path: request.url, host: request.headers.host, filler: 'x'.repeat(200) } }),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  proxy = await startFaultProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

afterEach(async () => {
  await proxy.stop()
  server.closeAllConnections()
  server.close()
})

describe('the fault proxy', () => {
  it('forwards everything without faults', async () => {
    const answer = await fetch(`${proxy.origin}/api/games?x=1`)
    const body = (await answer.json()) as { data: { path: string; host: string } }
    expect(body.data.path).toBe('/api/games?x=1')
    expect(body.data.host).not.toBe(new URL(proxy.origin).host)
    expect(proxy.requests).toEqual(['GET /api/games'])
  })

  it('answers with a status as often as configured, and only on that path', async () => {
    proxy.fail('/api/games', { kind: 'status', status: 401, isLogin: true }, 1)
    const refused = await fetch(`${proxy.origin}/api/games`)
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ result: { isLogin: true } })
    expect((await fetch(`${proxy.origin}/api/games`)).status).toBe(200)
    expect((await fetch(`${proxy.origin}/api/coins`)).status).toBe(200)
  })

  it('delays, garbles, drops and cuts answers', async () => {
    proxy.fail(/delay/, { kind: 'delay', ms: 120 })
    proxy.fail(/garble/, { kind: 'malformed', body: '<html>' })
    proxy.fail(/drop/, { kind: 'drop' })
    proxy.fail(/cut/, { kind: 'cut' })

    const before = performance.now()
    expect((await fetch(`${proxy.origin}/delay`)).status).toBe(200)
    expect(performance.now() - before).toBeGreaterThan(100)
    expect(await (await fetch(`${proxy.origin}/garble`)).text()).toBe('<html>')
    await expect(fetch(`${proxy.origin}/drop`)).rejects.toThrow()
    await expect(fetch(`${proxy.origin}/cut`).then((answer) => answer.text())).rejects.toThrow()
  })

  it('forgets its faults when cleared', async () => {
    proxy.fail(/./, { kind: 'status', status: 500 })
    proxy.clear()
    expect((await fetch(`${proxy.origin}/api/games`)).status).toBe(200)
  })
})
