import { untilAborted, within } from './abort.ts'
import { closeHangingSockets } from './bounded-socket.ts'
import { readApprovedSession } from './namespaces.ts'
import { readWalletError } from './read-wallet-error.ts'
import { RelayProvider, replaceInit, type Proposal, type RelayProviderOptions } from './relay-provider.ts'
import { whenSessionsChange } from './stored-sessions.ts'
import { WalletError } from './wallet-error.ts'

type Listener = (payload: never) => void

/** Time limit for a pairing code: the relay itself never gives up. */
const RELAY_WITHIN_MS = 10_000
/** Time limit for telling a wallet that the session is over. */
const GOODBYE_WITHIN_MS = 3_000
/** Pause between attempts to reach the relay for a stored session. */
const RELAY_AGAIN_MS = 5_000
const RELAY_LOOK_MS = 250

/** A wallet may need this long for its own last step of a settlement. */
const FRESH_MS = 3_000
/** Time limit for the settlement after the wallet's approval. */
const SETTLE_WITHIN_MS = 15_000
const GOODBYE = { code: 6000, message: 'User disconnected.' }

/** Needed for signing in. */
const NEEDED_METHODS = ['personal_sign']

export interface PairingAttempt {
  readonly relayUrl: string
  readonly chainIds: readonly number[]
  readonly signal: AbortSignal
  /** Restores the stored session, without showing a code. */
  readonly isSilent: boolean
  /** Topic of the stored session; undefined for any. */
  readonly topic?: string | undefined
  /** The wallet has approved; the session is not settled yet. */
  readonly onAnswered: () => void
}

let shared: Promise<RelayProvider> | undefined

/** One provider for the page: each has its own relay connection and storage. */
function theProvider(options: RelayProviderOptions, relayUrl: string): Promise<RelayProvider> {
  shared ??= RelayProvider.start({ ...options, relayUrl, showQrModal: false })
  const starting = shared
  shared.catch(() => {
    if (shared === starting) shared = undefined
  })
  const late = () => new WalletError('not_initialized', 'The library does not start')
  return within(shared, RELAY_WITHIN_MS, late)
}

/**
 * Call when another tab has changed the stored sessions: the next attempt reads them again. The old provider stops
 * writing, or it would overwrite newer sessions and keys with its own.
 */
function retireProvider(): void {
  const old = shared
  shared = undefined
  for (const key of Object.keys(globalThis).filter((each) => each.startsWith('_walletConnectCore_'))) {
    Reflect.deleteProperty(globalThis, key)
  }
  old?.then((provider) => provider.retire()).catch(() => undefined)
}

whenSessionsChange(retireProvider)

/**
 * Lends the shared provider to web3-onboard's module for one attempt, as if the module had created it. `close` removes
 * the module's subscriptions.
 */
export function shareProvider(attempt: PairingAttempt) {
  const listeners = new Map<string, Set<Listener>>()
  let fail: (error: Error) => void = () => {}
  const failure = new Promise<never>((_, reject) => (fail = reject))
  failure.catch(() => undefined)
  let provider: RelayProvider | undefined
  let stop: (() => void) | undefined
  /** The provider may still hold the session of the wallet that is being replaced. */
  let hasSession = false

  const emit = (event: string, payload: unknown) => {
    for (const listener of Array.from(listeners.get(event) ?? [])) listener(payload as never)
  }

  function subscribe(to: RelayProvider): void {
    const forward = ['accountsChanged', 'chainChanged', 'session_delete'] as const
    const forwarders = forward.map((event) => [event, (payload: unknown) => emit(event, payload)] as const)
    // The library's types list fewer events than it emits.
    const events = to.events as unknown as NodeJS.EventEmitter
    for (const [event, listener] of forwarders) events.on(event, listener)
    const { client } = to
    const onExpired = ({ topic }: { topic: string }) => {
      if (topic === to.session?.topic || !to.session) emit('session_delete', { topic })
    }
    client.on('session_expire', onExpired)
    stop = () => {
      for (const [event, listener] of forwarders) events.removeListener(event, listener)
      client.off('session_expire', onExpired)
      listeners.clear()
    }
  }

  const face = {
    get session() {
      return hasSession ? provider?.session : undefined
    },
    get accounts() {
      return hasSession && provider ? accountsOf(provider, attempt.chainIds) : []
    },
    get chainId() {
      return provider?.chainId ?? 0
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return face
    },
    off(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return face
    },
    /** Never rejects: the module would log the player's refusal to the console as an error. */
    async connect(): Promise<void> {
      try {
        if (!provider) throw new WalletError('not_initialized', 'Not initialized')
        await pair(provider, attempt, (uri) => emit('display_uri', uri))
        hasSession = true
        emit('connect', { chainId: `0x${provider.chainId.toString(16)}` })
      } catch (error) {
        fail(readWalletError(error))
        await new Promise<never>(() => {})
      }
    },
    async request(args: { method: string; params?: unknown[] }): Promise<unknown> {
      if (args.method === 'eth_accounts') return face.accounts
      if (!face.session || !provider)
        throw new WalletError('session_ended', 'The wallet has ended the connection')
      if (!REACHES_THE_WALLET.test(args.method)) throw new WalletError('method_unsupported', args.method)
      return provider.request(args)
    },
    async disconnect(): Promise<void> {
      const topic = face.session?.topic
      if (provider && topic !== undefined) await endSession(provider, topic)
    },
  }

  replaceInit(async (options) => {
    provider = await theProvider(options, attempt.relayUrl)
    if (attempt.topic !== undefined && !provider.client.session.keys.includes(attempt.topic)) {
      // Another tab stored this session, and its storage event may not have arrived yet.
      retireProvider()
      provider = await theProvider(options, attempt.relayUrl)
    }
    if (attempt.isSilent) {
      await restore(provider, attempt)
      hasSession = true
    }
    if (!attempt.signal.aborted) subscribe(provider)
    return face
  })

  return {
    failure,
    /** Name that the connected wallet gives itself. */
    peerName: () => provider?.session?.peer.metadata.name,
    topic: () => face.session?.topic,
    /** Ends the session and forgets it, even if the wallet cannot be told. */
    end: () => face.disconnect(),
    close(): void {
      stop?.()
      stop = undefined
    },
  }
}

