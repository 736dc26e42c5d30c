import { randomUUID } from 'node:crypto'
import { EventEmitter, on } from 'node:events'
import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { hexToBigInt, isHex, type Hex, type TransactionRequest } from 'viem'
import { createWalletClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'

const METHODS = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]
const EVENTS = ['accountsChanged', 'chainChanged']

/** `ignore` never answers. */
export interface PeerPolicy {
  /** Format of the granted chains: by `eip155`, by `eip155:1` and so on, or less than a site needs. */
  grants: 'together' | 'by-chain' | 'too-little'
  proposal: 'approve' | 'reject' | 'ignore'
  /** Wallets refuse with WalletConnect's 5000 or with EIP-1193's 4001; `hold` waits for `answerHeld()`. */
  request: 'approve' | 'reject-5000' | 'reject-4001' | 'ignore' | 'hold'
}

export interface PeerEvent {
  readonly name: 'proposal' | 'approved' | 'request' | 'deleted'
  /** Method of a request. */
  readonly method?: string
  readonly at: number
}

export interface WalletPeerOptions {
  readonly relayUrl: string
  /** EIP-155 ids of its chains. */
  readonly chains: readonly number[]
  /** Nodes for transactions, by chain id. */
  readonly rpcUrls?: Readonly<Record<number, string>>
  /** The first is active; a random one by default. */
  readonly accounts?: readonly PrivateKeyAccount[]
  readonly name?: string
  readonly policy?: Partial<PeerPolicy>
}

export type WalletPeer = Awaited<ReturnType<typeof startWalletPeer>>

