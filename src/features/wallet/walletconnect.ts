import { EthereumProvider } from '@walletconnect/ethereum-provider'
import { untilAborted, within } from './abort.ts'
import { readApprovedSession } from './namespaces.ts'
import { readWalletError } from './read-wallet-error.ts'
import { WalletError } from './wallet-error.ts'

type Provider = Awaited<ReturnType<typeof EthereumProvider.init>>
type Options = Parameters<typeof EthereumProvider.init>[0]
type Listener = (payload: never) => void

/** So long the relay may take to get the code ready; it never refuses by itself. */
const RELAY_WITHIN_MS = 10_000
/** So long a wallet is waited for when it is told that the connection is over. */
const GOODBYE_WITHIN_MS = 3_000
/** Pause between attempts to reach the relay for a stored session. */
const RELAY_AGAIN_MS = 5_000
const RELAY_LOOK_MS = 250

/** Without it nobody can sign in. */
const NEEDED_METHODS = ['personal_sign']

export interface PairingAttempt {
  readonly relayUrl: string
  readonly chainIds: readonly number[]
  readonly signal: AbortSignal
  /** Take the stored session or none; show no code. */
  readonly isSilent: boolean
}

const start = EthereumProvider.init.bind(EthereumProvider)
let shared: Promise<Provider> | undefined

/**
 * The provider of the page, made once: each has a relay connection and storage of its own. Without the
 * library's window, its telemetry and its attestation, whose frame our policy does not let load and which
 * would be waited for in vain with each code.
 */
function theProvider(options: Options, relayUrl: string): Promise<Provider> {
  shared ??= start({
    ...options,
    relayUrl,
    showQrModal: false,
    telemetryEnabled: false,
    disableProviderPing: true,
    logger: 'silent',
  }).then((provider) => {
    provider.signer.client.core.verify.register = async () => ''
    return provider
  })
  shared.catch(() => (shared = undefined))
  return shared
}

/**
 * Lets web3-onboard's module use the shared provider for one attempt, as if it had made its own. What the
 * module subscribes to is gone with `close`.
 */
