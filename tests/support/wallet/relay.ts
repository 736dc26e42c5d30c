import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'

/** Node clients close a socket after 35 s without a ping. */
const PING_MS = 10_000
const DEFAULT_TTL_SECONDS = 300
const TOPIC = /^[0-9a-f]{64}$/
const UNAUTHORIZED = 3000

interface Message {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly attestation: string | undefined
  readonly publishedAt: number
  readonly expiresAt: number
  readonly sender: string
  /** Clients that acknowledged it; other clients get it again after a reconnect. */
  readonly acknowledgedBy: Set<string>
}

interface Client {
  readonly id: string
  readonly socket: WebSocket
  isAlive: boolean
}

interface Subscription {
  readonly id: string
  readonly client: Client
}

type Params = Record<string, unknown>

export interface RelayStats {
  /** All sockets that were ever accepted. */
  connections: number
  readonly openSockets: number
  published: number
  /** Messages sent to a client, first or repeated. */
  delivered: number
  /** Calls by method, such as `irn_publish`. */
  readonly calls: ReadonlyMap<string, number>
}

export interface TestRelay {
  /** `ws://127.0.0.1:<port>` */
  readonly url: string
  readonly stats: RelayStats
  /** Cuts every socket as a broken network does; clients may reconnect. */
  dropAll(): void
  /** Cuts every socket and accepts no new one: `refuse` cuts the caller off, `hang` never answers. */
  pause(how?: 'refuse' | 'hang'): void
  resume(): void
  stop(): Promise<void>
}

/**
 * Stands in for WalletConnect's relay: protocol "irn", JSON-RPC 2.0 over WebSocket, with a mailbox per topic. Messages
 * live as long as their sender asked, and are kept for each client until it acknowledges them. Knows the handshake
 * calls `wc_proposeSession` and `wc_approveSession` of @walletconnect/core 2.19+.
 */
