import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shownAddress } from '../support/addresses.ts'
import { valueFor } from '#server/config/profile.ts'
import { aboutAllVariables } from '#server/all-variables.ts'
import { readConfig, unknownSettings } from '#server/config/config.ts'
import { COINS } from '#server/coins/coins.seed.ts'
import { refuseLongWagering, shippedOffers, wagerMultiple } from '#server/promotions/wager-multiple.ts'
import { REPLACED } from '#server/config/replaced-variables.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { BLAST_SEPOLIA, configFile, SEPOLIA } from '../support/config-file.ts'

const DATABASE_URL = 'postgres://koi:hunter2@db.example:5432/koi'
const DATABASE_DIRECT_URL = 'postgres://koi:hunter2@primary.example:5432/koi'
const NATS_URL = 'nats://koi:hunter2@nats.example:4222'
const DATABASE_READ_URL = 'postgres://koi:hunter2@standby.example:5432/koi'
const WALLETCONNECT_PROJECT_ID = '0123456789abcdef0123456789abcdef'
const SMTP_URL = 'smtps://koi:hunter2@mail.example:465'
const MAIL_FROM = 'Koi <no-reply@koi.example>'
const KOI_SECRET_KEY = 'c0de'.repeat(16)
const PUBLIC_ORIGIN = 'https://koi.example'
const TRON_DEPOSIT_XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'
const TRONGRID_API_KEY = '01234567-89ab-cdef-0123-456789abcdef'
const RATES = { rates: { sources: [{ service: 'coingecko' }, { service: 'defillama' }] } }
const KOI_CONFIG = configFile(RATES)
const LIVE = {
  KOI_CONFIG,
  DATABASE_URL,
  PUBLIC_ORIGIN,
  SMTP_URL,
  MAIL_FROM,
  KOI_SECRET_KEY,
  TRON_DEPOSIT_XPUB,
  TRONGRID_API_KEY,
  WALLETCONNECT_PROJECT_ID,
}
const REWARDS = {
  coin: 'usdt-tron',
  rakebackBps: 500,
  rakebackStepBps: 25,
  rakebackMostBps: 1_000,
  referralBps: 1_000,
  levelGiftBps: 500,
  wheelBps: 500,
  racePoolBps: 500,
  racePrizeMostBps: 1_000,
  raceDayCap: 10_000_000_000n,
}
const HOUSE = `0x${'42'.repeat(20)}`

const withFile = (file: object, env: Record<string, string> = {}) =>
  readConfig({ ...env, KOI_CONFIG: configFile(file) })
const liveWith = (file: object) => withFile({ ...RATES, ...file }, { KOI_MODE: 'live', ...LIVE })

const ETHER = { name: 'Ether', symbol: 'ETH' }

