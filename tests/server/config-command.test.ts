import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as prettier from 'prettier'
import { describe, expect, it } from 'vitest'
import { checkConfig, printableConfig } from '#server/config.command.ts'
import { configurationDocs } from '#server/configuration-docs.ts'
import { koiFileJsonSchema, profileJsonSchema } from '#server/config/file-schema-json.ts'
import { configFile } from '../support/config-file.ts'

const placeOf = (path: string) => fileURLToPath(new URL(`../../docs/${path}`, import.meta.url))
const read = (path: string) => readFileSync(placeOf(path), 'utf8')

const EXAMPLE = {
  KOI_CONFIG: placeOf('koi-config.example.json'),
  ETHEREUM_NODE_URL: 'https://node.example/v3/hunter2',
  BLAST_NODE_URL: 'https://koi:hunter2@node.example',
  POLYGON_NODE_URL: 'https://polygon.example?key=hunter2',
}
const RATES = { sources: [{ service: 'coingecko' }, { service: 'defillama' }] }
const LIVE = {
  KOI_MODE: 'live',
  DATABASE_URL: 'postgres://koi:hunter2@db.example:5432/koi',
  PUBLIC_ORIGIN: 'https://koi.example',
  SMTP_URL: 'smtps://koi:hunter2@mail.example:465',
  MAIL_FROM: 'Koi <no-reply@koi.example>',
  KOI_SECRET_KEY: 'c0de'.repeat(16),
  TRON_DEPOSIT_XPUB:
    'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd',
  TRONGRID_API_KEY: 'hunter2-hunter2',
  COINGECKO_API_KEY: 'CG-hunter2',
  WALLETCONNECT_PROJECT_ID: '0123456789abcdef0123456789abcdef',
  KOI_MAINNET_RPC_URL: 'https://mainnet.example/hunter2',
}

describe('npm run config', () => {
  it('--check accepts the defaults of Koi, and the example', () => {
    expect(checkConfig({})).toEqual([])
    expect(checkConfig(EXAMPLE)).toEqual([])
    expect(checkConfig({ KOI_CONFG: 'x' })).toEqual(['KOI_CONFG'])
  })

  it('--check tells the faults of server and signer, and that the key of the example must be replaced', () => {
    expect(() => checkConfig({ PORT: 'x' })).toThrow('PORT must be a port number')
    const signer = { coins: [{ coin: 'gold-earth', floorUsd: '1' }] }
    expect(() => checkConfig({ KOI_CONFIG: configFile({ signer }) })).toThrow('signer.coins[0].coin: must be')
    expect(() => checkConfig({ ...EXAMPLE, ...LIVE })).toThrow(
      'chains[0].recipient: must be an address of yours',
    )
    expect(() => checkConfig({ ...EXAMPLE, POLYGON_NODE_URL: '' })).toThrow(
      'chains[2].node.env: names POLYGON_NODE_URL',
    )
  })

  it('--check refuses an offer that the profile does not allow', () => {
    expect(checkConfig({ KOI_PROFILE: 'uk' })).toEqual([])
    const strict = configFile({ bonus: { maxWagerMultiple: 10 } })
    expect(() => checkConfig({ KOI_PROFILE: strict })).toThrow('has to be bet 500 times')
  })

  it('--print shows the profile', () => {
    expect(printableConfig({ KOI_PROFILE: 'uk' })).toMatchObject({
      profile: {
        play: {
          autoPlay: false,
          cycleMs: { default: 5_000, games: { 'pond-reels': 2_500 } },
          highestStakeUsd: { default: null, games: { 'pond-reels': '2' } },
        },
        bonus: { depositOffers: false },
      },
    })
  })

  it('--print shows every setting, and no secret', () => {
    const shown = printableConfig({ ...EXAMPLE, ...LIVE, KOI_MODE: 'practice', SIGNER_KEY: '5a'.repeat(32) })
    expect(shown).toMatchObject({
      environment: { PORT: '8080', DATABASE_URL: 'set', SIGNER_KEY: 'set', SIGNER_KEY_FILE: 'not set' },
      chains: [
        { id: 1, name: 'Ethereum', node: 'set', publicNode: 'https://ethereum-rpc.publicnode.com' },
        { id: 81_457, node: 'set' },
        {
          id: 137,
          confirmations: 128,
          node: 'set',
          coins: [{ coin: 'usdt-polygon', decimals: 6, minimumDeposit: '1', fee: '0.2', minimum: '2' }],
        },
      ],
      tron: { fee: '1', minimum: '5' },
      signer: { reviewUsdt: '5000', maxGasGwei: 100 },
    })
    const live = configFile({ rates: RATES, chains: [{ id: 1, node: { env: 'ETHEREUM_NODE_URL' } }] })
    const secret = JSON.stringify([shown, printableConfig({ ...LIVE, ...EXAMPLE, KOI_CONFIG: live })])
    for (const value of ['hunter2', LIVE.KOI_SECRET_KEY, LIVE.TRON_DEPOSIT_XPUB, '5a'.repeat(32)]) {
      expect(secret).not.toContain(value)
    }
  })

  it('--schema and --docs write the files that docs has', async () => {
    const command = 'npm run config -- --schema --docs'
    expect(read('koi-config.schema.json'), command).toBe(koiFileJsonSchema())
    expect(read('koi-profile.schema.json'), command).toBe(profileJsonSchema())
    const options = await prettier.resolveConfig(placeOf('configuration.md'))
    expect(read('configuration.md'), command).toBe(
      await prettier.format(configurationDocs(), { ...options, parser: 'markdown' }),
    )
  })

  it('describes each key and each variable', () => {
    const docs = configurationDocs()
    expect(docs).not.toMatch(/\| *\|\n/)
    const keys = JSON.stringify(JSON.parse(koiFileJsonSchema())).match(/"description":/g) ?? []
    expect(keys.length).toBeGreaterThan(40)
  })
})