/** Requests for the wallet; the library would send any other to a public node. */
const REACHES_THE_WALLET = /^(?:personal_|eth_send|eth_sign|wallet_)/

/** Private parts of the library: sessions that a wallet has approved but not settled. */
interface Engine {
  readonly pendingSessions: ReadonlyMap<
    number,
    { readonly sessionTopic: string; readonly pairingTopic: string }
  >
  sendRequest(request: {
    topic: string
    method: 'wc_sessionDelete'
    params: typeof GOODBYE
    throwOnFailedPublish: boolean
  }): Promise<unknown>
}

/**
 * Shows a code and waits for the wallet. A cancelled attempt expires the proposal, so that scanning its code later
 * connects nothing.
 */
async function pair(
  provider: RelayProvider,
  { signal, chainIds, onAnswered }: PairingAttempt,
  show: (uri: string) => void,
): Promise<void> {
  const late = () => new WalletError('relay_unreachable', 'The relay does not answer')
  const { client } = provider
  const { relayer, expirer } = client.core
  closeHangingSockets()
  // After some failures the library waits long before it tries again.
  if (!relayer.connected && !relayer.connecting) relayer.transportOpen().catch(() => undefined)
  let topic: string | undefined
  let isOver = false
  const expire = () => {
    for (const { id, pairingTopic } of client.proposal.getAll()) {
      if (pairingTopic === topic) expirer.set(id, 0)
    }
    if (topic !== undefined) expirer.set(topic, 0)
  }
  let onShown = () => {}
  const isShown = new Promise<void>((resolve) => (onShown = resolve))
  let onUnsettled: (error: Error) => void = () => {}
  const unsettled = new Promise<never>((_, reject) => (onUnsettled = reject))
  unsettled.catch(() => undefined)
  let settling: ReturnType<typeof setTimeout> | undefined
  // With its approval the wallet keeps the pairing, which then lasts longer.
  const onExpiry = ({ target }: { target: string }) => {
    if (isOver || topic === undefined || target !== `topic:${topic}`) return
    const failed = () =>
      onUnsettled(new WalletError('settlement_failed', 'The wallet did not settle the session'))
    settling ??= setTimeout(failed, SETTLE_WITHIN_MS)
    onAnswered()
  }

  // Otherwise the previous session's grants would be required.
  provider.signer.namespaces = {}
  const onProposal = ({ uri, approval }: Proposal): Proposal => {
    topic = /^wc:([0-9a-f]+)@/.exec(uri ?? '')?.[1]
    if (isOver) expire()
    else if (uri !== undefined) show(uri)
    onShown()
    return {
      ...(uri !== undefined && { uri }),
      async approval() {
        const session = await approval()
        if (!isOver) return session
        // The wallet approved at the moment the attempt was cancelled.
        endFreshSession(provider, session.topic)
        throw new WalletError('session_ended', 'The attempt was cancelled')
      },
    }
  }
  // The provider asks for its code before it waits for anything, so the next proposal belongs to this attempt.
  client.onProposal = onProposal
  const connected = provider.connect()
  connected.catch(() => undefined)
  expirer.on('expirer_created', onExpiry)
  try {
    await untilAborted(within(Promise.race([isShown, connected]), RELAY_WITHIN_MS, late), signal)
    await untilAborted(Promise.race([connected, unsettled]), signal)
  } catch (error) {
    isOver = true
    await tellUnsettled(client.engine as unknown as Engine, topic)
    expire()
    throw error
  } finally {
    clearTimeout(settling)
    expirer.off('expirer_created', onExpiry)
  }

  const topicNow = provider.session?.topic ?? ''
  try {
    const approved = readApprovedSession(provider.session?.namespaces, {
      chainIds,
      methods: NEEDED_METHODS,
      events: [],
    })
    await chooseConfiguredChain(provider, approved.chainIds, chainIds)
  } catch (error) {
    endFreshSession(provider, topicNow)
    throw error
  }
  void endOthers(provider, topicNow)
}