/** A real WalletConnect wallet (WalletKit) with its own keys, like a phone beside the browser. */
export async function startWalletPeer(options: WalletPeerOptions) {
  const { relayUrl, chains, rpcUrls = {}, name = 'Test Wallet' } = options
  const policy: PeerPolicy = {
    grants: 'together',
    proposal: 'approve',
    request: 'approve',
    ...options.policy,
  }
  let accounts = options.accounts ?? [privateKeyToAccount(generatePrivateKey())]
  const events: PeerEvent[] = []
  const signals = new EventEmitter()
  const held: (() => void)[] = []
  const note = (event: PeerEvent['name'], method?: string) => {
    events.push({ name: event, at: Date.now(), ...(method !== undefined && { method }) })
    signals.emit('event')
  }

  const prefix = randomUUID()
  const core = new Core({
    projectId: '0'.repeat(32),
    relayUrl,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: prefix,
    storageOptions: { database: ':memory:' },
  })
  // Both would call WalletConnect's servers, which tests must not reach.
  core.verify.resolve = () => Promise.resolve(undefined as never)
  core.eventClient.init = () => Promise.resolve()
  const kit = await WalletKit.init({
    core,
    metadata: { name, description: 'Wallet of the tests', url: 'http://127.0.0.1', icons: [] },
  })

  const grantOf = (ids: readonly number[]) => ({
    chains: ids.map((id) => `eip155:${id}`),
    methods: policy.grants === 'too-little' ? ['eth_sendTransaction'] : METHODS,
    events: EVENTS,
    accounts: accounts.flatMap(({ address }) => ids.map((id) => `eip155:${id}:${address}`)),
  })
  const namespaces = (): Record<string, ReturnType<typeof grantOf>> =>
    policy.grants === 'by-chain'
      ? Object.fromEntries(chains.map((id) => [`eip155:${id}`, grantOf([id])]))
      : { eip155: grantOf(chains) }

  async function onProposal({ id, params }: WalletKitTypes.SessionProposal): Promise<void> {
    note('proposal')
    if (policy.proposal === 'ignore') return
    const { requiredNamespaces, optionalNamespaces } = params
    const wanted = [requiredNamespaces, optionalNamespaces].flatMap((each) => each['eip155']?.chains ?? [])
    const isMissing = (requiredNamespaces['eip155']?.chains ?? []).some(
      (chain) => !grantOf(chains).chains.includes(chain),
    )
    if (policy.proposal === 'reject') {
      await kit.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } })
    } else if (isMissing || wanted.length === 0) {
      await kit.rejectSession({ id, reason: { code: 5100, message: 'Unsupported chains.' } })
    } else {
      await kit.approveSession({ id, namespaces: namespaces() })
      note('approved')
    }
  }

  async function onRequest({ id, topic, params }: WalletKitTypes.SessionRequest): Promise<void> {
    const { method, params: args } = params.request as { method: string; params: unknown[] }
    note('request', method)
    if (policy.request === 'ignore') return
    if (policy.request === 'hold') await new Promise<void>((done) => void held.push(done))
    const reply = (response: { result: unknown } | { error: { code: number; message: string } }) =>
      kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...response } })
    if (policy.request === 'reject-5000') return reply({ error: { code: 5000, message: 'User rejected.' } })
    if (policy.request === 'reject-4001') {
      return reply({ error: { code: 4001, message: 'User rejected the request.' } })
    }
    try {
      return await reply({ result: await perform(method, args, Number(params.chainId.split(':')[1])) })
    } catch (error) {
      const isUnknown = error instanceof UnknownMethodError
      return reply({ error: { code: isUnknown ? 5101 : -32_000, message: String(error) } })
    }
  }

  async function perform(method: string, args: unknown[], chainId: number): Promise<unknown> {
    const [account] = accounts
    if (!account) throw new Error('no account')
    switch (method) {
      case 'personal_sign': {
        const text = String(args[0])
        return account.signMessage({ message: isHex(text) ? { raw: text } : text })
      }
      case 'eth_signTypedData_v4':
        return account.signTypedData(JSON.parse(String(args[1])) as never)
      case 'eth_sendTransaction': {
        const { to, value, data } = args[0] as { to: Hex; value?: Hex; data?: Hex }
        const client = createWalletClient({ account, transport: http(rpcUrls[chainId]) })
        const transaction: TransactionRequest = { to }
        if (value) transaction.value = hexToBigInt(value)
        if (data) transaction.data = data
        return client.sendTransaction({ ...transaction, chain: null } as never)
      }
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain': {
        const { chainId: wanted } = args[0] as { chainId: Hex }
        if (!chains.includes(Number(wanted))) throw new UnknownMethodError(`chain ${wanted}`)
        await emit('chainChanged', Number(wanted), Number(wanted))
        return null
      }
      default:
        throw new UnknownMethodError(method)
    }
  }

  const topics = () => Object.keys(kit.getActiveSessions())

  /** Tells every site, about the given chain or the first one. */
  async function emit(event: string, data: unknown, chainId = chains[0]): Promise<void> {
    for (const topic of topics()) {
      await kit.emitSessionEvent({ topic, event: { name: event, data }, chainId: `eip155:${chainId}` })
    }
  }

  // A site that has gone away is not a fault of the test.
  kit.on('session_proposal', (proposal) => void onProposal(proposal).catch(() => {}))
  kit.on('session_request', (request) => void onRequest(request).catch(() => {}))
  kit.on('session_delete', () => note('deleted'))

  return {
    policy,
    events,
    name,
    get accounts() {
      return accounts
    },
    /** Open sessions. */
    topics,
    pair: (uri: string) => kit.pair({ uri }),
    /** Waits until the event has happened this many times in all. */
    async waitFor(event: PeerEvent['name'], { times = 1 } = {}): Promise<void> {
      const hasHappened = () => events.filter(({ name: each }) => each === event).length >= times
      if (hasHappened()) return
      for await (const _ of on(signals, 'event', { signal: AbortSignal.timeout(15_000) })) {
        if (hasHappened()) return
      }
    },
    /** Answers held requests by the current policy. */
    answerHeld(reaction: Exclude<PeerPolicy['request'], 'hold' | 'ignore'> = 'approve'): void {
      policy.request = reaction
      for (const release of held.splice(0)) release()
    },
    /** Switches accounts; the first is active. */
    async setAccounts(chosen: readonly PrivateKeyAccount[]): Promise<void> {
      accounts = chosen
      for (const topic of topics()) {
        const { acknowledged } = await kit.updateSession({ topic, namespaces: namespaces() })
        await acknowledged()
      }
      await emit(
        'accountsChanged',
        accounts.map(({ address }) => address),
      )
    },
    /** Switches the chain. */
    setChain: (id: number) => emit('chainChanged', id, id),
    /** Ends every session in the wallet. */
    async disconnect(): Promise<void> {
      for (const topic of topics()) {
        await kit.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
      }
    },
    async stop(): Promise<void> {
      await core.relayer.transportClose()
      core.heartbeat.stop()
      kit.events.removeAllListeners()
      for (const key of Object.keys(globalThis).filter((each) => each.includes(prefix))) {
        Reflect.deleteProperty(globalThis, key)
      }
    },
  }
}

class UnknownMethodError extends Error {}
