import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { StartupError } from '#server/startup-error.ts'

const DATABASE_URL = 'postgres://koi:hunter2@db.example:5432/koi'
const WALLETCONNECT_PROJECT_ID = '0123456789abcdef0123456789abcdef'
const SMTP_URL = 'smtps://koi:hunter2@mail.example:465'
const MAIL_FROM = 'Koi <no-reply@koi.example>'
const KOI_SECRET_KEY = 'c0de'.repeat(16)
const PUBLIC_ORIGIN = 'https://koi.example'
const LIVE = { DATABASE_URL, WALLETCONNECT_PROJECT_ID, PUBLIC_ORIGIN, SMTP_URL, MAIL_FROM, KOI_SECRET_KEY }

describe('configuration', () => {
  it('needs nothing for practice', () => {
    expect(readConfig({})).toEqual({
      mode: 'practice',
      host: '127.0.0.1',
      port: 8080,
      dataDir: '.data',
      databaseUrl: null,
      logLevel: 'info',
      walletConnectProjectId: null,
      chains: [
        { id: 11_155_111, name: 'Sepolia', testnet: true },
        { id: 168_587_773, name: 'Blast Sepolia', testnet: true },
      ],
      trustProxy: false,
      publicOrigin: null,
      smtpUrl: null,
      mailFrom: 'Koi <no-reply@koi.invalid>',
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
      TRUST_PROXY: '1',
      PUBLIC_ORIGIN,
      SMTP_URL,
      MAIL_FROM,
      KOI_SECRET_KEY,
    })
    expect(config).toEqual({
      mode: 'live',
      host: '::1',
      port: 0,
      dataDir: '/srv/koi',
      databaseUrl: DATABASE_URL,
      logLevel: 'warn',
      walletConnectProjectId: WALLETCONNECT_PROJECT_ID,
      chains: [
        { id: 10, name: 'OP Mainnet', testnet: false },
        { id: 81_457, name: 'Blast', testnet: false },
      ],
      trustProxy: true,
      publicOrigin: PUBLIC_ORIGIN,
      smtpUrl: SMTP_URL,
      mailFrom: MAIL_FROM,
      secretKey: Buffer.from(KOI_SECRET_KEY, 'hex'),
    })
  })

  it('lists Ethereum and Blast in live mode', () => {
    const { chains } = readConfig({ KOI_MODE: 'live', ...LIVE })
    expect(chains.map(({ id }) => id)).toEqual([1, 81_457])
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
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be 1 or 0'],
    ['PUBLIC_ORIGIN', 'https://koi.example/app', 'PUBLIC_ORIGIN must be an origin'],
    ['SMTP_URL', 'https://koi:hunter2@mail.example', 'SMTP_URL must be an address such as smtps://'],
    ['SMTP_URL', 'hunter2', 'SMTP_URL must be an address'],
    ['MAIL_FROM', 'hunter2', 'MAIL_FROM must be a sender such as Koi <no-reply@koi.example>'],
    ['MAIL_FROM', 'Koi <a@b.example>\nBcc: c@d.example', 'MAIL_FROM must be a sender'],
    ['KOI_SECRET_KEY', 'hunter2', 'KOI_SECRET_KEY must be 64 hexadecimal characters'],
  ])('refuses %s=%s in one sentence', (name, value, sentence) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(StartupError)
    expect(read).toThrow(sentence)
    expect(read).toThrow(/^[^\n]+\.$/)
    // A secret put into the wrong variable must not be printed.
    expect(read).not.toThrow(/hunter2/)
  })

  it('names everything that is wrong', () => {
    const read = () => readConfig({ PORT: 'x', KOI_MODE: 'x' })
    expect(read).toThrow('Bad configuration: PORT must be a port number from 0 to 65535; KOI_MODE must be')
  })

  it.each([
    [{}, `Live mode needs ${Object.keys(LIVE).slice(0, -1).join(', ')} and KOI_SECRET_KEY: set them`],
    [{ ...LIVE, SMTP_URL: '' }, 'Live mode needs SMTP_URL: set it'],
    [{ ...LIVE, DATABASE_URL: '', KOI_SECRET_KEY: '' }, 'Live mode needs DATABASE_URL and KOI_SECRET_KEY:'],
  ])('refuses live mode with %j alone', (env, sentence) => {
    expect(() => readConfig({ KOI_MODE: 'live', ...env })).toThrow(sentence)
  })
})
