import { Core, Verify } from '@walletconnect/core'
import { EthereumProvider } from '@walletconnect/ethereum-provider'
import { SignClient } from '@walletconnect/sign-client'
import { UniversalProvider } from '@walletconnect/universal-provider'
import { WalletError } from './wallet-error.ts'

export type RelayProviderOptions = Parameters<typeof EthereumProvider.init>[0]
type ClientOptions = NonNullable<Parameters<typeof SignClient.init>[0]>
type Storage = InstanceType<typeof Core>['storage']
type Connect = InstanceType<typeof SignClient>['connect']
/** A pairing code, and the wallet's approval of it. */
export type Proposal = Awaited<ReturnType<Connect>>

/** Storage of a core, used until another tab changes its content. */
class RelayStorage implements Storage {
  #isRetired = false
  readonly #kept: Storage

  constructor(kept: Storage) {
    this.#kept = kept
  }

  /** Stops writing: it would overwrite newer values. */
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

/** The library's attestation uses a frame that our policy blocks, and each code would wait for it. */
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

/** Tells callers which proposal is theirs; the library's event only says that there is one. */
class RelayClient extends SignClient {
  /** Called with the next proposal, and may replace it. */
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

  /** Copy of the library's `init`, which cannot create a subclass. */
  static async start(options: ClientOptions): Promise<RelayClient> {
    const client = new RelayClient({ ...options, core: new RelayCore(options) })
    await client.core.start()
    for (const part of [client.session, client.proposal, client.pendingRequest, client.auth, client.engine]) {
      await part.init()
    }
    return client
  }
}

/** The library's provider without its window, telemetry and attestation. */
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

  /** Copy of the library's method, but with our client. */
  protected override async initialize(options: RelayProviderOptions): Promise<void> {
    const [chainId] = options.optionalChains ?? []
    this.rpc = this.getRpcConfig(options)
    this.chainId = chainId ?? this.chainId
    const { disableProviderPing, logger } = options
    this.signer = await UniversalProvider.init({ client: this.client, disableProviderPing, logger })
    this.registerEventListeners()
    await this.loadPersistedSession()
  }

  /** Uses this stored session if the library has chosen another one. */
  async takeSession(topic: string): Promise<void> {
    const session = this.client.session.getAll().find((each) => each.topic === topic)
    if (!session) throw new WalletError('session_ended', 'That session is not stored')
    this.signer.session = session
    // The library does this with the session it starts with, by a private method.
    const inside = this.signer as unknown as { createProviders(): void }
    inside.createProviders()
    await this.loadPersistedSession()
  }

  /** Stops writing, and closes the connection to the relay. */
  async retire(): Promise<void> {
    const { core } = this.client
    if (core.storage instanceof RelayStorage) core.storage.retire()
    core.heartbeat.stop()
    await core.relayer.transportClose()
  }
}

/** Makes web3-onboard's module use our provider: it accepts none, and calls the library's `init`. */
export function replaceInit(make: (options: RelayProviderOptions) => Promise<unknown>): void {
  EthereumProvider.init = make as typeof EthereumProvider.init
}
