import type { BrowserContext } from '@playwright/test'
import { BLAST_SEPOLIA, configFile, SEPOLIA } from '../config-file.ts'
import { SERVER_START, test as base } from '../fixtures.ts'
import type { Open } from '../keeper.ts'
import { startKoiServer, type KoiServer } from '../koi-server.ts'
import { startChain, type TestChain } from './chain.ts'
import { startExplorer, type TestExplorer } from './explorer.ts'
import { EXPLORER_WALLETS } from './explorer-wallets.ts'
import { installWallet, type InjectedWallet, type InjectedWalletOptions } from './injected-wallet.ts'
import { startRelay, type TestRelay } from './relay.ts'
import { startWalletPeer, type WalletPeer, type WalletPeerOptions } from './wallet-peer.ts'

/** A chain that the server does not know. */
export const FOREIGN_CHAIN = 5

/**
 * Configurations of the server. `default` and `fault-prone` have everything except the network view; tests restart the
 * server of `fault-prone`.
 */
export type Operator = 'default' | 'no-project-id' | 'network-view' | 'fault-prone'

export interface WalletWorld {
  readonly relay: TestRelay
  readonly explorer: TestExplorer
  readonly chains: readonly [TestChain, TestChain]
}

interface TestFixtures {
  /** Installs an extension in every page of the context, by default on the server's first chain. */
  injected: (options?: Partial<InjectedWalletOptions>) => Promise<InjectedWallet>
  /** A phone with a wallet, by default with both chains of the server. */
  phone: (options?: Partial<WalletPeerOptions>) => Promise<WalletPeer>
  /** The same rules for a context that the test opens. */
  watchWorld: (context: BrowserContext) => void
  isWorldWhole: void
  operator: Operator
  house: House
  world: WalletWorld
}

interface House {
  readonly world: WalletWorld
  readonly server: KoiServer
}

const opensHouse =
  (operator: Operator): Open<House> =>
  async () => {
    const [relay, explorer, ...chains] = await Promise.all([
      startRelay(),
      startExplorer(),
      startChain({ chainId: SEPOLIA }),
      startChain({ chainId: BLAST_SEPOLIA }),
    ])
    const world = { relay, explorer, chains } as const
    const server = await startKoiServer({ env: environmentOf(world, operator) })
    const close = async () => {
      await server.stop()
      await Promise.all([relay, explorer, ...chains].map((each) => each.stop()))
    }
    return { value: { world, server }, close }
  }

const HOUSES: Readonly<Record<Operator, Open<House>>> = {
  default: opensHouse('default'),
  'no-project-id': opensHouse('no-project-id'),
  'network-view': opensHouse('network-view'),
  'fault-prone': opensHouse('fault-prone'),
}

/** Chromium prints this for the relay's sockets while the relay cannot be reached. */
export const RELAY_NOISE = /WebSocket connection to 'ws:\/\/127\.0\.0\.1:\d+\/.*failed/

/** On a busy machine a logo may come too late; the wallet shows its letter meanwhile. */
const LATE_LOGO = /status of 503 \(Service Unavailable\) \(\S+\/api\/wallet-images\//

/** Recommended wallets: the five special ones, and four more. */
const RECOMMENDED = EXPLORER_WALLETS.slice(0, 9).map(({ id }) => id)

/**
 * The product with relay, explorer, two chains, extensions and phones, all on this machine. A test fails when a page
 * contacts anything but the server and the relay, or the server anything outside.
 */
export const test = base.extend<TestFixtures>({
  operator: ['default', { option: true }],

  house: [async ({ keep, operator }, use) => use(await keep(HOUSES[operator])), SERVER_START],
  world: ({ house }, use) => use(house.world),
  server: ({ house }, use) => use(house.server),

  isWorldWhole: [
    async ({ world, allowConsole }, use) => {
      allowConsole(LATE_LOGO)
      world.relay.resume()
      world.explorer.fault = 'none'
      await use()
    },
    { auto: true },
  ],

  watchWorld: async ({ server, world }, use) => {
    const allowed = [server.origin, world.relay.url]
    const strangers: string[] = []
    const note = (address: string) => {
      const { protocol, host } = new URL(address)
      const isRemote = /^(?:https?|wss?):$/.test(protocol)
      if (isRemote && !allowed.includes(`${protocol}//${host}`)) strangers.push(address)
    }
    const logBefore = server.log.length
    await use((context) => {
      context.on('request', (request) => note(request.url()))
      context.on('page', (page) => page.on('websocket', (socket) => note(socket.url())))
      for (const page of context.pages()) page.on('websocket', (socket) => note(socket.url()))
    })
    const asked = server.log.slice(logBefore).match(/https?:\/\/(?!127\.0\.0\.1|localhost)[^\s"']+/g) ?? []
    const problems = [...strangers, ...asked.map((address) => `${address} (by the server)`)]
    if (problems.length > 0) throw new Error(`Called a host outside of this machine: ${problems.join(', ')}`)
  },

  context: async ({ context, watchWorld }, use) => {
    watchWorld(context)
    await use(context)
  },

  injected: async ({ context, world }, use) => {
    const chains = new Map(world.chains.map(({ chainId, url }) => [chainId, url]))
    await use((options = {}) => installWallet(context, { chains, ...options }))
  },

  phone: async ({ world }, use) => {
    const started: WalletPeer[] = []
    await use(async (options = {}) => {
      const peer = await startWalletPeer({
        relayUrl: world.relay.url,
        chains: [SEPOLIA, BLAST_SEPOLIA],
        rpcUrls: Object.fromEntries(world.chains.map(({ chainId, url }) => [chainId, url])),
        ...options,
      })
      started.push(peer)
      return peer
    })
    await Promise.all(started.map((peer) => peer.stop()))
  },
})

function environmentOf({ relay, explorer, chains }: WalletWorld, operator: Operator): Record<string, string> {
  return {
    ...(operator !== 'no-project-id' && { WALLETCONNECT_PROJECT_ID: '0123456789abcdef0123456789abcdef' }),
    // Start-up messages for the operator are no warnings.
    ...(operator === 'no-project-id' && { LOG_LEVEL: 'info' }),
    WALLETCONNECT_RELAY_URL: relay.url,
    WALLET_EXPLORER_URL: explorer.url,
    WALLET_IDENTITY_URL: `${explorer.url}/v1/identity`,
    WALLET_AVATAR_URL: `${explorer.url}/avatar`,
    KOI_CONFIG: configFile({
      chains: chains.map(({ chainId, url }) => ({ id: chainId, node: url, publicNode: url })),
      wallets: { recommended: RECOMMENDED, networkView: operator === 'network-view' },
    }),
    KOI_MAINNET_RPC_URL: chains[0].url,
  }
}