/** A provider's files, and the part of `KOI_CONFIG` that names them. */
function providerFiles() {
  const dir = mkdtempSync(join(tmpdir(), 'koi-provider-'))
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const write = (name: string, text: string | Buffer) => {
    writeFileSync(join(dir, name), text)
    return join(dir, name)
  }
  return {
    name: 'hub',
    title: 'Hub',
    protocol: 'hub88',
    url: 'https://api.hub.example',
    operatorId: 'koi',
    ownKeyFile: write('own.pem', own.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    keyFiles: [write('provider.pem', other.publicKey.export({ type: 'spki', format: 'pem' }))],
    currencies: [{ currency: 'USDT', coin: 'usdt-tron' }],
    frameOrigins: ['https://games.hub.example/'],
  }
}

describe('providers of games', () => {
  const entry = providerFiles()
  const read = (change: object) => withFile({ providers: [{ ...entry, ...change }] }).providers

  it('are read with their keys and coins', () => {
    expect(read({})).toMatchObject([
      {
        provider: 'hub',
        keys: [{ asymmetricKeyType: 'rsa' }],
        currencies: new Map([['USDT', { coin: 'usdt-tron', decimals: 6 }]]),
        frameOrigins: ['https://games.hub.example'],
      },
    ])
    const secret = { protocol: 'softswiss', ownKeyFile: entry.keyFiles[0], keyFiles: [] }
    expect(read(secret)).toMatchObject([{ keys: [{ type: 'secret' }] }])
  })

  it.each([
    [{ keyFiles: [] }, 'providers[0].keyFiles: is missing'],
    [{ keyFiles: ['/nowhere'] }, 'providers[0].keyFiles[0]: names a file that cannot be read'],
    [{ ownKeyFile: entry.keyFiles[0] }, 'providers[0].ownKeyFile: is not a key of this protocol'],
    [
      { currencies: [{ currency: 'USDT', coin: 'none-none' }] },
      'providers[0].currencies[0].coin: must be the id of a coin',
    ],
    [{ name: 'Hub 1' }, 'providers[0].name: must be small letters, digits and hyphens'],
  ])('%j is refused with its place', (change, message) => {
    expect(() => read(change)).toThrow(message)
  })

  it.each([
    [{ url: 'http://api.hub.example' }, 'providers[0].url: must be https in live mode'],
    [
      { frameOrigins: ['https://a.example', 'http://b.example'] },
      'providers[0].frameOrigins[1]: must be https in live mode',
    ],
    [
      { frameOrigins: [LIVE.PUBLIC_ORIGIN] },
      'providers[0].frameOrigins[0]: must not be the origin of Koi itself',
    ],
  ])('%j is refused in live mode', (change, message) => {
    expect(liveWith({ providers: [entry] }).providers).toHaveLength(1)
    expect(() => liveWith({ providers: [{ ...entry, ...change }] })).toThrow(message)
  })
})

describe('configuration', () => {
  it('needs no settings in practice mode', () => {
    const { evm, ...rest } = readConfig({})
    expect(evm).toMatchObject([
      { chain: 'evm-11155111-practice', nodeUrl: null, confirmations: 12 },
      { chain: 'evm-168587773-practice', nodeUrl: null, tokens: [{ coin: 'usdb-blast' }] },
    ])
    expect(rest).toEqual({
      treasuries: new Map(),
      mode: 'practice',
      host: 'localhost',
      port: 8080,
      socket: null,
      dataDir: '.data',
      databaseUrl: null,
      databaseReadUrl: null,
      databaseDirectUrl: null,
      natsUrl: null,
      databaseConnections: 24,
      logLevel: 'info',
      metrics: { port: null, host: '127.0.0.1', token: null, tracesUrl: null },
      chains: [
        {
          id: 11_155_111,
          name: 'Sepolia',
          testnet: true,
          currency: ETHER,
          rpcUrl: 'https://ethereum-sepolia-rpc.publicnode.com',
          explorerUrl: 'https://sepolia.etherscan.io',
        },
        {
          id: 168_587_773,
          name: 'Blast Sepolia',
          testnet: true,
          currency: ETHER,
          rpcUrl: 'https://sepolia.blast.io',
          explorerUrl: 'https://sepolia.blastscan.io',
        },
      ],
      coins: COINS,
      profile: {
        play: {
          autoPlay: true,
          instant: true,
          cycleMs: { default: 0, games: {} },
          highestStake: { default: null, games: {} },
        },
        bonus: { depositOffers: true, maxWagerMultiple: null },
      },
      wallets: {
        projectId: null,
        relayUrl: null,
        explorerUrl: 'https://explorer-api.walletconnect.com',
        identityUrl: 'https://rpc.walletconnect.org/v1/identity',
        avatarUrl: 'https://metadata.ens.domains/mainnet/avatar',
        recommendedIds: [],
        excludedIds: [],
        hasNetworkView: false,
        nodeUrls: new Map(),
        mainnetNodeUrl: null,
        nftCollections: new Map(),
        nftGatewayUrl: 'https://ipfs.io/ipfs',
        practiceNftChains: new Set([11_155_111, 168_587_773]),
      },
      tron: {
        network: {
          chain: 'tron-practice',
          usdtContract: 'TKmGmXqxFXebATenCd5FYv7odfnc3WRKwx',
          explorerUrl: null,
        },
        grid: null,
        xpub: null,
        practiceBlockMs: 3_000,
      },
      // Tested below.
      withdrawals: expect.any(Array),
      play: { minStake: 1_000_000n, maxStake: 100_000_000_000n, maxPayout: 10_000_000_000_000n },
      rewards: REWARDS,
      operator: { listen: null, origin: null, fourEyes: 100_000_000_000n, trustProxy: false },
      votes: { fourEyes: 1_000_000_000n, maxPriceAgeMs: null },
      // As the signer has them, and tested with it.
      coinRules: expect.objectContaining({ mustKnow: false }),
      providers: [],
      pushServices: [],
      rates: null,
      trustProxy: false,
      keepAliveSeconds: 75,
      stopDelaySeconds: 0,
      publicOrigin: null,
      smtpUrl: null,
      mailFrom: 'Koi <no-reply@koi.invalid>',
      drandUrls: null,
      ledgerCheckMinutes: 5,
      secretKey: null,
    })
  })

  it('believes a proxy at the port of the console only if that is said of this port', () => {
    const isTrusted = (env: Record<string, string>) => readConfig(env).operator.trustProxy
    expect(isTrusted({ TRUST_PROXY: '1' })).toBe(true)
    expect(isTrusted({ TRUST_PROXY: '1', OPERATOR_PORT: '8090' })).toBe(false)
    expect(isTrusted({ OPERATOR_TRUST_PROXY: '1', OPERATOR_PORT: '8090' })).toBe(true)
  })

  it('takes an empty variable as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', KOI_MODE: '', KOI_CONFIG: '', KOI_CHAINS: '' })).toEqual(
      readConfig({}),
    )
  })

  it('reads every variable', () => {
    const config = readConfig({
      PORT: '0',
      OPERATOR_PORT: '8090',
      OPERATOR_HOST: '10.0.0.5',
      OPERATOR_TRUST_PROXY: '1',
      OPERATOR_ORIGIN: 'https://console.koi.example',
      HOST: '::1',
      DATA_DIR: '/srv/koi',
      DATABASE_URL,
      KOI_MODE: 'live',
      LOG_LEVEL: 'warn',
      METRICS_PORT: '9464',
      METRICS_HOST: '10.0.0.7',
      METRICS_TOKEN: 'carp-in-the-quiet-pond',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
      WALLETCONNECT_PROJECT_ID,
      BLAST_NODE: 'https://node.example/v3/key/',
      BLAST_NODE_TWO: 'https://other.example/key',
      KOI_CONFIG: configFile({
        $schema: './koi-config.schema.json',
        chains: [
          {
            id: 10,
            name: 'OP Mainnet',
            node: 'http://127.0.0.1:8545',
            publicNode: 'https://optimism.example/',
          },
          {
            otherNodes: [{ env: 'BLAST_NODE_TWO' }, 'https://third.example'],
            treasuries: [`0x${'ef'.repeat(20)}`],
            id: 81_457,
            node: { env: 'BLAST_NODE' },
            explorer: 'https://blast.example/scan/',
            recipient: shownAddress(`0x${'ab'.repeat(20)}`),
            confirmations: 90,
            pollMs: 500,
            nftCollections: [
              shownAddress(`0x${'ab'.repeat(20)}`),
              `0x${'cd'.repeat(20)}`,
              `0x${'ab'.repeat(20)}`,
            ],
          },
        ],
        tron: { fee: '1.5', minimum: '10', treasuries: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'] },
        play: { minStakeUsd: '0.05', maxStakeUsd: '250.5', maxPayoutUsd: '5000' },
        rewards: { coin: 'usdb-blast', rakebackBps: 0, rakebackMostBps: 800, raceDayCapUsd: '7.5' },
        operator: { fourEyesUsd: '250' },
        rates: {
          sources: [
            { service: 'defillama', url: 'http://127.0.0.1:5557/' },
            { service: 'coingecko', url: 'https://pro-api.coingecko.com/api/v3' },
          ],
          maxAgeMinutes: 60,
          maxDifferencePercent: 5,
        },
        wallets: {
          recommended: ['A1'.repeat(32), 'b2'.repeat(32)],
          excluded: ['c3'.repeat(32)],
          networkView: true,
        },
      }),
      KOI_MAINNET_RPC_URL: 'https://mainnet.example/v3/key/',
      WALLETCONNECT_RELAY_URL: 'ws://127.0.0.1:5555/',
      WALLET_EXPLORER_URL: 'http://127.0.0.1:5556/',
      WALLET_IDENTITY_URL: 'https://identity.example/v1/',
      WALLET_AVATAR_URL: 'https://avatars.example',
      NFT_GATEWAY_URL: 'https://gateway.example/ipfs/',
      TRUST_PROXY: '1',
      KEEP_ALIVE_SECONDS: '620',
      PUBLIC_ORIGIN,
      SMTP_URL,
      MAIL_FROM,
      LEDGER_CHECK_MINUTES: '30',
      PUSH_SERVICES: 'https://push-1.example, https://push-2.example',
      DRAND_URLS: 'https://drand-1.example, https://drand-2.example',
      DATABASE_READ_URL,
      DATABASE_DIRECT_URL,
      NATS_URL,
      DATABASE_CONNECTIONS: '60',
      COINGECKO_API_KEY: 'CG-key',
      KOI_SECRET_KEY,
      TRON_NETWORK: 'nile',
      TRON_DEPOSIT_XPUB,
      TRONGRID_API_KEY,
      TRONGRID_URL: 'https://grid.example/',
      TRON_NODE_URL: 'https://tron.example/key',
      PRACTICE_BLOCK_MS: '50',
    })
    const { evm, ...rest } = config
    expect(evm).toEqual([
      {
        chainId: 81_457,
        chain: 'evm-81457',
        nodeUrl: 'https://node.example/v3/key',
        otherNodeUrls: ['https://other.example/key', 'https://third.example'],
        recipient: `0x${'ab'.repeat(20)}`,
        confirmations: 90,
        practiceBlockMs: 3_000,
        pollMs: 500,
        explorerUrl: 'https://blast.example/scan',
        tokens: [
          {
            coin: 'usdb-blast',
            contract: '0x4300000000000000000000000000000000000003',
            decimals: 18,
            ledgerDecimals: 8,
            minimum: 10n ** 18n,
            isRebasing: true,
          },
        ],
      },
    ])
    expect(rest).toEqual({
      treasuries: new Map([
        ['tron-nile', ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t']],
        ['evm-81457', [`0x${'ef'.repeat(20)}`]],
      ]),
      mode: 'live',
      host: '::1',
      port: 0,
      socket: null,
      dataDir: '/srv/koi',
      databaseUrl: DATABASE_URL,
      databaseReadUrl: DATABASE_READ_URL,
      databaseDirectUrl: DATABASE_DIRECT_URL,
      natsUrl: NATS_URL,
      databaseConnections: 60,
      logLevel: 'warn',
      metrics: {
        port: 9464,
        host: '10.0.0.7',
        token: 'carp-in-the-quiet-pond',
        tracesUrl: 'http://127.0.0.1:4318',
      },
      chains: [
        {
          id: 10,
          name: 'OP Mainnet',
          testnet: false,
          currency: ETHER,
          rpcUrl: 'https://optimism.example',
          explorerUrl: null,
        },
        {
          id: 81_457,
          name: 'Blast',
          testnet: false,
          currency: ETHER,
          rpcUrl: 'https://rpc.blast.io',
          explorerUrl: 'https://blast.example/scan',
        },
      ],
      coins: COINS,
      profile: expect.any(Object),
      wallets: {
        projectId: WALLETCONNECT_PROJECT_ID,
        relayUrl: 'ws://127.0.0.1:5555',
        explorerUrl: 'http://127.0.0.1:5556',
        identityUrl: 'https://identity.example/v1',
        avatarUrl: 'https://avatars.example',
        recommendedIds: ['a1'.repeat(32), 'b2'.repeat(32)],
        excludedIds: ['c3'.repeat(32)],
        hasNetworkView: true,
        nodeUrls: new Map([
          [10, 'http://127.0.0.1:8545'],
          [81_457, 'https://node.example/v3/key'],
        ]),
        mainnetNodeUrl: 'https://mainnet.example/v3/key',
        nftCollections: new Map([[81_457, [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`]]]),
        nftGatewayUrl: 'https://gateway.example/ipfs',
        practiceNftChains: new Set(),
      },
      tron: {
        network: {
          chain: 'tron-nile',
          usdtContract: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
          explorerUrl: 'https://nile.tronscan.org/#/transaction/',
        },
        grid: {
          url: 'https://grid.example',
          apiKey: TRONGRID_API_KEY,
          nodeUrl: 'https://tron.example/key',
        },
        xpub: TRON_DEPOSIT_XPUB,
        practiceBlockMs: 3_000,
      },
      withdrawals: [
        {
          coin: 'usdt-tron',
          chain: 'tron-nile',
          addresses: 'tron',
          isPractice: false,
          decimals: 6,
          fee: 1_500_000n,
          minimum: 10_000_000n,
        },
      ],
      play: { minStake: 5_000_000n, maxStake: 25_050_000_000n, maxPayout: 500_000_000_000n },
      rewards: {
        ...REWARDS,
        coin: 'usdb-blast',
        rakebackBps: 0,
        rakebackMostBps: 800,
        raceDayCap: 750_000_000n,
      },
      operator: {
        listen: { host: '10.0.0.5', port: 8090 },
        origin: 'https://console.koi.example',
        fourEyes: 25_000_000_000n,
        trustProxy: true,
      },
      votes: { fourEyes: 250_000_000n, maxPriceAgeMs: 3_600_000 },
      coinRules: expect.objectContaining({ mustKnow: true }),
      providers: [],
      rates: {
        sources: [
          { service: 'defillama', url: 'http://127.0.0.1:5557', apiKey: null, ids: expect.any(Object) },
          {
            service: 'coingecko',
            url: 'https://pro-api.coingecko.com/api/v3',
            apiKey: 'CG-key',
            ids: expect.objectContaining({ 'usdt-tron': 'tether', 'wif-solana': 'dogwifcoin' }),
          },
        ],
        maxAgeMinutes: 60,
        maxDifferenceBps: 500,
      },
      trustProxy: true,
      keepAliveSeconds: 620,
      stopDelaySeconds: 0,
      publicOrigin: PUBLIC_ORIGIN,
      smtpUrl: SMTP_URL,
      mailFrom: MAIL_FROM,
      drandUrls: ['https://drand-1.example', 'https://drand-2.example'],
      pushServices: ['https://push-1.example', 'https://push-2.example'],
      ledgerCheckMinutes: 30,
      secretKey: Buffer.from(KOI_SECRET_KEY, 'hex'),
    })
  })

  it('lists Ethereum and Blast in live mode', () => {
    const { chains } = readConfig({ KOI_MODE: 'live', ...LIVE })
    expect(chains.map(({ id }) => id)).toEqual([1, 81_457])
  })

  it('shows only configured chains, and asks the node of Ethereum for names', () => {
    const { chains, wallets } = withFile({
      chains: [
        { id: 1, name: 'Ether', node: 'https://node.example' },
        { id: 31_337, name: 'Local' },
      ],
    })
    expect(chains).toMatchObject([
      { id: 1, name: 'Ether', testnet: false, explorerUrl: 'https://etherscan.io' },
      { id: 31_337, name: 'Local', testnet: true, currency: ETHER, rpcUrl: null, explorerUrl: null },
    ])
    expect([...wallets.nodeUrls.keys()]).toEqual([1])
    expect(wallets.mainnetNodeUrl).toBe('https://node.example')
  })

  it('gives the default addresses of price services, each with its own limit', () => {
    const ids = expect.any(Object)
    expect(withFile(RATES).rates).toEqual({
      sources: [
        { service: 'coingecko', url: 'https://api.coingecko.com/api/v3', apiKey: null, ids },
        { service: 'defillama', url: 'https://coins.llama.fi', apiKey: null, ids },
      ],
      maxAgeMinutes: 15,
      maxDifferenceBps: 300,
    })
  })

  it('turns the relay off without a project id', () => {
    expect(readConfig({ WALLETCONNECT_RELAY_URL: 'wss://relay.example' }).wallets.relayUrl).toBeNull()
    expect(readConfig({ WALLETCONNECT_PROJECT_ID }).wallets.relayUrl).toBe('wss://relay.walletconnect.org')
  })

  it.each([
    ['PORT', 'http', 'PORT must be a port number from 0 to 65535'],
    ['PORT', '65536', 'PORT must be a port number from 0 to 65535'],
    ['PORT', '-1', 'PORT must be a port number from 0 to 65535'],
    ['HOST', 'two words', 'HOST must be an address or a host name'],
    ['DATABASE_URL', 'mysql://koi:hunter2@db/koi', 'DATABASE_URL must be a PostgreSQL address'],
    ['DATABASE_URL', 'hunter2', 'DATABASE_URL must be a PostgreSQL address'],
    ['DATABASE_READ_URL', 'hunter2', 'DATABASE_READ_URL must be a PostgreSQL address'],
    [
      'DATABASE_READ_URL',
      DATABASE_READ_URL,
      'DATABASE_READ_URL names a standby: set DATABASE_URL to the database that it follows',
    ],
    ['DATABASE_CONNECTIONS', '5', 'DATABASE_CONNECTIONS must be a whole number from 6 to 999'],
    ['DATABASE_CONNECTIONS', '1000', 'DATABASE_CONNECTIONS must be a whole number from 6 to 999'],
    ['DATABASE_CONNECTIONS', 'many', 'DATABASE_CONNECTIONS must be a whole number from 6 to 999'],
    ['KOI_MODE', 'production', 'KOI_MODE must be practice or live'],
    ['METRICS_PORT', '65536', 'METRICS_PORT must be a port number from 0 to 65535'],
    ['METRICS_TOKEN', 'hunter2', 'METRICS_TOKEN must have 16 characters or more'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
    ['WALLETCONNECT_PROJECT_ID', 'hunter2', 'WALLETCONNECT_PROJECT_ID must be the 32 hexadecimal characters'],
    ['KOI_MAINNET_RPC_URL', 'wss://hunter2', 'KOI_MAINNET_RPC_URL must be an http or https address'],
    ['WALLETCONNECT_RELAY_URL', 'https://hunter2', 'WALLETCONNECT_RELAY_URL must be a ws or wss address'],
    ['WALLETCONNECT_RELAY_URL', "wss://hunter2; script-src 'x'", 'WALLETCONNECT_RELAY_URL must be a ws'],
    ['WALLET_EXPLORER_URL', 'hunter2', 'WALLET_EXPLORER_URL must be an http or https address'],
    ['WALLET_IDENTITY_URL', 'hunter2', 'WALLET_IDENTITY_URL must be an http or https address'],
    ['WALLET_AVATAR_URL', 'file:///hunter2', 'WALLET_AVATAR_URL must be an http or https address'],
    ['TRON_NETWORK', 'shasta', 'TRON_NETWORK must be mainnet or nile'],
    ['TRON_DEPOSIT_XPUB', 'hunter2', 'TRON_DEPOSIT_XPUB must be an extended public key'],
    ['TRONGRID_API_KEY', 'hunter 2', 'TRONGRID_API_KEY must be a key'],
    ['TRONGRID_URL', 'hunter2', 'TRONGRID_URL must be an http or https address'],
    ['PRACTICE_BLOCK_MS', '5', 'PRACTICE_BLOCK_MS must be a number of milliseconds'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be 1 or 0'],
    ['KEEP_ALIVE_SECONDS', '0', 'KEEP_ALIVE_SECONDS must be a number of seconds from 1 to 3600'],
    ['PUBLIC_ORIGIN', 'https://koi.example/app', 'PUBLIC_ORIGIN must be an origin'],
    ['SMTP_URL', 'https://koi:hunter2@mail.example', 'SMTP_URL must be an address such as smtps://'],
    ['SMTP_URL', 'hunter2', 'SMTP_URL must be an address'],
    ['MAIL_FROM', 'hunter2', 'MAIL_FROM must be a sender such as Koi <no-reply@koi.example>'],
    ['MAIL_FROM', 'Koi <a@b.example>\nBcc: c@d.example', 'MAIL_FROM must be a sender'],
    ['PUSH_SERVICES', 'https://hunter2/path', 'PUSH_SERVICES must be origins such as https://push.example'],
    ['LEDGER_CHECK_MINUTES', '0', 'LEDGER_CHECK_MINUTES must be a number of minutes from 1 to 1440'],
    ['LEDGER_CHECK_MINUTES', '1441', 'LEDGER_CHECK_MINUTES must be a number of minutes'],
    ['COINGECKO_API_KEY', 'hunter2 hunter2', 'COINGECKO_API_KEY must be a key of up to 200 letters'],
    ['KOI_SECRET_KEY', 'hunter2', 'KOI_SECRET_KEY must be 64 hexadecimal characters'],
  ])('refuses %s=%s with a message of one sentence', (name, value, sentence) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(StartupError)
    expect(read).toThrow(sentence)
    expect(read).toThrow(/^[^\n]+\.$/)
    // A secret in the wrong variable must not be printed.
    expect(read).not.toThrow(/hunter2/)
  })

  it('demands https in live mode, except on this machine', () => {
    const of = (origin: string) =>
      readConfig({ KOI_MODE: 'live', ...LIVE, PUBLIC_ORIGIN: origin }).publicOrigin
    expect(() => of('http://koi.example')).toThrow('PUBLIC_ORIGIN must begin with https:// in live mode')
    for (const origin of ['https://koi.example', 'http://localhost:8080', 'http://127.0.0.1']) {
      expect(of(origin)).toBe(origin)
    }
  })

  it('reports a variable that looks like a setting and is unknown', () => {
    const set = {
      KOI_MODE: 'live',
      KOI_BLAST_NODE: 'http://a.example',
      KOI_CONFIG: configFile({ chains: [{ id: 81_457, node: { env: 'KOI_BLAST_NODE' } }] }),
      KOI_RPC_URL: 'a',
      WITHDRAW_FEE_USDT: '1',
      KOI_SERVICE_HOST: 'b',
      HOME: 'c',
      SIGNER_KEY_FILE: 'd',
      BACKUP_DIR: 'e',
      METRICS_PROT: '9464',
      DATABASE_DIRECT: 'f',
    }
    expect(unknownSettings(set, aboutAllVariables())).toEqual([
      'KOI_RPC_URL',
      'WITHDRAW_FEE_USDT',
      'METRICS_PROT',
      'DATABASE_DIRECT',
    ])
  })

  it('reports all faults at once', () => {
    const read = () => readConfig({ PORT: 'x', KOI_MODE: 'x' })
    expect(read).toThrow('Bad configuration: PORT must be a port number from 0 to 65535; KOI_MODE must be')
  })

  it.each(Object.entries(REPLACED))('says which variable replaces %s', (name, key) => {
    expect(() => readConfig({ [name]: 'hunter2' })).toThrow(`${name} is ${key} now`)
    expect(() => readConfig({ [name]: 'hunter2' })).not.toThrow(/hunter2/)
    expect(readConfig({ [name]: '' })).toEqual(readConfig({}))
  })

  it('takes wallet deposits on a test network with node and address, and never real coins for practice money', () => {
    const both = (entry: object = {}, other: object = {}) => ({
      chains: [
        { id: SEPOLIA, node: 'http://a.example', recipient: HOUSE, ...entry },
        { id: BLAST_SEPOLIA, node: 'http://b.example', ...other },
      ],
    })
    const coins = [
      { coin: 'usdt-ethereum', contract: `0x${'AA'.repeat(20)}`, decimals: 6 },
      { coin: 'eth-ethereum', contract: 'native' },
    ]
    expect(withFile(both({ coins })).evm).toMatchObject([
      {
        chain: 'evm-11155111',
        nodeUrl: 'http://a.example',
        recipient: HOUSE,
        tokens: [
          { coin: 'usdt-ethereum', contract: `0x${'aa'.repeat(20)}`, decimals: 6, minimum: 1_000_000n },
          { coin: 'eth-ethereum', contract: null, decimals: 18, minimum: 5n * 10n ** 14n },
        ],
      },
      { chain: 'evm-168587773-practice' },
    ])
    const real = both({ id: 1 }, { id: 81_457 })
    expect(withFile(real).evm.map(({ chain }) => chain)).toEqual(['evm-1-practice', 'evm-81457-practice'])
    expect(readConfig({ KOI_MODE: 'live', ...LIVE }).evm).toEqual([])
    expect(() => liveWith({ chains: [{ id: 1, recipient: HOUSE }] })).toThrow(
      'chains[0].node: is missing: chains[0].recipient needs one',
    )
    expect(liveWith({ chains: [{ id: 1, recipient: null }] }).evm).toEqual([])
    expect(() => liveWith({ chains: [{ id: 1, otherNodes: ['http://b.example'] }] })).toThrow(
      'chains[0].otherNodes: need chains[0].node',
    )
    expect(() =>
      liveWith({ chains: [{ id: 1, node: 'http://a.example', otherNodes: [{ env: 'NO_NODE' }] }] }),
    ).toThrow('chains[0].otherNodes[0].env: names NO_NODE, which is not set')
    // Ether of a test network is free, and the own coin of another chain is not ether: live mode assumes neither.
    const unknown = (entry: object) => both(entry, { id: 137, name: 'Polygon' })
    expect(() => liveWith(unknown({}))).toThrow(
      `chains[0].coins: is missing, and Koi knows no coins on chain ${SEPOLIA}`,
    )
    expect(liveWith(unknown({ coins })).evm).toHaveLength(1)
    for (const wrong of ['hunter2', '0x12', `0x${'0'.repeat(40)}`]) {
      expect(() => withFile(both({ recipient: wrong }))).toThrow('chains[0].recipient: must be an address')
    }
    // One letter is wrong. In lower case an address has no checksum, so the fault could not be found.
    const typed = shownAddress(`0x${'ab'.repeat(20)}`).replace(/.$/, (last) =>
      last.toLowerCase() === 'a' ? 'b' : 'a',
    )
    const mistake = /has capital letters that do not fit it/
    expect(() => withFile(both({ recipient: typed }))).toThrow(mistake)
    expect(() => withFile(both({ coins: [{ coin: 'usdt-ethereum', contract: typed }] }))).toThrow(mistake)
    expect(() => withFile(both({ nftCollections: [HOUSE, typed] }))).toThrow(
      /chains\[0\]\.nftCollections\[1\]: has capital letters/,
    )
    expect(withFile(both({ recipient: typed.toLowerCase() })).evm).toHaveLength(2)
    const contract = `0x${'12'.repeat(20)}`
    const other = `0x${'13'.repeat(20)}`
    for (const [named, problem] of [
      [
        [{ coin: 'gold-earth', contract: 'native' }],
        'chains[0].coins[0].coin: must be a coin that Koi knows',
      ],
      [[{ coin: 'usdt-tron', contract }], 'chains[0].coins[0].coin: must be a coin that Koi knows on these'],
      [
        [
          { coin: 'usdt-ethereum', contract },
          { coin: 'usdt-ethereum', contract: other },
        ],
        'chains[0].coins[1]: names a coin or a contract twice',
      ],
      [
        [
          { coin: 'usdt-ethereum', contract },
          { coin: 'usdc-ethereum', contract },
        ],
        'chains[0].coins[1]: names a coin or a contract twice',
      ],
      [
        [{ coin: 'usdt-ethereum', contract: 'native' }],
        'chains[0].coins[0].contract: can be native for ETH alone',
      ],
      [
        [{ coin: 'eth-ethereum', contract: 'native', decimals: 8 }],
        'chains[0].coins[0].decimals: must be 18 for a chain’s own coin',
      ],
      [
        [{ coin: 'usdt-ethereum', contract, minimumDeposit: '0.0000001' }],
        'chains[0].coins[0].minimumDeposit: must be more than 0',
      ],
    ] as const) {
      expect(() => withFile(both({ coins: named }))).toThrow(problem)
      // A practice chain takes none of the real contracts, and reports the same problem.
      expect(() => withFile({ chains: [{ id: SEPOLIA, coins: named }] })).toThrow(problem)
    }
    const ofDecimals = (decimals: number) =>
      withFile(both({ coins: [{ coin: 'usdt-ethereum', contract, decimals, fee: '1', minimum: '5' }] }))
    expect(ofDecimals(18).withdrawals.find(({ coin }) => coin === 'usdt-ethereum')?.decimals).toBe(6)
    expect(() => ofDecimals(4)).toThrow('chains[0].coins[0].decimals: must be 6 at least')
    expect(() => withFile(both({ confirmations: 0 }))).toThrow(
      'chains[0].confirmations: must be a whole number from 1 to 1000',
    )
  })

  it('allows withdrawals on every practice chain, but on real chains only where they are named', () => {
    const offered = (file: object) =>
      withFile(file).withdrawals.map(({ coin, chain, fee, minimum }) => [coin, chain, fee, minimum])
    const onTron = ['usdt-tron', 'tron-practice', 1_000_000n, 5_000_000n]
    expect(offered({})).toEqual([
      onTron,
      ['usdt-ethereum', 'evm-11155111-practice', 1_000_000n, 5_000_000n],
      ['usdc-ethereum', 'evm-11155111-practice', 1_000_000n, 5_000_000n],
      ['eth-ethereum', 'evm-11155111-practice', 50_000n, 200_000n],
      ['usdb-blast', 'evm-168587773-practice', 100_000_000n, 500_000_000n],
    ])
    const contract = `0x${'12'.repeat(20)}`
    const usdb = { coin: 'usdb-blast', contract, fee: '2', minimum: '1' }
    const two = (first: object, second: object = {}) => ({
      chains: [
        { id: SEPOLIA, ...first },
        { id: BLAST_SEPOLIA, ...second },
      ],
    })
    expect(offered(two({ coins: [] }, { coins: [usdb] }))).toEqual([
      onTron,
      ['usdb-blast', 'evm-168587773-practice', 200_000_000n, 200_000_001n],
    ])
    const real = { node: 'http://a.example', recipient: HOUSE }
    // The hot wallet of a test network pays only coins that the operator names.
    expect(offered(two(real)).filter(([, chain]) => chain === 'evm-11155111')).toEqual([])
    const eth = { coin: 'eth-ethereum', contract: 'native', fee: '0.01', minimum: '0.05' }
    expect(offered(two({ ...real, coins: [eth] }, { coins: [] }))).toEqual([
      onTron,
      ['eth-ethereum', 'evm-11155111', 1_000_000n, 5_000_000n],
    ])
    const usdt = { coin: 'usdt-ethereum', contract }
    expect(() => withFile(two({ ...real, coins: [{ ...usdt, fee: '1' }] }))).toThrow(
      'chains[0].coins[0]: has one of fee and minimum',
    )
    expect(() => withFile(two({ ...real, coins: [{ ...usdt, fee: '1.1234567', minimum: '5' }] }))).toThrow(
      'chains[0].coins[0].fee: must have 6 decimals at most',
    )
    expect(() => liveWith({ chains: [{ id: 1, coins: [{ ...usdt, fee: '1', minimum: '5' }] }] })).toThrow(
      'chains[0].coins[0].fee: needs chains[0].recipient',
    )
  })

  it('never uses a real contract on a practice chain', () => {
    const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7'
    const { evm } = withFile({ chains: [{ id: 1, coins: [{ coin: 'usdt-ethereum', contract: usdt }] }] })
    expect(evm).toMatchObject([
      { chain: 'evm-1-practice', tokens: [{ contract: '0x6b6f692070726163746963652000000075736474' }] },
    ])
  })

  it('accepts any number of chains, and coins that the operator adds', () => {
    const polygon = {
      id: 137,
      name: 'Polygon',
      currency: { name: 'Pol', symbol: 'POL' },
      testnet: true,
      node: 'http://c.example',
      recipient: HOUSE,
      coins: [
        { coin: 'usdt-polygon', contract: `0x${'12'.repeat(20)}`, fee: '0.5', minimum: '2' },
        { coin: 'pol-polygon', contract: 'native', minimumDeposit: '7' },
      ],
    }
    const coins = [
      { symbol: 'USDT', network: 'Polygon', name: 'Tether USD', decimals: 6, priceUsd: '1' },
      { symbol: 'POL', network: 'Polygon', name: 'Pol', decimals: 18, priceUsd: '0.25' },
      { symbol: 'BONK', network: 'Solana', listed: false },
    ]
    const config = withFile({ chains: [{ id: SEPOLIA }, { id: BLAST_SEPOLIA }, polygon], coins })
    expect(config.chains.map(({ id, name }) => [id, name])).toEqual([
      [SEPOLIA, 'Sepolia'],
      [BLAST_SEPOLIA, 'Blast Sepolia'],
      [137, 'Polygon'],
    ])
    expect(config.evm[2]?.tokens).toEqual([
      {
        coin: 'usdt-polygon',
        contract: `0x${'12'.repeat(20)}`,
        decimals: 6,
        ledgerDecimals: 6,
        minimum: 1_000_000n,
        isRebasing: false,
      },
      {
        coin: 'pol-polygon',
        contract: null,
        decimals: 18,
        ledgerDecimals: 8,
        minimum: 7n * 10n ** 18n,
        isRebasing: false,
      },
    ])
    expect(config.withdrawals.at(-1)).toMatchObject({
      coin: 'usdt-polygon',
      fee: 500_000n,
      minimum: 2_000_000n,
    })
    expect(config.coins.slice(0, COINS.length).map(({ listed }) => listed)).toEqual(
      COINS.map(({ symbol, listed }) => (symbol === 'BONK' ? false : listed)),
    )
    expect(config.coins.slice(COINS.length)).toMatchObject([
      { symbol: 'USDT', network: 'Polygon', chainDecimals: 6, listed: true, receivable: false },
      { symbol: 'POL' },
    ])
  })

  it.each<[object, string]>([
    [{ chain: [] }, 'chain: is not known here; the nearest key is chains'],
    [{ chains: {} }, 'chains: must be a list in brackets'],
    [{ chains: [] }, 'chains: must name a chain at least'],
    [{ chains: [{}] }, 'chains[0].id: is missing'],
    [{ chains: [{ id: '1' }] }, 'chains[0].id: must be a whole number from 1 to'],
    [
      { chains: [{ id: 1, confirmation: 5 }] },
      'chains[0].confirmation: is not known here; the nearest key is confirmations',
    ],
    [{ chains: [{ id: 1, hunter: 5 }] }, 'chains[0].hunter: is not known here; keys are id, name, testnet'],
    [{ chains: [{ id: 1 }, { id: 1 }] }, 'chains[1].id: names chain 1 twice'],
    [{ chains: [{ id: 5 }] }, 'chains[0].name: is missing, and Koi does not know chain 5'],
    [{ chains: [{ id: 1, testnet: true }] }, 'chains[0].testnet: must be false for chain 1'],
    [{ chains: [{ id: 1, publicNode: 'wss://hunter2' }] }, 'chains[0].publicNode: must be an http or https'],
    [{ chains: [{ id: 1, explorer: 'ftp://hunter2' }] }, 'chains[0].explorer: must be an http or https'],
    [{ chains: [{ id: 1, node: 'hunter2' }] }, 'chains[0].node: must be an http or https address, or'],
    [{ chains: [{ id: 1, node: { env: 'hunter2' } }] }, 'chains[0].node.env: must be the name of a variable'],
    [
      { chains: [{ id: 1, node: { env: 'NOWHERE' } }] },
      'chains[0].node.env: names NOWHERE, which is not set',
    ],
    [
      { chains: [{ id: 1, node: { env: 'A_NODE' } }] },
      'chains[0].node.env: names A_NODE, which must be an http',
    ],
    [
      {
        chains: [
          { id: 1 },
          { id: 10 },
          { id: 5, coins: [{ coin: 'usdt-ethereum', contract: 'native', decimals: 'hunter2' }] },
        ],
      },
      'chains[2].coins[0].decimals: must be a whole number from 0 to 36, without quotes',
    ],
    [{ chains: [{ id: 1, nftCollections: ['hunter2'] }] }, 'chains[0].nftCollections[0]: must be an address'],
    [
      { chains: [{ id: 1, nftCollections: Array.from({ length: 21 }, () => `0x${'12'.repeat(20)}`) }] },
      'chains[0].nftCollections: must be a list of 20 at most',
    ],
    [
      { chains: [{ id: 1, coins: [{ coin: 'usdt-ethereum', contract: 'native', fee: 1 }] }] },
      'chains[0].coins[0].fee: must be an amount in quotes',
    ],
    [{ tron: { fee: '-1' } }, 'tron.fee: must be an amount in quotes'],
    [{ tron: { minimum: 'hunter2' } }, 'tron.minimum: must be an amount in quotes'],
    [{ tron: 'hunter2' }, 'tron: must be an object in braces'],
    [
      { coins: [{ symbol: 'GOLD', network: 'Earth' }] },
      'coins[0].name: is missing, and Koi ships no such coin',
    ],
    [{ coins: [{ symbol: 'USD.e', network: 'Earth' }] }, 'coins[0].symbol: must be letters and digits only'],
    [
      { coins: [{ symbol: 'USDT', network: 'TRON', decimals: 18 }] },
      'coins[0].decimals: must be 6, as Koi ships',
    ],
    [
      {
        coins: [
          { symbol: 'USDT', network: 'TRON' },
          { symbol: 'usdt', network: 'Tron' },
        ],
      },
      'coins[1]: names a coin twice',
    ],
    [
      { coins: [{ symbol: 'A', network: 'B', priceUsd: '0' }] },
      'coins[0].priceUsd: must be a price in US dollars',
    ],
    [{ play: { minStakeUsd: '0' } }, 'play.minStakeUsd: must be above 0'],
    [
      { play: { minStakeUsd: '5', maxStakeUsd: '4' } },
      'play.maxStakeUsd: must be at least the smallest stake, 5',
    ],
    [{ play: { maxPayoutUsd: '999' } }, 'play.maxPayoutUsd: must be at least the largest stake, 1000'],
    [{ play: { maxStakeUsd: '1e3' } }, 'play.maxStakeUsd: must be an amount in quotes'],
    [{ operator: { fourEyesUsd: 1000 } }, 'operator.fourEyesUsd: must be an amount in quotes'],
    [{ rewards: { levelGiftBps: 6_001 } }, 'rewards.levelGiftBps: must be a whole number from 0 to 6000'],
    [
      { rewards: { rakebackBps: 1_001 } },
      'rewards.rakebackMostBps: must be at least rewards.rakebackBps, 1001',
    ],
    [{ rewards: { coin: 'koi-pond' } }, 'rewards.coin: must be the id of a coin'],
    [{ rewards: { coin: 'sol-solana' } }, 'rewards.coin: must be a coin of one US dollar'],
    [{ rates: {} }, 'rates.sources: is missing'],
    [{ rates: { sources: [{ service: 'coingecko' }] } }, 'rates.sources: must be coingecko and defillama'],
    [
      { rates: { sources: [{ service: 'coingecko' }, { service: 'coingecko' }] } },
      'rates.sources: must be coingecko and defillama',
    ],
    [
      { rates: { sources: [{ service: 'coingecko' }, { service: 'hunter2' }] } },
      'rates.sources[1].service: must be coingecko or defillama',
    ],
    [
      { rates: { sources: [{ service: 'coingecko', url: 'ftp://hunter2' }, { service: 'defillama' }] } },
      'rates.sources[0].url: must be an http or https address',
    ],
    [
      {
        rates: { sources: [{ service: 'coingecko', url: 'http://a?key=hunter2' }, { service: 'defillama' }] },
      },
      'rates.sources[0].url: must be an address without ? and #',
    ],
    [
      { rates: { ...RATES.rates, maxAgeMinutes: 1 } },
      'rates.maxAgeMinutes: must be a whole number from 2 to 1440',
    ],
    [
      { rates: { ...RATES.rates, maxDifferencePercent: 0 } },
      'rates.maxDifferencePercent: must be a whole number from 1 to 50',
    ],
    [{ wallets: { recommended: ['hunter2'] } }, 'wallets.recommended[0]: must be the id of a wallet'],
    [{ wallets: { excluded: ['c3'.repeat(32), ''] } }, 'wallets.excluded[1]: must be the id of a wallet'],
    [{ wallets: { networkView: 'hunter2' } }, 'wallets.networkView: must be true or false'],
  ])('refuses the file %j with a message of one sentence', (file, sentence) => {
    const read = () => withFile(file, { A_NODE: 'hunter2' })
    expect(read).toThrow(StartupError)
    expect(read).toThrow(`Bad configuration in KOI_CONFIG: ${sentence}`)
    expect(read).toThrow(/^[^\n]+\.$/)
    expect(read).not.toThrow(/hunter2/)
  })

  it('reports all faults of the file at once', () => {
    expect(() => withFile({ chains: [{ id: 0 }], tron: { fee: 1 } })).toThrow(
      /^Bad configuration in KOI_CONFIG: chains\[0\]\.id: must be [^;]+; tron\.fee: must be [^;]+\.$/,
    )
  })

  it('says that a file is not JSON and where, or that it cannot be read', () => {
    const dir = mkdtempSync(join(tmpdir(), 'koi-config-'))
    const path = join(dir, 'koi.json')
    const told = (text: string) => {
      writeFileSync(path, text)
      return () => readConfig({ KOI_CONFIG: path })
    }
    try {
      expect(() => readConfig({ KOI_CONFIG: path })).toThrow(
        `KOI_CONFIG names ${path}, which cannot be read (ENOENT).`,
      )
      expect(told('{\n  "chains": [hunter2]\n}')).toThrow('which is no JSON: look at line 2, column 14.')
      expect(told('{\n  "chains": [')).toThrow('which is no JSON: look at line 2, column 14.')
      expect(told('[]')).toThrow('the file: must be an object in braces')
      expect(told('')).not.toThrow(/\n/)
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })

  it.each([
    [
      {},
      `Live mode needs ${Object.keys(LIVE).slice(0, -1).join(', ')} and WALLETCONNECT_PROJECT_ID: set them`,
    ],
    [{ ...LIVE, SMTP_URL: '' }, 'Live mode needs SMTP_URL: set it'],
    [{ ...LIVE, DATABASE_URL: '', KOI_SECRET_KEY: '' }, 'Live mode needs DATABASE_URL and KOI_SECRET_KEY:'],
    [{ ...LIVE, KOI_CONFIG: configFile({}) }, 'Live mode needs rates in KOI_CONFIG'],
  ])('refuses live mode with only %j', (env, sentence) => {
    expect(() => readConfig({ KOI_MODE: 'live', ...env })).toThrow(sentence)
  })
})

describe('the profile', () => {
  const profileOf = (file: object) => readConfig({ KOI_PROFILE: configFile(file) }).profile

  it('is "open" by default, and supplies each key that a file leaves out', () => {
    const { profile } = readConfig({})
    expect(readConfig({ KOI_PROFILE: 'open' }).profile).toEqual(profile)
    expect(readConfig({ KOI_PROFILE: '' }).profile).toEqual(profile)
    expect(profileOf({ $schema: 'x' })).toEqual(profile)
    expect(profileOf({ play: { autoPlay: false } }).play).toEqual({ ...profile.play, autoPlay: false })
  })

  it('follows British rules when it is "uk"', () => {
    const { play, bonus } = readConfig({ KOI_PROFILE: 'uk' }).profile
    expect(play).toMatchObject({ autoPlay: false, instant: false })
    expect([valueFor(play.cycleMs, 'pond-reels'), valueFor(play.cycleMs, 'dice')]).toEqual([2_500, 5_000])
    expect(valueFor(play.highestStake, 'pond-reels')).toBe(200n)
    expect(valueFor(play.highestStake, 'dice')).toBeNull()
    expect(bonus).toEqual({ depositOffers: false, maxWagerMultiple: 10 })
  })

  it('may be a file of the operator', () => {
    const { play } = profileOf({
      play: {
        cycleMs: { default: 100, games: { mines: 0 } },
        highestStakeUsd: { default: '50', games: { 'pond-reels': '2.5' } },
      },
    })
    expect([valueFor(play.cycleMs, 'mines'), valueFor(play.cycleMs, 'limbo')]).toEqual([0, 100])
    expect([valueFor(play.highestStake, 'pond-reels'), valueFor(play.highestStake, 'keno')]).toEqual([
      250n,
      5_000n,
    ])
  })

  it.each([
    [{ play: { autoPlay: 1 } }, 'play.autoPlay: must be true or false'],
    [{ play: { autoplay: true } }, 'play.autoplay: is not known here; the nearest key is autoPlay'],
    [{ play: { cycleMs: { games: { dices: 1 } } } }, 'play.cycleMs.games.dices: is no game of Koi'],
    [{ play: { cycleMs: { default: 60_001 } } }, 'play.cycleMs.default: must be a whole number from 0'],
    [{ play: { highestStakeUsd: { default: '0' } } }, 'play.highestStakeUsd.default: must be an amount in'],
    [{ bonus: { maxWagerMultiple: 0 } }, 'bonus.maxWagerMultiple: must be a whole number from 1'],
  ])('refuses the file %j with a message of one sentence', (file, sentence) => {
    expect(() => profileOf(file)).toThrow(`Bad configuration in KOI_PROFILE: ${sentence}`)
    expect(() => profileOf(file)).toThrow(/^[^\n]+\.$/)
  })

  it('reports an unknown name', () => {
    expect(() => readConfig({ KOI_PROFILE: 'UK' })).toThrow('KOI_PROFILE must be open or uk, or the path')
    expect(() => readConfig({ KOI_PROFILE: './none.json' })).toThrow('KOI_PROFILE names ./none.json, which')
  })
})

describe('the longest wagering', () => {
  const [welcome] = shippedOffers()

  it('stops the start when an offer exceeds it, and shows the calculation', () => {
    if (!welcome) throw new Error('Koi ships no offer')
    expect(wagerMultiple(welcome.offer)).toBe(500)
    expect(() => refuseLongWagering([welcome], 499)).toThrow(
      'has to be bet 500 times, and the profile allows 499: a bet releases 20% of a house edge of 1%, so $1 of bonus takes 1 ÷ (1% × 20%) = $500.00 of stakes',
    )
    for (const most of [500, null]) expect(() => refuseLongWagering([welcome], most)).not.toThrow()
  })
})