/** Only one wallet at a time: ends the previous session, and earlier ones whose wallets could not be told. */
async function endOthers(provider: RelayProvider, kept?: string): Promise<void> {
  for (const { topic } of provider.client.session.getAll()) {
    if (topic !== kept) await endSession(provider, topic)
  }
}

/** Prefers a chain that Koi serves: the first chain that the wallet lists may be any. */
async function chooseConfiguredChain(
  provider: RelayProvider,
  approved: readonly number[],
  configured: readonly number[],
): Promise<void> {
  if (configured.includes(provider.chainId)) return
  const chainId = configured.find((id) => approved.includes(id))
  if (chainId === undefined) return
  // The wallet has approved this chain, so the library switches without asking it.
  await provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: `0x${chainId.toString(16)}` }],
  })
}

/** Ends a session that was just settled, after a delay: wallets lose a message that overtakes their own last step. */
function endFreshSession(provider: RelayProvider, topic: string): void {
  if (provider.session?.topic === topic) provider.signer.session = undefined
  setTimeout(() => void endSession(provider, topic), FRESH_MS)
}

/** Tells a wallet that has approved, but whose session was never settled, that there is no session. */
async function tellUnsettled(engine: Engine, pairing: string | undefined): Promise<void> {
  const late = () => new WalletError('relay_unreachable', 'The relay does not answer')
  for (const { sessionTopic, pairingTopic } of engine.pendingSessions.values()) {
    if (pairingTopic !== pairing) continue
    const told = engine.sendRequest({
      topic: sessionTopic,
      method: 'wc_sessionDelete' as const,
      params: GOODBYE,
      throwOnFailedPublish: true,
    })
    await within(told, GOODBYE_WITHIN_MS, late).catch(() => undefined)
  }
}

/** Accounts on the active chain; all accounts if the wallet lists chains one by one or has none on this chain. */
function accountsOf(provider: RelayProvider, chainIds: readonly number[]): readonly string[] {
  if (provider.accounts.length > 0) return provider.accounts
  try {
    const wanted = { chainIds, methods: NEEDED_METHODS, events: [] }
    return readApprovedSession(provider.session?.namespaces, wanted).accounts
  } catch {
    return []
  }
}

/** Waits until the relay has told if the wallet still has the stored session. */
async function restore(provider: RelayProvider, { signal, chainIds, topic }: PairingAttempt): Promise<void> {
  if (topic !== undefined && topic !== provider.session?.topic) await provider.takeSession(topic)
  if (!provider.session) throw new WalletError('session_ended', 'No session is stored')
  readApprovedSession(provider.session.namespaces, { chainIds, methods: NEEDED_METHODS, events: [] })
  const { relayer } = provider.client.core
  const startedAt = performance.now()
  let tries = 0
  while (!relayer.connected) {
    signal.throwIfAborted()
    // The library gives up after some tries.
    const isDue = performance.now() - startedAt >= (tries + 1) * RELAY_AGAIN_MS
    if (isDue) {
      tries += 1
      if (!relayer.connecting) relayer.transportOpen().catch(() => undefined)
    }
    await untilAborted(new Promise((resolve) => setTimeout(resolve, RELAY_LOOK_MS)), signal)
  }
}

/**
 * Ends a session here even if the wallet cannot be told: the relay may be gone, or the session already unknown ('No
 * matching key').
 */
async function endSession(provider: RelayProvider, topic: string): Promise<void> {
  const { client } = provider
  const isCurrent = () => provider.session?.topic === topic
  const late = () => new WalletError('relay_unreachable', 'The relay does not answer')
  const told = isCurrent() ? provider.disconnect() : client.disconnect({ topic, reason: GOODBYE })
  await within(told, GOODBYE_WITHIN_MS, late).catch(() => undefined)
  if (client.session.keys.includes(topic)) await client.session.delete(topic, GOODBYE).catch(() => undefined)
  if (isCurrent()) provider.signer.session = undefined
}
