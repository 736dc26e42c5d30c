import { randomUUID } from 'node:crypto'
import { evmAddress } from './addresses.ts'
import type { EvmAddress } from '#contract/values.ts'
import { closeAccount } from '#contract/account.ts'
import { giveUpBonus } from '#contract/bonuses.ts'
import { claimReward } from '#contract/rewards.ts'
import { cancelWithdrawal } from '#contract/withdrawals.ts'
import { booksTermsOf } from '#server/books/books-terms.ts'
import { grantBonus } from '#server/bonuses/grant-bonus.ts'
import { readConfig } from '#server/config/config.ts'
import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'
import { createChainLease } from '#server/deposits/chain-lease.ts'
import { placeStake, settlePayout } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { createLogger } from '#server/base/logger.ts'
import { createRates } from '#server/rates/rates.ts'
import { openEvmDepositChains } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { evmRound } from '#server/wallet-deposits/evm-round.ts'
import { openIntent } from '#server/wallet-deposits/intents.ts'
import { simulatePayment } from '#server/wallet-deposits/simulate-payment.ts'
import { betByHand } from './bet-by-hand.ts'
import { registerBet } from './register-bet.ts'
import { openDepositWorld, USDT } from './deposit-world.ts'
import { PASSWORD, type Player } from './players.ts'
import { openWithdrawalWorld } from './withdrawal-world.ts'

const COIN = 'usdt-tron'
export const WALLET = evmAddress(`0x${'a1'.repeat(20)}`)
export const STRANGER = evmAddress(`0x${'b2'.repeat(20)}`)

/** Ids of the bets. */
export const BETS = { lost: '1', won: '2', later: '3', open: '4' } as const

export type BooksWorld = Awaited<ReturnType<typeof openBooksWorld>>

/**
 * Practice money that has moved in every way: two players with deposits, bonuses, bets and withdrawals in every state,
 * one who pays from a wallet, a closed account, and a transfer that belongs to nobody.
 */
