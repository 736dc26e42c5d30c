import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCoins } from '#contract/coins.ts'
import { getConfig } from '#contract/config.ts'
import { getWithdrawalTerms } from '#contract/withdrawals.ts'
import { booksTermsOf } from '#server/books/books-terms.ts'
import { COINS } from '#server/coins/coins.seed.ts'
import { guardedDialect } from '#server/db/guarded-dialect.ts'
import { migrate } from '#server/db/migrate.ts'
import { pgliteDialect } from '#server/db/pglite-dialect.ts'
import { seed } from '#server/seed.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { faultsOf } from '../support/books.ts'
import { BLAST_SEPOLIA, SEPOLIA } from '../support/config-file.ts'
import { openEvmWithdrawals, someAddress } from '../support/evm-withdrawal-world.ts'
import { EVM_CONFIRMATIONS, HOUSE, openEvmWorld, watchEvm, type EvmWorld } from '../support/evm-world.ts'
import { openPGlite } from '../support/pglite.ts'
import { createPlayers, type Players } from '../support/players.ts'
import { startChain, type TestChain } from '../support/wallet/chain.ts'

const POND_CHAIN = 77_777
const COIN = 'carp-pond'
/** One token of 6 decimals. */
const CARP = 1_000_000n

const COINS_OF_POND = [
  { symbol: 'CARP', network: 'Pond', name: 'Carp dollar', decimals: 6, priceUsd: '2', receivable: true },
  { symbol: 'DROP', network: 'Pond', name: 'Drop', decimals: 18, priceUsd: '0.5' },
]

/** Two chains of practice mode, and a third that Koi does not know. */
const fileOf = ({ chainId, url }: TestChain, token: string) => ({
  chains: [
    { id: SEPOLIA },
    { id: BLAST_SEPOLIA },
    {
      id: chainId,
      name: 'Pond',
      node: url,
      recipient: HOUSE,
      confirmations: EVM_CONFIRMATIONS,
      currency: { name: 'Drop', symbol: 'DROP' },
      coins: [
        { coin: COIN, contract: token, fee: '0.5', minimum: '2' },
        { coin: 'drop-pond', contract: 'native' },
      ],
    },
  ],
  coins: COINS_OF_POND,
  signer: { coins: [{ coin: COIN, floorUsd: '2' }] },
})

describe('a third chain with its own coins, by configuration alone', () => {
  let db: Database
  let world: EvmWorld
  let players: Players

  beforeAll(async () => {
    const lite = await openPGlite()
    db = new Kysely<Tables>({ dialect: guardedDialect(pgliteDialect(lite), { hasLocks: false }) })
    world = await openEvmWorld(await startChain({ chainId: POND_CHAIN }), fileOf)
    await migrate(db, (trx) => seed(trx, world.config.coins))
    players = await createPlayers(db, world.env)
  }, 60_000)
  afterAll(async () => {
    await world.chain.stop()
    await db.destroy()
  })

  it('is listed in /config and /coins after the chains of Koi', async () => {
    const { chains } = (await players.call(getConfig)).data
    expect(chains.map(({ id }) => id)).toEqual([SEPOLIA, BLAST_SEPOLIA, POND_CHAIN])
    expect(chains[2]).toEqual({
      id: POND_CHAIN,
      name: 'Pond',
      testnet: true,
      rpcUrl: null,
      explorerUrl: null,
      currency: { name: 'Drop', symbol: 'DROP' },
    })
    const coins = (await players.call(listCoins)).data
    expect(coins).toHaveLength(COINS.length + 2)
    expect(coins.find(({ id }) => id === COIN)).toMatchObject({
      symbol: 'CARP',
      name: 'Carp dollar',
      network: 'Pond',
      decimals: 6,
      chainDecimals: 6,
      priceUsd: '2',
      listed: true,
      receivable: true,
    })
    expect(coins.find(({ id }) => id === 'drop-pond')).toMatchObject({ decimals: 8, chainDecimals: 18 })
  })

  it('credits a deposit from a wallet, and pays a withdrawal', async () => {
    const [account] = world.accounts
    if (!account) throw new Error('The chain has no accounts')
    const withdrawals = await openEvmWithdrawals(db, world, players)
    const player = await players.newPlayer()
    const watch = await watchEvm(db, world)
    await watch.link(player.uid, account.address)
    await watch.round()

    await watch.ask(player.uid, account.address, { coin: COIN, amount: '25', receives: COIN })
    await world.pay(account, 25n * CARP)
    await watch.round()
    await world.mine(EVM_CONFIRMATIONS)
    await watch.round()
    expect(await watch.depositsOf(player.uid)).toMatchObject([
      { status: 'credited', paid: { coin: COIN, amount: '25' }, credited: { coin: COIN, amount: '25' } },
    ])
    // The native coin of the chain, converted into the coin that the player receives.
    await watch.ask(player.uid, account.address, { coin: 'drop-pond', amount: '8', receives: COIN })
    await world.payOwnCoin(account, 8n * 10n ** 18n)
    await watch.round()
    await world.mine(EVM_CONFIRMATIONS)
    await watch.round()
    const available = async () =>
      (await balancesOf(db, player.uid)).find(({ coin }) => coin === COIN)?.available
    expect(await available()).toBe(27n * CARP)

    const terms = (await player.call(getWithdrawalTerms)).data
    expect(terms.find(({ coin }) => coin === COIN)).toMatchObject({
      chain: `evm-${POND_CHAIN}`,
      fee: '0.5',
      minimum: '2',
    })
    const address = someAddress()
    const asked = { coin: COIN, amount: '10', fee: '0.5', address }
    const { id } = (await withdrawals.ask(player, asked)).data
    await withdrawals.round()
    await withdrawals.confirm()
    await withdrawals.round()
    expect(await withdrawals.statusOf(player, id)).toBe('confirmed')
    expect(await withdrawals.tokens(address)).toBe((95n * CARP) / 10n)
    expect(await available()).toBe(17n * CARP)
    expect(await faultsOf(db, booksTermsOf(world.config))).toEqual([])
  })

  it('never changes its decimals', async () => {
    const changed = world.config.coins.map((coin) =>
      coin.symbol === 'CARP' ? { ...coin, chainDecimals: 8 } : coin,
    )
    await expect(migrate(db, (trx) => seed(trx, changed))).rejects.toThrow(
      'This database has carp-pond with 6 decimals, and coins in KOI_CONFIG says 8',
    )
  })
})