export async function startRelay(): Promise<TestRelay> {
  const mailboxes = new Map<string, Message[]>()
  const subscriptions = new Map<string, Map<string, Subscription>>()
  const unacknowledged = new Map<number, () => void>()
  const clients = new Set<Client>()
  const hanging = new Set<Duplex>()
  const calls = new Map<string, number>()
  let nextId = Date.now() * 1_000
  let paused: 'refuse' | 'hang' | null = null

  const stats: RelayStats = {
    connections: 0,
    published: 0,
    delivered: 0,
    calls,
    get openSockets() {
      return clients.size
    },
  }

  const subscribersOf = (topic: string) =>
    entryOf(subscriptions, topic, () => new Map<string, Subscription>())
  const pendingFor = (client: Client, topic: string) =>
    (mailboxes.get(topic) ?? []).filter(
      ({ sender, expiresAt, acknowledgedBy }) =>
        sender !== client.id && expiresAt > Date.now() && !acknowledgedBy.has(client.id),
    )

  function deliver({ id, client }: Subscription, entry: Message): void {
    if (client.socket.readyState !== client.socket.OPEN) return
    stats.delivered++
    const callId = ++nextId
    unacknowledged.set(callId, () => entry.acknowledgedBy.add(client.id))
    const { topic, message, publishedAt, tag, attestation } = entry
    const data = { topic, message, publishedAt, tag, attestation }
    client.socket.send(
      JSON.stringify({ id: callId, jsonrpc: '2.0', method: 'irn_subscription', params: { id, data } }),
    )
  }

  function publish(client: Client, params: Params): void {
    const topic = topicIn(params, 'topic')
    const now = Date.now()
    const entry: Message = {
      topic,
      message: String(params['message']),
      tag: Number(params['tag'] ?? 0),
      attestation: params['attestation'] as string | undefined,
      publishedAt: now,
      expiresAt: now + Number(params['ttl'] ?? DEFAULT_TTL_SECONDS) * 1_000,
      sender: client.id,
      acknowledgedBy: new Set(),
    }
    const kept = (mailboxes.get(topic) ?? []).filter(({ expiresAt }) => expiresAt > now)
    mailboxes.set(topic, [...kept, entry])
    stats.published++
    for (const subscription of subscribersOf(topic).values()) {
      if (subscription.client.id !== client.id) deliver(subscription, entry)
    }
  }

  function subscribe(client: Client, topic: string): string {
    // Clients compute the same id for their subscriptions.
    const id = createHash('sha256')
      .update(topic + client.id)
      .digest('hex')
    const subscription = { id, client }
    subscribersOf(topic).set(client.id, subscription)
    // After the answer: a client must know the topic before it gets waiting messages.
    setImmediate(() => pendingFor(client, topic).forEach((entry) => deliver(subscription, entry)))
    return id
  }

  const unsubscribe = (client: Client, topic: string) => void subscribersOf(topic).delete(client.id)

  function fetchMessages(client: Client, topics: readonly string[]) {
    const messages = topics.flatMap((topic) =>
      pendingFor(client, topic).map(({ acknowledgedBy, message, publishedAt, tag }) => {
        acknowledgedBy.add(client.id)
        return { topic, message, publishedAt, tag }
      }),
    )
    return { messages, hasMore: false }
  }

  const methods: Record<string, (client: Client, params: Params) => unknown> = {
    irn_publish: (client, params) => (publish(client, params), true),
    irn_batchPublish: (client, params) => {
      for (const each of params['messages'] as Params[]) publish(client, each)
      return true
    },
    irn_subscribe: (client, params) => subscribe(client, topicIn(params, 'topic')),
    irn_batchSubscribe: (client, params) => topicsIn(params).map((topic) => subscribe(client, topic)),
    irn_unsubscribe: (client, params) => (unsubscribe(client, topicIn(params, 'topic')), true),
    irn_batchUnsubscribe: (client, params) => {
      for (const each of params['subscriptions'] as Params[]) unsubscribe(client, topicIn(each, 'topic'))
      return true
    },
    irn_fetchMessages: (client, params) => fetchMessages(client, [topicIn(params, 'topic')]),
    irn_batchFetchMessages: (client, params) => fetchMessages(client, topicsIn(params)),
    // Both sides of the handshake are subscribed to the topic of their answer.
    wc_proposeSession(client, params) {
      const topic = topicIn(params, 'pairingTopic')
      subscribe(client, topic)
      publish(client, { ...params, topic, message: params['sessionProposal'], tag: 1100 })
      return true
    },
    wc_approveSession(client, params) {
      const topic = topicIn(params, 'sessionTopic')
      const pairing = topicIn(params, 'pairingTopic')
      subscribe(client, topic)
      publish(client, { ...params, topic: pairing, message: params['sessionProposalResponse'], tag: 1101 })
      publish(client, { ...params, topic, message: params['sessionSettlementRequest'], tag: 1102 })
      return true
    },
  }

  function answer(client: Client, text: string): string | null {
    const call = parseCall(text)
    if (!call) return failure(null, -32_700, 'Parse error')
    if (call.method === undefined) {
      unacknowledged.get(call.id)?.()
      unacknowledged.delete(call.id)
      return null
    }
    calls.set(call.method, (calls.get(call.method) ?? 0) + 1)
    const method = methods[call.method]
    if (!method) return failure(call.id, -32_601, 'Method not found')
    try {
      return JSON.stringify({ id: call.id, jsonrpc: '2.0', result: method(client, call.params ?? {}) })
    } catch (error) {
      return failure(call.id, -32_602, `Invalid params: ${String(error)}`)
    }
  }

  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1 << 20 })
  sockets.on('connection', (socket, request) => {
    const query = new URL(request.url ?? '', 'http://relay').searchParams
    const id = issuerOf(query.get('auth'))
    if (id === null || !query.get('projectId')) {
      socket.close(UNAUTHORIZED, id === null ? 'Unauthorized: invalid auth' : 'Project not found')
      return
    }
    const client: Client = { id, socket, isAlive: true }
    clients.add(client)
    stats.connections++
    socket.on('pong', () => (client.isAlive = true))
    socket.on('error', () => {})
    socket.on('message', (raw: Buffer) => {
      const reply = answer(client, raw.toString())
      if (reply !== null) socket.send(reply)
    })
    socket.on('close', () => {
      clients.delete(client)
      for (const subscribers of subscriptions.values()) {
        if (subscribers.get(id)?.client === client) subscribers.delete(id)
      }
    })
  })

  const server = createServer((_, response) => void response.end('irn'))
  server.on('upgrade', (request, socket, head) => {
    if (paused === null) {
      sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request))
    } else if (paused === 'hang') {
      hanging.add(socket)
      socket.on('error', () => {}).on('close', () => hanging.delete(socket))
    } else {
      socket.destroy()
    }
  })

  const pings = setInterval(() => {
    for (const client of clients) {
      if (!client.isAlive) client.socket.terminate()
      client.isAlive = false
      client.socket.ping()
    }
  }, PING_MS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const dropAll = () => clients.forEach(({ socket }) => socket.terminate())
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stats,
    dropAll,
    pause(how = 'refuse') {
      paused = how
      dropAll()
    },
    resume() {
      paused = null
    },
    async stop() {
      clearInterval(pings)
      dropAll()
      hanging.forEach((socket) => socket.destroy())
      sockets.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function topicIn(params: Params, name: string): string {
  const topic = params[name]
  if (typeof topic !== 'string' || !TOPIC.test(topic)) throw new Error(name)
  return topic
}

const topicsIn = (params: Params) =>
  (params['topics'] as string[]).map((topic) => topicIn({ topic }, 'topic'))

function parseCall(text: string): { id: number; method?: string; params?: Params } | null {
  try {
    return JSON.parse(text) as { id: number; method?: string; params?: Params }
  } catch {
    return null
  }
}

/** The issuer in a client's token; the signature is not checked. */
function issuerOf(token: string | null): string | null {
  try {
    const { iss } = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as {
      iss?: string
    }
    return iss ?? null
  } catch {
    return null
  }
}

const failure = (id: number | null, code: number, message: string) =>
  JSON.stringify({ id, jsonrpc: '2.0', error: { code, message } })
