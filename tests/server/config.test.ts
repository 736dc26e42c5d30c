import { describe, expect, it } from 'vitest'
import { withChecksum } from '#contract/evm-checksum.ts'
import { readConfig, unknownSettings } from '#server/config.ts'
import { StartupError } from '#server/base/startup-error.ts'

const DATABASE_URL = 'postgres://koi:hunter2@db.example:5432/koi'
const WALLETCONNECT_PROJECT_ID = '0123456789abcdef0123456789abcdef'
const SMTP_URL = 'smtps://koi:hunter2@mail.example:465'
const MAIL_FROM = 'Koi <no-reply@koi.example>'
const KOI_SECRET_KEY = 'c0de'.repeat(16)
const PUBLIC_ORIGIN = 'https://koi.example'
const TRON_DEPOSIT_XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'
const TRONGRID_API_KEY = '01234567-89ab-cdef-0123-456789abcdef'
const RATE_SOURCES = 'coingecko,defillama'
const KOI_DEPOSIT_ADDRESSES = ','
const LIVE = {
  ...{ DATABASE_URL, WALLETCONNECT_PROJECT_ID, PUBLIC_ORIGIN, SMTP_URL, MAIL_FROM },
  ...{ RATE_SOURCES, KOI_SECRET_KEY, TRON_DEPOSIT_XPUB, TRONGRID_API_KEY, KOI_DEPOSIT_ADDRESSES },
}

const ETHER = { name: 'Ether', symbol: 'ETH' }

