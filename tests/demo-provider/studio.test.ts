import { createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { createLogger } from '#server/base/logger.ts'
import { DEMO_PROVIDER, withDemoProvider } from '#server/config/demo-provider-config.ts'
import { mountProviderCalls } from '#server/providers/provider-calls.endpoints.ts'
import { isSignedBy, signatureOf } from '../../demo-provider/signatures.ts'
import { openStudio } from '../../demo-provider/studio.ts'
import { wantsDemoProvider } from '../../scripts/lib/demo-provider.mjs'

const KOI = 'http://localhost:8080'
const folder = mkdtempSync(join(tmpdir(), 'koi-studio-'))
const studio = openStudio({
  folder,
  walletUrl: 'http://127.0.0.1:1/api/providers/koi-demo',
  origin: () => 'http://127.0.0.1:8090',
  home: () => 'http://127.0.0.1:8090',
  files: fileURLToPath(new URL('../../demo-provider/', import.meta.url)),
  times: { bettingMs: 150, cardMs: 5, resultMs: 50 },
})
afterAll(() => studio.close())

const operatorKey = createPrivateKey(readFileSync(join(folder, 'koi.key')))
const providerKey = createPublicKey(readFileSync(join(folder, 'provider.pem')))

async function operator(path: string, said: object, key = operatorKey) {
  const body = JSON.stringify(said)
  const answer = await studio.fetch(
    new Request(`http://studio/operator/generic/v2${path}`, {
      method: 'POST',
      headers: { 'X-Hub88-Signature': signatureOf(Buffer.from(body), key) },
      body,
    }),
  )
  const text = await answer.text()
  expect(isSignedBy(providerKey, Buffer.from(text), answer.headers.get('X-Hub88-Signature') ?? '')).toBe(true)
  return { status: answer.status, value: JSON.parse(text) as Record<string, unknown> }
}

const DEMO = { operator_id: 'koi', currency: 'XXX', lang: 'zh', lobby_url: `${KOI}/games` }

async function openDemo(game: string) {
  const { value } = await operator('/game/url', { ...DEMO, game_code: game })
  const path = new URL(String(value['url'])).pathname
  const call = async (part: string, body?: object) => {
    const answer = await studio.fetch(
      new Request(`http://studio${path}${part}`, {
        ...(body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      }),
    )
    return { answer, json: (await answer.json()) as Record<string, unknown> }
  }
  return { path, call }
}

describe('the test provider', () => {
  it('reads no more of a call than a call can have', async () => {
    const { path } = await openDemo('lotus-wheel')
    for (const at of ['/operator/generic/v2/game/list', `${path}/wheel`]) {
      let read = 0
      const body = new ReadableStream({
        pull(stream) {
          read += 1
          if (read > 100) stream.close()
          else stream.enqueue(new Uint8Array(16 * 1024))
        },
      })
      const asked = new Request(`http://studio${at}`, { method: 'POST', body, duplex: 'half' } as RequestInit)
      expect((await studio.fetch(asked)).status).toBe(413)
      expect(read).toBeLessThan(10)
    }
  })

  it('makes its keys for nobody else', () => {
    for (const file of ['provider.key', 'koi.key']) {
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    }
  })

  it('answers signed calls only, and signs its answers', async () => {
    const { status, value } = await operator('/game/list', { operator_id: 'koi' })
    expect(status).toBe(200)
    expect(value).toHaveLength(3)
    const forger = createPrivateKey(readFileSync(join(folder, 'provider.key')))
    expect(await operator('/game/list', { operator_id: 'koi' }, forger)).toMatchObject({ status: 401 })
    expect(await operator('/game/url', { ...DEMO, game_code: 'none' })).toMatchObject({ status: 404 })
    expect(
      await operator('/game/url', { ...DEMO, game_code: 'lotus-wheel', currency: 'USDT' }),
    ).toMatchObject({
      status: 400,
      value: { error: 'user and token are missing' },
    })
  })

  it('shows a page that only the operator frames, with no script in itself', async () => {
    const { path } = await openDemo('lotus-wheel')
    const page = await studio.fetch(new Request(`http://studio${path}`))
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`frame-ancestors ${KOI};`.slice(0, -1))
    expect(policy).toContain("script-src 'self'")
    const html = await page.text()
    expect(html).toContain('<html lang="zh-CN"')
    expect(html).not.toMatch(/<script(?![^>]* src=)/)
    for (const [, file] of html.matchAll(/(?:href|src)="(\/page\/[^"]+)"/g)) {
      expect((await studio.fetch(new Request(`http://studio${file}`))).status).toBe(200)
    }
    expect((await studio.fetch(new Request('http://studio/page/..%2fmain.ts'))).status).toBe(404)
  })

  it('plays with demo coins, and the same key gets the same answer', async () => {
    const { call } = await openDemo('lotus-wheel')
    const asked = { key: 'a-key-of-a-page', bets: { leaf: 100_000 } }
    const first = await call('/wheel', asked)
    expect(await call('/wheel', asked)).toMatchObject({ json: first.json })
    const { paid } = first.json['result'] as { paid: number }
    expect((await call('/balance')).json).toMatchObject({ balance: 100_000_000 - 100_000 + paid })
    for (const bets of [{}, { leaf: 5 }, { leaf: -10_000 }, { none: 10_000 }, { leaf: 1e9 }]) {
      expect((await call('/wheel', { key: 'another-key', bets })).answer.status).toBe(400)
    }
    const most = { moon: 40_000_000, dragonfly: 10_000_000 }
    let code: unknown
    for (let nth = 0; nth < 400 && code === undefined; nth += 1) {
      code = (await call('/wheel', { key: `round-number-${nth}`, bets: most })).json['code']
    }
    expect(code).toBe('no_money')
  })

  it('deals the same cards to all who watch, and takes no bet after the bell', async () => {
    const [one, other] = [await openDemo('koi-baccarat'), await openDemo('koi-baccarat')]
    const [first, second] = await Promise.all(
      [one, other].map(async ({ path }) => {
        const answer = await studio.fetch(new Request(`http://studio${path}/table`))
        const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
        let text = ''
        return async (until: RegExp) => {
          while (!until.test(text)) text += (await reader?.read())?.value ?? ''
          return until.exec(text)?.[1] ?? ''
        }
      }),
    )
    if (!first || !second) throw new Error('No table')
    const hand = await first(/"hand":"([^"]+)","phase":"betting"/)
    const bets = { player: 20_000, banker: 20_000 }
    const seat = await one.call('/bets', { key: 'first-of-them', hand, bets })
    expect(seat.json).toMatchObject({ bets: { player: 20_000, banker: 20_000, tie: 0 }, paid: null })
    const result = /("phase":"result"[^\n]*"winner":"[a-z]+")/
    expect(await second(result)).toBe(await first(result))
    expect(await first(/event: seat\ndata: [^\n]*"paid":(39000|40000|40000),"balance"/)).toBeTruthy()
    const late = await one.call('/bets', { key: 'second-of-them', hand, bets })
    expect(late.json).toEqual({ code: 'late' })
  })
})