export function shareProvider(attempt: PairingAttempt) {
  const listeners = new Map<string, Set<Listener>>()
  let fail: (error: Error) => void = () => {}
  const failure = new Promise<never>((_, reject) => (fail = reject))
  failure.catch(() => undefined)
  let provider: Provider | undefined
  let stop: (() => void) | undefined
  /** The provider may still hold the session of a wallet that is about to be replaced. */
  let hasSession = false

  const emit = (event: string, payload: unknown) => {
    for (const listener of Array.from(listeners.get(event) ?? [])) listener(payload as never)
  }

  function subscribe(to: Provider): void {
    const forward = ['accountsChanged', 'chainChanged', 'session_delete'] as const
    const forwarders = forward.map((event) => [event, (payload: unknown) => emit(event, payload)] as const)
    // The library's types name fewer events than it sends.
    const events = to.events as unknown as NodeJS.EventEmitter
    for (const [event, listener] of forwarders) events.on(event, listener)
    const { client } = to.signer
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
      return hasSession ? (provider?.accounts ?? []) : []
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
    /** Never rejects: the module would write the player's no to the console as an error. */
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

  EthereumProvider.init = async (options) => {
    provider = await theProvider(options, attempt.relayUrl)
    if (attempt.isSilent) {
      await restore(provider, attempt)
      hasSession = true
    }
    if (!attempt.signal.aborted) subscribe(provider)
    return face as unknown as Provider
  }

  return {
    failure,
    /** Name the connected wallet gives itself. */
    peerName: () => provider?.session?.peer.metadata.name,
    /** Tells the wallet that the connection is over, and forgets it either way. */
    end: () => face.disconnect(),
    close(): void {
      stop?.()
      stop = undefined
    },
  }
}

/** Requests for the wallet; the library would send any other to a public node. */
const REACHES_THE_WALLET = /^(?:personal_|eth_send|eth_sign|wallet_)/

/** The last pairing until its code was there: the provider tells codes without saying whose they are. */
let lastShown: Promise<unknown> = Promise.resolve()

/**
 * Shows a code and waits for the wallet. When the attempt is given up, the proposal expires, so that a code
 * that is scanned later connects nobody.
 */
async function pair(
  provider: Provider,
  { signal, chainIds }: PairingAttempt,
  show: (uri: string) => void,
): Promise<void> {
  const late = () => new WalletError('relay_unreachable', 'The relay does not answer')
  const { client } = provider.signer
  const { relayer } = client.core
  // After some failures the library waits long before it tries again.
  if (!relayer.connected && !relayer.connecting) relayer.transportOpen().catch(() => undefined)
  await untilAborted(within(lastShown, RELAY_WITHIN_MS, late), signal)
  let topic: string | undefined
  let onUri: (uri: string) => void = () => {}
  const isShown = new Promise<void>((resolve) => {
    onUri = (uri) => {
      topic = /^wc:([0-9a-f]+)@/.exec(uri)?.[1]
      if (signal.aborted) expire()
      else show(uri)
      resolve()
    }
  })
  const expire = () => {
    if (topic === undefined) return
    for (const { id, pairingTopic } of client.proposal.getAll()) {
      if (pairingTopic === topic) client.core.expirer.set(id, 0)
    }
    client.core.expirer.set(topic, 0)
  }

  // What the session before was granted would be asked for as a condition.
  Reflect.set(provider.signer, 'namespaces', {})
  provider.on('display_uri', onUri)
  const connected = provider.connect()
  const shown = Promise.race([isShown, connected])
  lastShown = shown.catch(() => undefined).finally(() => provider.removeListener('display_uri', onUri))
  try {
    await untilAborted(within(shown, RELAY_WITHIN_MS, late), signal)
    await untilAborted(connected, signal)
  } catch (error) {
    expire()
    // The wallet may have agreed at the very same moment.
    connected.then(() => endOthers(provider)).catch(() => undefined)
    throw error
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
    await endSession(provider, topicNow)
    throw error
  }
  void endOthers(provider, topicNow)
}

/** One wallet at a time: the one before, and any that could not be told when it was let go of. */
async function endOthers(provider: Provider, kept?: string): Promise<void> {
  for (const { topic } of provider.signer.client.session.getAll()) {
    if (topic !== kept) await endSession(provider, topic)
  }
}

/** The first chain the wallet names may be any; one that Koi serves is preferred. */
async function chooseConfiguredChain(
  provider: Provider,
  approved: readonly number[],
  configured: readonly number[],
): Promise<void> {
  if (configured.includes(provider.chainId)) return
  const chainId = configured.find((id) => approved.includes(id))
  if (chainId === undefined) return
  // Approved, so it is settled here and asks the wallet nothing.
  await provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: `0x${chainId.toString(16)}` }],
  })
}

/** Waits until the relay has told whether the wallet still holds the stored session. */
async function restore(provider: Provider, { signal, chainIds }: PairingAttempt): Promise<void> {
  if (!provider.session) throw new WalletError('session_ended', 'No session is stored')
  readApprovedSession(provider.session.namespaces, { chainIds, methods: NEEDED_METHODS, events: [] })
  const { relayer } = provider.signer.client.core
  const startedAt = Date.now()
  let tries = 0
  while (!relayer.connected) {
    signal.throwIfAborted()
    // The library gives up after some tries.
    const isDue = Date.now() - startedAt >= (tries + 1) * RELAY_AGAIN_MS
    if (isDue) {
      tries += 1
      if (!relayer.connecting) relayer.transportOpen().catch(() => undefined)
    }
    await untilAborted(new Promise((resolve) => setTimeout(resolve, RELAY_LOOK_MS)), signal)
  }
}

/**
 * Ends a session here whatever becomes of the message to the wallet: the relay may be gone, or the session
 * unknown already ('No matching key').
 */
async function endSession(provider: Provider, topic: string): Promise<void> {
  const { client } = provider.signer
  const isCurrent = () => provider.session?.topic === topic
  const late = () => new WalletError('relay_unreachable', 'The relay does not answer')
  const reason = { code: 6000, message: 'User disconnected.' }
  const told = isCurrent() ? provider.disconnect() : client.disconnect({ topic, reason })
  await within(told, GOODBYE_WITHIN_MS, late).catch(() => undefined)
  if (client.session.keys.includes(topic)) await client.session.delete(topic, reason).catch(() => undefined)
  if (isCurrent()) Reflect.set(provider.signer, 'session', undefined)
}