export async function openBooksWorld(db: Database) {
  const deposits = await openDepositWorld(db)
  const withdrawals = await openWithdrawalWorld(db)
  const config = readConfig({ PRACTICE_BLOCK_MS: '1000' })
  const clock = () => deposits.time.now
  const rates = createRates({ clock, maxAgeMs: null })
  const evmChains = await openEvmDepositChains(db, config.evm, clock)
  const [evm] = evmChains
  if (!evm?.practice) throw new Error('There is no practice chain')
  const { practice } = evm
  const holder = randomUUID()
  const logger = createLogger('silent')

  /** Advances the chain, and runs all due work. */
  const pass = async (blocks: number) => {
    deposits.pass(blocks)
    withdrawals.players.time.now = deposits.time.now
    await deposits.round({ onCredited: grantBonus })
    const lease = createChainLease(db, evm.chain, holder, 60_000)
    await evmRound({ db, chain: evm, lease, logger, rates, now: clock(), onCredited: grantBonus })
    await withdrawals.round()
  }
  const deposit = async (player: Player, amount: bigint, receives = 'bonk-solana') => {
    await deposits.send(await deposits.addressOf(player.uid, receives), amount)
    await pass(25)
  }
  const bet = { coin: COIN, game: 'dice' }
  const round = (player: number, name: string, amount: bigint, payout: bigint) =>
    betByHand(db, { ...bet, player, amount, payout, bet: name, edgeBps: 100, at: clock() })

  await pass(1)
  const thief = await withdrawals.richPlayer()
  /** In the thief's bucket of the ledger, so that money can be forged between the two. */
  const nextRichPlayer = async (n: number) => {
    const before = thief.uid + n * BUCKETS - 1
    await sql`select setval(pg_get_serial_sequence('account', 'id'), ${before})`.execute(db)
    return withdrawals.richPlayer()
  }
  const victim = await nextRichPlayer(1)
  const payer = await nextRichPlayer(2)
  const closed = await nextRichPlayer(3)
  await deposit(thief, 100n * USDT)
  await deposit(victim, 50n * USDT, 'sol-solana')
  await deposit(victim, 20n * USDT)
  await deposit(closed, 30n * USDT)
  await deposit(thief, USDT / 2n)
  const { id: given } = await db
    .selectFrom('bonus')
    .select('id')
    .where('account_id', '=', victim.uid)
    .where('ordinal', '=', 2)
    .executeTakeFirstOrThrow()
  void (await victim.call(giveUpBonus, { params: { id: given }, body: {} })).data

  await round(thief.uid, BETS.lost, 10n * USDT, 0n)
  await round(victim.uid, BETS.won, 10n * USDT, 15n * USDT)
  const stake = { ...bet, player: victim.uid, amount: 2n * USDT, bet: BETS.later }
  await db.transaction().execute(async (trx) => {
    await registerBet(trx, { ...stake, payout: 3n * USDT, at: clock(), isRound: true })
    await postTransaction(trx, placeStake(stake), clock())
    await postTransaction(trx, settlePayout({ ...stake, amount: 3n * USDT }), clock())
  })
  const waiting = { ...stake, player: thief.uid, amount: USDT, bet: BETS.open, game: 'mines' }
  await db.transaction().execute(async (trx) => {
    await registerBet(trx, { ...waiting, payout: null, at: clock() })
    await postTransaction(trx, placeStake(waiting), clock())
    // The thief's first bet was the only step of an auto-play.
    const run = { bucket: thief.uid % BUCKETS, account_id: thief.uid, coin: COIN, game: 'dice' }
    await sql`insert into auto_play (bucket, account_id, key, game, coin, highest_stake, started_at, touched_at, done, net, ended)
      values (${run.bucket}, ${run.account_id}, ${randomUUID()}, ${run.game}, ${run.coin}, ${`${10n * USDT}`}, now(), now(), 1,
        ${`${-10n * USDT}`}, 'stopped')`.execute(trx)
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update bet set auto_play = (select id from auto_play), auto_play_step = 1
      where account_id = ${thief.uid}`.execute(trx)
  })

  for (const of of [thief, victim]) {
    void (await of.call(claimReward, { body: { kind: 'rakeback', idempotencyKey: randomUUID() } })).data
  }

  const link = (address: EvmAddress, uid: number) =>
    db
      .insertInto('wallet')
      .values({ address, account_id: uid, label: '', linked_at: new Date(clock()), last_used_at: null })
      .execute()
  await link(WALLET, payer.uid)
  for (const [coin, amount] of [
    ['usdt-ethereum', '25'],
    ['eth-ethereum', '0.01'],
  ] as const) {
    const asked = { chainId: evm.chainId, coin, amount, sender: WALLET, receives: 'sol-solana' }
    const intent = await openIntent(
      { db, chains: evmChains, rates },
      { uid: payer.uid, asked: { ...asked, idempotencyKey: randomUUID() }, now: clock() },
    )
    const txId = `0x${intent.id.padStart(64, '7')}`
    await simulatePayment({ db, rates, practice }, { uid: payer.uid, id: intent.id, txId, now: clock() })
  }
  const contract = evm.tokens.find(({ coin }) => coin === 'usdt-ethereum')?.contract ?? null
  await practice.send({
    txId: `0x${'9'.repeat(64)}`,
    from: STRANGER,
    to: evm.recipient,
    contract,
    amount: 40n * USDT,
  })
  await pass(30)
  await pass(2)

  const paid = (await withdrawals.ask(thief, { amount: '50' })).data
  await pass(1)
  await pass(25)
  const cancelled = (await withdrawals.ask(thief, { amount: '30' })).data
  void (await thief.call(cancelWithdrawal, { params: { id: cancelled.id } })).data
  const paidToVictim = (await withdrawals.ask(victim, { amount: '70' })).data
  await pass(1)
  await pass(25)
  const open = (await withdrawals.ask(thief, { amount: '20' })).data
  void (await closed.call(closeAccount, { body: { password: PASSWORD, forfeitBalance: true } })).data

  const bonusOf = async (uid: number, ordinal: number) =>
    (
      await db
        .selectFrom('bonus')
        .select('id')
        .where('account_id', '=', uid)
        .where('ordinal', '=', ordinal)
        .executeTakeFirstOrThrow()
    ).id
  const depositOf = async (uid: number, coin: string, status: 'credited' | 'below_minimum' = 'credited') =>
    (
      await db
        .selectFrom('deposit')
        .select('id')
        .where('account_id', '=', uid)
        .where('coin', '=', coin)
        .where('status', '=', status)
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id
  return {
    db,
    at: clock(),
    terms: booksTermsOf(config),
    /** The chain on which the wallets paid. */
    chainId: evm.chainId,
    thief: thief.uid,
    victim: victim.uid,
    payer: payer.uid,
    closed: closed.uid,
    paid: paid.id,
    cancelled: cancelled.id,
    open: open.id,
    paidToVictim: paidToVictim.id,
    deposit: await depositOf(thief.uid, COIN),
    small: await depositOf(thief.uid, COIN, 'below_minimum'),
    victims: await depositOf(victim.uid, COIN),
    fromWallet: await depositOf(payer.uid, 'usdt-ethereum'),
    ether: await depositOf(payer.uid, 'eth-ethereum'),
    bonus: await bonusOf(thief.uid, 1),
    victimsBonus: await bonusOf(victim.uid, 1),
    givenUp: given,
  }
}