describe('live mode', () => {
  const set = { KOI_DEMO_PROVIDER: 'http://127.0.0.1:8090' } as const

  it('has no test provider, whatever the environment says', async () => {
    const all = {
      KOI_DEMO_PROVIDER_PORT: undefined,
      KOI_DEMO_PROVIDER_ORIGIN: undefined,
      KOI_DEMO_PROVIDER_OPERATOR: undefined,
    }
    const of = (mode: 'practice' | 'live') =>
      withDemoProvider({}, { ...all, ...set }, { mode, dataDir: folder })
    expect(of('practice').map(({ name }) => name)).toEqual([DEMO_PROVIDER])
    expect(of('live')).toEqual([])
    expect(wantsDemoProvider({ KOI_MODE: 'live' })).toBe(false)
    expect(wantsDemoProvider({ KOI_DEMO_PROVIDER: '0' })).toBe(false)
    expect(wantsDemoProvider({})).toBe(true)

    const app = new Hono<{ Variables: never }>()
    const services = {
      db: null as never,
      rates: null as never,
      clock: Date.now,
      logger: createLogger('silent'),
    }
    mountProviderCalls(app as never, { ...services, providers: [] })
    expect(
      (await app.request(`/api/providers/${DEMO_PROVIDER}/user/balance`, { method: 'POST' })).status,
    ).toBe(404)
  })
})
