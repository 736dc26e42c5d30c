import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Json = Record<string, unknown>

/** Answers a call in the provider's place; what it leaves is answered truly. */
type Lie = (response: ServerResponse, path: string, body: Json) => boolean

/** A provider that speaks Hub88 on this machine, and can be made to lie. */
export async function startFakeProvider() {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const koi = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const state = {
    games: [] as unknown,
    transactions: [] as readonly Json[],
    /** Transactions in each page. */
    page: 2,
    covers: new Map<string, Buffer>(),
    lie: (() => false) as Lie,
    /** Bodies of calls, by path. */
    asked: [] as { readonly path: string; readonly body: Json }[],
  }

  const answers: Readonly<Record<string, (body: Json) => unknown>> = {
    '/game/list': () => state.games,
    '/game/url': ({ game_code, token }) => ({
      url: `${origin()}/frame/${String(game_code)}?token=${String(token)}`,
    }),
    '/transactions/list': ({ after = '0' }) => {
      const from = Number(after)
      const to = from + state.page
      return {
        transactions: state.transactions.slice(from, to),
        next: to < state.transactions.length ? String(to) : null,
      }
    },
  }

  function send(response: ServerResponse, value: unknown, key = own.privateKey): void {
    const bytes = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
    const signature = sign('RSA-SHA256', bytes, key).toString('base64')
    response.writeHead(200, { 'content-type': 'application/json', 'x-hub88-signature': signature })
    response.end(bytes)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    const path = request.url ?? ''
    const cover = state.covers.get(path)
    if (cover) return void response.end(cover)
    const call = path.replace('/operator/generic/v2', '')
    const given = Buffer.from(String(request.headers['x-hub88-signature'] ?? ''), 'base64')
    if (!answers[call] || !verify('RSA-SHA256', bytes, koi.publicKey, given)) {
      response.writeHead(answers[call] ? 401 : 404)
      return void response.end('{"error":"unknown"}')
    }
    const body = JSON.parse(bytes.toString()) as Json
    state.asked.push({ path: call, body })
    if (state.lie(response, call, body)) return
    send(response, answers[call](body))
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const dir = mkdtempSync(join(tmpdir(), 'koi-fake-provider-'))
  const write = (name: string, key: string | Buffer) => {
    writeFileSync(join(dir, name), key)
    return join(dir, name)
  }
  return {
    state,
    origin: origin(),
    send,
    stranger: stranger.privateKey,
    keyFile: write('pond.key', own.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    /** Its entry in the configuration. */
    entry: {
      name: 'pond',
      title: 'Pond Games',
      protocol: 'hub88',
      url: origin(),
      operatorId: 'koi',
      ownKeyFile: write('koi.pem', koi.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      keyFiles: [write('pond.pem', own.publicKey.export({ type: 'spki', format: 'pem' }))],
      currencies: [{ currency: 'USDT', coin: 'usdt-tron' }],
      frameOrigins: [origin()],
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type FakeProvider = Awaited<ReturnType<typeof startFakeProvider>>
