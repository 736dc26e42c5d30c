import { Core, Verify } from '@walletconnect/core'
import { EthereumProvider } from '@walletconnect/ethereum-provider'
import { SignClient } from '@walletconnect/sign-client'
import { UniversalProvider } from '@walletconnect/universal-provider'
import { WalletError } from './wallet-error.ts'

export type RelayProviderOptions = Parameters<typeof EthereumProvider.init>[0]
type ClientOptions = NonNullable<Parameters<typeof SignClient.init>[0]>
type Storage = InstanceType<typeof Core>['storage']
type Connect = InstanceType<typeof SignClient>['connect']
/** A code, and the wallet's yes to it. */
export type Proposal = Awaited<ReturnType<Connect>>

/** The storage of a core, until another tab has changed what is in it. */
class RelayStorage implements Storage {
  #isRetired = false
  readonly #kept: Storage

  constructor(kept: Storage) {
    this.#kept = kept
  }

  /** From now on nothing is written: it would take the place of what is newer. */
  retire(): void {
    this.#isRetired = true
  }

  getKeys() {
    return this.#kept.getKeys()
  }

  getEntries<T>(): Promise<[string, T][]> {
    return this.#kept.getEntries<T>()
  }

  getItem<T>(key: string): Promise<T | undefined> {
    return this.#kept.getItem<T>(key)
  }

  async setItem<T>(key: string, value: T): Promise<void> {
    if (!this.#isRetired) await this.#kept.setItem(key, value)
  }

  async removeItem(key: string): Promise<void> {
    if (!this.#isRetired) await this.#kept.removeItem(key)
  }
}

/** Its frame is one that our policy does not let load, and would be waited for in vain with each code. */
class NoAttestation extends Verify {
  override register = async () => ''
}

class RelayCore extends Core {
  constructor(options: ClientOptions) {
    super(options)
    this.storage = new RelayStorage(this.storage)
    this.verify = new NoAttestation(this, this.logger, this.storage)
  }
}

/** Tells whoever asks for a code which one is theirs; the library's event says only that there is one. */
class RelayClient extends SignClient {
  /** Hears of the next proposal, and may put something in its place. */
  onProposal: ((proposal: Proposal) => Proposal) | undefined

  constructor(options: ClientOptions) {
    super(options)
    const propose: Connect = this.connect
    this.connect = async (params) => {
      const { onProposal } = this
      this.onProposal = undefined
      const proposal = await propose(params)
      return onProposal?.(proposal) ?? proposal
    }
  }

  /** As the library's `init`, which makes no subclass. */
  static async start(options: ClientOptions): Promise<RelayClient> {
    const client = new RelayClient({ ...options, core: new RelayCore(options) })
    await client.core.start()
    for (const part of [client.session, client.proposal, client.pendingRequest, client.auth, client.engine]) {
      await part.init()
    }
    return client
  }
}

/** The library's provider without its window, its telemetry and its attestation. */
export class RelayProvider extends EthereumProvider {
  readonly client: RelayClient

  private constructor(client: RelayClient) {
    super()
    this.client = client
  }

  static async start({
    projectId,
    relayUrl,
    metadata,
    ...options
  }: RelayProviderOptions): Promise<RelayProvider> {
    const quiet = { telemetryEnabled: false, logger: 'silent' }
    const client = await RelayClient.start({ projectId, relayUrl, metadata, ...quiet })
    const provider = new RelayProvider(client)
    await provider.initialize({ ...options, projectId, metadata, disableProviderPing: true, ...quiet })
    return provider
  }

  /** As the library does it, but for the client, which is ours. */
  protected override async initialize(options: RelayProviderOptions): Promise<void> {
    const [chainId] = options.optionalChains ?? []
    this.rpc = this.getRpcConfig(options)
    this.chainId = chainId ?? this.chainId
    const { disableProviderPing, logger } = options
    this.signer = await UniversalProvider.init({ client: this.client, disableProviderPing, logger })
    this.registerEventListeners()
    await this.loadPersistedSession()
  }

  /** Begins with this stored session, where the library has begun with another one. */
  async takeSession(topic: string): Promise<void> {
    const session = this.client.session.getAll().find((each) => each.topic === topic)
    if (!session) throw new WalletError('session_ended', 'That session is not stored')
    this.signer.session = session
    // What the library does with the session that it begins with, and keeps to itself.
    const inside = this.signer as unknown as { createProviders(): void }
    inside.createProviders()
    await this.loadPersistedSession()
  }

  /** Writes nothing more and lets go of the relay. */
  async retire(): Promise<void> {
    const { core } = this.client
    if (core.storage instanceof RelayStorage) core.storage.retire()
    core.heartbeat.stop()
    await core.relayer.transportClose()
  }
}

/** Has web3-onboard's module use what this makes: it takes no provider, and calls the library's `init` for its own. */
export function replaceInit(make: (options: RelayProviderOptions) => Promise<unknown>): void {
  EthereumProvider.init = make as typeof EthereumProvider.init
}