describe('configuration', () => {
  it('needs nothing for practice', () => {
    const { evm, ...rest } = readConfig({})
    expect(evm).toMatchObject([
      { chain: 'evm-11155111-practice', nodeUrl: null, confirmations: 12 },
      { chain: 'evm-168587773-practice', nodeUrl: null, tokens: [{ coin: 'usdb-blast' }] },
    ])
    expect(rest).toEqual({
      mode: 'practice',
      host: 'localhost',
      port: 8080,
      dataDir: '.data',
      databaseUrl: null,
      logLevel: 'info',
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
      },
      tron: {
        network: {
          chain: 'tron-practice',
          usdtContract: 'TKmGmXqxFXebATenCd5FYv7odfnc3WRKwx',
          explorerUrl: null,
        },
        ...{ grid: null, xpub: null, practiceBlockMs: 3_000 },
      },
      // Their own test is below.
      withdrawals: expect.any(Array),
      rates: null,
      trustProxy: false,
      publicOrigin: null,
      smtpUrl: null,
      mailFrom: 'Koi <no-reply@koi.invalid>',
      ledgerCheckMinutes: 5,
      secretKey: null,
    })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', KOI_MODE: '', KOI_CHAINS: '' })).toEqual(readConfig({}))
  })

  it('reads every variable', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::1',
      DATA_DIR: '/srv/koi',
      DATABASE_URL,
      KOI_MODE: 'live',
      LOG_LEVEL: 'warn',
      WALLETCONNECT_PROJECT_ID,
      KOI_CHAINS: '10:OP Mainnet,81457:Blast',
      KOI_CHAIN_PUBLIC_RPC_URLS: 'https://optimism.example/,',
      KOI_CHAIN_EXPLORER_URLS: ',https://blast.example/scan/',
      KOI_RPC_URLS: 'http://127.0.0.1:8545, https://node.example/v3/key',
      KOI_MAINNET_RPC_URL: 'https://mainnet.example/v3/key/',
      KOI_NFT_COLLECTIONS: `,${withChecksum(`0x${'ab'.repeat(20)}`)}+0x${'cd'.repeat(20)}+0x${'ab'.repeat(20)}`,
      WALLETCONNECT_RELAY_URL: 'ws://127.0.0.1:5555/',
      WALLET_EXPLORER_URL: 'http://127.0.0.1:5556/',
      WALLET_IDENTITY_URL: 'https://identity.example/v1/',
      WALLET_AVATAR_URL: 'https://avatars.example',
      WALLET_RECOMMENDED_IDS: `${'A1'.repeat(32)}, ${'b2'.repeat(32)}`,
      WALLET_EXCLUDED_IDS: 'c3'.repeat(32),
      WALLET_NETWORK_VIEW: 'true',
      TRUST_PROXY: '1',
      PUBLIC_ORIGIN,
      SMTP_URL,
      MAIL_FROM,
      LEDGER_CHECK_MINUTES: '30',
      RATE_SOURCES: 'defillama=http://127.0.0.1:5557/, coingecko=https://pro-api.coingecko.com/api/v3',
      COINGECKO_API_KEY: 'CG-key',
      RATE_MAX_AGE_MINUTES: '60',
      RATE_MAX_DIFFERENCE_PERCENT: '5',
      KOI_SECRET_KEY,
      TRON_NETWORK: 'nile',
      TRON_DEPOSIT_XPUB,
      TRONGRID_API_KEY,
      TRONGRID_URL: 'https://grid.example/',
      PRACTICE_BLOCK_MS: '50',
      WITHDRAWAL_FEE_USDT: '1.5',
      WITHDRAWAL_MINIMUM_USDT: '10',
      KOI_DEPOSIT_ADDRESSES: `,${withChecksum(`0x${'ab'.repeat(20)}`)}`,
      KOI_DEPOSIT_CONFIRMATIONS: ',90',
      KOI_CHAIN_POLL_MS: '500',
    })
    const { evm, ...rest } = config
    expect(evm).toEqual([
      {
        ...{ chainId: 81_457, chain: 'evm-81457', nodeUrl: 'https://node.example/v3/key' },
        ...{ recipient: `0x${'ab'.repeat(20)}`, confirmations: 90, practiceBlockMs: 3_000, pollMs: 500 },
        explorerUrl: 'https://blast.example/scan',
        tokens: [
          {
            ...{ coin: 'usdb-blast', contract: '0x4300000000000000000000000000000000000003' },
            ...{ decimals: 18, minimum: 10n ** 18n },
          },
        ],
      },
    ])
    expect(rest).toEqual({
      mode: 'live',
      host: '::1',
      port: 0,
      dataDir: '/srv/koi',
      databaseUrl: DATABASE_URL,
      logLevel: 'warn',
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
      },
      tron: {
        network: {
          chain: 'tron-nile',
          usdtContract: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
          explorerUrl: 'https://nile.tronscan.org/#/transaction/',
        },
        grid: { url: 'https://grid.example', apiKey: TRONGRID_API_KEY },
        ...{ xpub: TRON_DEPOSIT_XPUB, practiceBlockMs: 3_000 },
      },
      withdrawals: [
        {
          ...{ coin: 'usdt-tron', chain: 'tron-nile', addresses: 'tron', isPractice: false, decimals: 6 },
          ...{ fee: 1_500_000n, minimum: 10_000_000n },
        },
      ],
      rates: {
        sources: [
          { service: 'defillama', url: 'http://127.0.0.1:5557', apiKey: null },
          { service: 'coingecko', url: 'https://pro-api.coingecko.com/api/v3', apiKey: 'CG-key' },
        ],
        maxAgeMinutes: 60,
        maxDifferenceBps: 500,
      },
      trustProxy: true,
      publicOrigin: PUBLIC_ORIGIN,
      smtpUrl: SMTP_URL,
      mailFrom: MAIL_FROM,
      ledgerCheckMinutes: 30,
      secretKey: Buffer.from(KOI_SECRET_KEY, 'hex'),
    })
  })

  it('lists Ethereum and Blast in live mode', () => {
    const { chains } = readConfig({ KOI_MODE: 'live', ...LIVE })
    expect(chains.map(({ id }) => id)).toEqual([1, 81_457])
  })

  it('says nothing about chains nobody has told it about, and asks the node of Ethereum for names', () => {
    const { chains, wallets } = readConfig({
      KOI_CHAINS: '1:Ether,31337:Local',
      KOI_RPC_URLS: 'https://node.example,',
    })
    expect(chains).toMatchObject([
      { id: 1, name: 'Ether', testnet: false, explorerUrl: 'https://etherscan.io' },
      { id: 31_337, name: 'Local', testnet: true, currency: ETHER, rpcUrl: null, explorerUrl: null },
    ])
    expect([...wallets.nodeUrls.keys()]).toEqual([1])
    expect(wallets.mainnetNodeUrl).toBe('https://node.example')
  })

  it('asks the sources of prices where they are, within limits of its own', () => {
    expect(readConfig({ RATE_SOURCES }).rates).toEqual({
      sources: [
        { service: 'coingecko', url: 'https://api.coingecko.com/api/v3', apiKey: null },
        { service: 'defillama', url: 'https://coins.llama.fi', apiKey: null },
      ],
      maxAgeMinutes: 15,
      maxDifferenceBps: 300,
    })
  })

  it('leaves the relay alone without a project id', () => {
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
    ['KOI_MODE', 'production', 'KOI_MODE must be practice or live'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
    ['WALLETCONNECT_PROJECT_ID', 'hunter2', 'WALLETCONNECT_PROJECT_ID must be the 32 hexadecimal characters'],
    ['KOI_CHAINS', '1:Ethereum', 'KOI_CHAINS must name exactly two chains as id:name,id:name'],
    ['KOI_CHAINS', '1:Ethereum,10:OP,81457:Blast', 'KOI_CHAINS must name exactly two chains'],
    ['KOI_CHAINS', '1:Ethereum,1:Again', 'KOI_CHAINS must name two different chains'],
    ['KOI_CHAIN_PUBLIC_RPC_URLS', 'https://hunter2', 'KOI_CHAIN_PUBLIC_RPC_URLS must be two http or https'],
    ['KOI_CHAIN_EXPLORER_URLS', 'ftp://hunter2,', 'KOI_CHAIN_EXPLORER_URLS must be two http or https'],
    ['KOI_RPC_URLS', 'hunter2,hunter2', 'KOI_RPC_URLS must be two http or https addresses with a comma'],
    ['KOI_RPC_URLS', 'http://a,http://b,http://hunter2', 'KOI_RPC_URLS must be two http or https addresses'],
    ['KOI_MAINNET_RPC_URL', 'wss://hunter2', 'KOI_MAINNET_RPC_URL must be an http or https address'],
    ['KOI_NFT_COLLECTIONS', 'hunter2,', 'KOI_NFT_COLLECTIONS must be up to 20 contracts'],
    ['KOI_NFT_COLLECTIONS', `0x${'ab'.repeat(20)}`, 'KOI_NFT_COLLECTIONS must be up to 20 contracts'],
    ['WALLETCONNECT_RELAY_URL', 'https://hunter2', 'WALLETCONNECT_RELAY_URL must be a ws or wss address'],
    ['WALLETCONNECT_RELAY_URL', "wss://hunter2; script-src 'x'", 'WALLETCONNECT_RELAY_URL must be a ws'],
    ['WALLET_EXPLORER_URL', 'hunter2', 'WALLET_EXPLORER_URL must be an http or https address'],
    ['WALLET_IDENTITY_URL', 'hunter2', 'WALLET_IDENTITY_URL must be an http or https address'],
    ['WALLET_AVATAR_URL', 'file:///hunter2', 'WALLET_AVATAR_URL must be an http or https address'],
    ['WALLET_RECOMMENDED_IDS', 'hunter2', 'WALLET_RECOMMENDED_IDS must be ids of wallets with commas'],
    ['WALLET_EXCLUDED_IDS', `${'c3'.repeat(32)},`, 'WALLET_EXCLUDED_IDS must be ids of wallets'],
    ['WALLET_NETWORK_VIEW', 'hunter2', 'WALLET_NETWORK_VIEW must be 1 or 0'],
    ['TRON_NETWORK', 'shasta', 'TRON_NETWORK must be mainnet or nile'],
    ['TRON_DEPOSIT_XPUB', 'hunter2', 'TRON_DEPOSIT_XPUB must be an extended public key'],
    ['TRONGRID_API_KEY', 'hunter 2', 'TRONGRID_API_KEY must be a key'],
    ['TRONGRID_URL', 'hunter2', 'TRONGRID_URL must be an http or https address'],
    ['PRACTICE_BLOCK_MS', '5', 'PRACTICE_BLOCK_MS must be a number of milliseconds'],
    ['WITHDRAWAL_FEE_USDT', '-1', 'WITHDRAWAL_FEE_USDT must be an amount of USDT'],
    ['WITHDRAWAL_MINIMUM_USDT', 'hunter2', 'WITHDRAWAL_MINIMUM_USDT must be an amount of USDT'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be 1 or 0'],
    ['PUBLIC_ORIGIN', 'https://koi.example/app', 'PUBLIC_ORIGIN must be an origin'],
    ['SMTP_URL', 'https://koi:hunter2@mail.example', 'SMTP_URL must be an address such as smtps://'],
    ['SMTP_URL', 'hunter2', 'SMTP_URL must be an address'],
    ['MAIL_FROM', 'hunter2', 'MAIL_FROM must be a sender such as Koi <no-reply@koi.example>'],
    ['MAIL_FROM', 'Koi <a@b.example>\nBcc: c@d.example', 'MAIL_FROM must be a sender'],
    ['LEDGER_CHECK_MINUTES', '0', 'LEDGER_CHECK_MINUTES must be a number of minutes from 1 to 1440'],
    ['LEDGER_CHECK_MINUTES', '1441', 'LEDGER_CHECK_MINUTES must be a number of minutes'],
    ['RATE_SOURCES', 'coingecko', 'RATE_SOURCES must be coingecko and defillama with a comma between them'],
    ['RATE_SOURCES', 'coingecko,coingecko', 'RATE_SOURCES must be coingecko and defillama'],
    ['RATE_SOURCES', 'coingecko,hunter2', 'RATE_SOURCES must be coingecko and defillama'],
    ['RATE_SOURCES', 'coingecko,toString', 'RATE_SOURCES must be coingecko and defillama'],
    ['RATE_SOURCES', 'coingecko=ftp://hunter2,defillama', 'RATE_SOURCES must be coingecko and defillama'],
    ['RATE_SOURCES', 'coingecko=http://a?key=hunter2,defillama', 'RATE_SOURCES must be coingecko'],
    ['COINGECKO_API_KEY', 'hunter2 hunter2', 'COINGECKO_API_KEY must be a key of up to 200 letters'],
    ['RATE_MAX_AGE_MINUTES', '1', 'RATE_MAX_AGE_MINUTES must be a number of minutes from 2 to 1440'],
    ['RATE_MAX_DIFFERENCE_PERCENT', '0', 'RATE_MAX_DIFFERENCE_PERCENT must be a whole number from 1 to 50'],
    ['KOI_SECRET_KEY', 'hunter2', 'KOI_SECRET_KEY must be 64 hexadecimal characters'],
  ])('refuses %s=%s in one sentence', (name, value, sentence) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(StartupError)
    expect(read).toThrow(sentence)
    expect(read).toThrow(/^[^\n]+\.$/)
    // A secret put into the wrong variable must not be printed.
    expect(read).not.toThrow(/hunter2/)
  })

  it('wants https of live mode, but for this machine', () => {
    const of = (origin: string) =>
      readConfig({ KOI_MODE: 'live', ...LIVE, PUBLIC_ORIGIN: origin }).publicOrigin
    expect(() => of('http://koi.example')).toThrow('PUBLIC_ORIGIN must begin with https:// in live mode')
    for (const origin of ['https://koi.example', 'http://localhost:8080', 'http://127.0.0.1']) {
      expect(of(origin)).toBe(origin)
    }
  })

  it('knows what looks like a setting and is none', () => {
    const set = {
      KOI_MODE: 'live',
      KOI_RPC_URL: 'a',
      WITHDRAW_FEE_USDT: '1',
      KOI_SERVICE_HOST: 'b',
      HOME: 'c',
    }
    expect(unknownSettings(set)).toEqual(['KOI_RPC_URL', 'WITHDRAW_FEE_USDT'])
  })

  it('names everything that is wrong', () => {
    const read = () => readConfig({ PORT: 'x', KOI_MODE: 'x' })
    expect(read).toThrow('Bad configuration: PORT must be a port number from 0 to 65535; KOI_MODE must be')
  })

  it('takes deposits from wallets on a test network with node and address, never real ones for practice money', () => {
    const house = `0x${'42'.repeat(20)}`
    const both = { KOI_RPC_URLS: 'http://a.example,http://b.example', KOI_DEPOSIT_ADDRESSES: `${house},` }
    const tokens = `usdt-ethereum=0x${'AA'.repeat(20)}/6+eth-ethereum=native,`
    expect(readConfig({ ...both, KOI_DEPOSIT_TOKENS: tokens }).evm).toMatchObject([
      {
        ...{ chain: 'evm-11155111', nodeUrl: 'http://a.example', recipient: house },
        tokens: [
          { coin: 'usdt-ethereum', contract: `0x${'aa'.repeat(20)}`, decimals: 6, minimum: 1_000_000n },
          { coin: 'eth-ethereum', contract: null, decimals: 18, minimum: 5n * 10n ** 14n },
        ],
      },
      { chain: 'evm-168587773-practice' },
    ])
    const real = { ...both, KOI_CHAINS: '1:Ethereum,81457:Blast' }
    expect(readConfig(real).evm.map(({ chain }) => chain)).toEqual(['evm-1-practice', 'evm-81457-practice'])
    expect(readConfig({ KOI_MODE: 'live', ...LIVE }).evm).toEqual([])
    expect(() => readConfig({ KOI_MODE: 'live', ...LIVE, KOI_DEPOSIT_ADDRESSES: `${house},` })).toThrow(
      /KOI_DEPOSIT_ADDRESSES names an address on Ethereum, and KOI_RPC_URLS has no node/,
    )
    // Ether of a test network is free, and another chain's own coin is no ether: live mode guesses neither.
    const unknown = { KOI_MODE: 'live', ...LIVE, ...both, KOI_CHAINS: '11155111:Sepolia,137:Polygon' }
    expect(() => readConfig(unknown)).toThrow(/an address on Sepolia, of which Koi knows no coins/)
    expect(readConfig({ ...unknown, KOI_DEPOSIT_TOKENS: tokens }).evm).toHaveLength(1)
    for (const wrong of [`${house}`, `0x12,`, `0x${'0'.repeat(40)},`, `${house},${house},`]) {
      expect(() => readConfig({ KOI_DEPOSIT_ADDRESSES: wrong })).toThrow(/addresses of the house/)
    }
    // One of its letters is another one; without capitals nothing can be said of it.
    const typed = withChecksum(`0x${'ab'.repeat(20)}`).replace(/.$/, (last) =>
      last.toLowerCase() === 'a' ? 'b' : 'a',
    )
    const mistake = /has an address whose capital letters do not fit it/
    expect(() => readConfig({ ...both, KOI_DEPOSIT_ADDRESSES: `${typed},` })).toThrow(mistake)
    expect(() => readConfig({ ...both, KOI_DEPOSIT_TOKENS: `usdt-ethereum=${typed}/6,` })).toThrow(mistake)
    expect(() => readConfig({ KOI_NFT_COLLECTIONS: `,${house}+${typed}` })).toThrow(mistake)
    expect(readConfig({ ...both, KOI_DEPOSIT_ADDRESSES: `${typed.toLowerCase()},` }).evm).toHaveLength(2)
    const coin = `0x${'12'.repeat(20)}`
    const other = `0x${'13'.repeat(20)}`
    for (const [tokens, problem] of [
      ['gold-earth=native', /does not know/],
      [`usdt-tron=${coin}`, /does not know on these chains/],
      [`usdt-ethereum=${coin}+usdt-ethereum=${other}`, /a coin or a contract twice/],
      [`usdt-ethereum=${coin}+usdc-ethereum=${coin}`, /a coin or a contract twice/],
      ['usdt-ethereum=native', /only eth-ethereum=native can be/],
    ] as const) {
      expect(() => readConfig({ KOI_DEPOSIT_TOKENS: `${tokens},` })).toThrow(problem)
    }
    const ofDecimals = (decimals: number) =>
      readConfig({
        ...{ ...both, WITHDRAWAL_EVM_COINS: 'usdt-ethereum=1/5,' },
        KOI_DEPOSIT_TOKENS: `usdt-ethereum=0x${'12'.repeat(20)}/${decimals},`,
      })
    expect(ofDecimals(18).withdrawals.find(({ coin }) => coin === 'usdt-ethereum')?.decimals).toBe(6)
    expect(() => ofDecimals(4)).toThrow(/fewer than the 6 that Koi keeps/)
    expect(() => readConfig({ KOI_DEPOSIT_CONFIRMATIONS: '0,' })).toThrow(/numbers of blocks/)
  })

  it('opens withdrawals on practice chains, and on real ones those that are named', () => {
    const offered = (env: Record<string, string>) =>
      readConfig(env).withdrawals.map(({ coin, chain, fee, minimum }) => [coin, chain, fee, minimum])
    const onTron = ['usdt-tron', 'tron-practice', 1_000_000n, 5_000_000n]
    expect(offered({})).toEqual([
      onTron,
      ['usdt-ethereum', 'evm-11155111-practice', 1_000_000n, 5_000_000n],
      ['usdc-ethereum', 'evm-11155111-practice', 1_000_000n, 5_000_000n],
      ['eth-ethereum', 'evm-11155111-practice', 50_000n, 200_000n],
      ['usdb-blast', 'evm-168587773-practice', 100_000_000n, 500_000_000n],
    ])
    expect(offered({ WITHDRAWAL_EVM_COINS: ',usdb-blast=2/1' })).toEqual([
      onTron,
      ['usdb-blast', 'evm-168587773-practice', 200_000_000n, 200_000_001n],
    ])
    const real = {
      KOI_RPC_URLS: 'http://a.example,',
      KOI_DEPOSIT_ADDRESSES: `0x${'42'.repeat(20)},`,
    }
    // A test network's hot wallet pays only what its operator opens.
    expect(offered(real).filter(([, chain]) => chain === 'evm-11155111')).toEqual([])
    expect(offered({ ...real, WITHDRAWAL_EVM_COINS: 'eth-ethereum=0.01/0.05,' })).toEqual([
      onTron,
      ['eth-ethereum', 'evm-11155111', 1_000_000n, 5_000_000n],
    ])
    const refused = (set: string, env = {}) => expect(() => readConfig({ ...env, WITHDRAWAL_EVM_COINS: set }))
    refused('usdb-blast=1/5,').toThrow(/names usdb-blast, which KOI_DEPOSIT_TOKENS does not have on Sepolia/)
    refused('usdt-ethereum=1/5+usdt-ethereum=2/5,').toThrow(/names a coin twice on one chain/)
    refused('usdt-ethereum=1,').toThrow(/must be coins with fee and smallest amount/)
    refused('usdt-ethereum=1/5,', { KOI_MODE: 'live', ...LIVE }).toThrow(
      /names coins on Ethereum, for which KOI_DEPOSIT_ADDRESSES has no address/,
    )
  })

  it.each([
    [{}, `Live mode needs ${Object.keys(LIVE).slice(0, -1).join(', ')} and KOI_DEPOSIT_ADDRESSES: set them`],
    [{ ...LIVE, SMTP_URL: '' }, 'Live mode needs SMTP_URL: set it'],
    [{ ...LIVE, DATABASE_URL: '', KOI_SECRET_KEY: '' }, 'Live mode needs DATABASE_URL and KOI_SECRET_KEY:'],
  ])('refuses live mode with %j alone', (env, sentence) => {
    expect(() => readConfig({ KOI_MODE: 'live', ...env })).toThrow(sentence)
  })
})
