import { randomUUID } from 'node:crypto'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import type { Database } from '#server/db/tables.ts'
import { createChainLease } from '#server/deposits/chain-lease.ts'
import { openAddress } from '#server/deposits/deposit-addresses.ts'
import { openDepositChain, type DepositChain } from '#server/deposits/deposit-chain.ts'
import { createLogger } from '#server/base/logger.ts'
import { createRates } from '#server/rates/rates.ts'
import { depositsWithCoins, toDeposit } from '#server/deposits/deposit-rows.ts'
import { watchRound, type RoundOptions } from '#server/deposits/watch-round.ts'
import { readConfig } from '#server/config/config.ts'
import { someAddress } from './tron-grid.ts'

/** One USDT in its smallest unit. */
export const USDT = 1_000_000n
export const PRACTICE_USDT: string = TRON_NETWORKS.practice.usdtContract
const BLOCK_MS = 1_000

/** A practice chain on the test's clock, whose watcher runs one round at a time. */
export async function openDepositWorld(db: Database, at = Date.parse('2026-06-01T12:00:00Z')) {
  const time = { now: at }
  const clock = () => time.now
  const config = readConfig({ PRACTICE_BLOCK_MS: String(BLOCK_MS) })
  const chain = await openDepositChain(db, config.tron, clock)
  const { practice } = chain
  if (!practice) throw new Error('Practice mode has no practice chain')
  const holder = randomUUID()

  return {
    db,
    time,
    clock,
    chain,
    practice,
    /** Lets the chain make this many blocks. */
    pass: (blocks: number) => void (time.now += blocks * BLOCK_MS),
    addressOf: async (uid: number, receives = 'sol-solana') =>
      (await openAddress(db, chain, { uid, receives, now: time.now })).address,
    /** Sends USDT from a random address. @returns the id of the transaction */
    send: (to: string, amount: bigint, contract = PRACTICE_USDT) =>
      practice.send([{ contract, from: someAddress(), to, amount }]),
    round: (more: Partial<RoundOptions> = {}) =>
      runRound(more.db ?? db, chain, time.now, { holder, ...more }),
    depositsOf: async (uid: number) =>
      (await depositsWithCoins(db).where('deposit.account_id', '=', uid).orderBy('deposit.id').execute()).map(
        toDeposit,
      ),
  }
}

export function runRound(
  db: Database,
  chain: DepositChain,
  now: number,
  {
    holder = randomUUID(),
    leaseMs = 60_000,
    ...more
  }: Partial<RoundOptions> & { holder?: string; leaseMs?: number } = {},
): Promise<boolean> {
  const lease = createChainLease(db, chain.network.chain, holder, leaseMs)
  return watchRound({
    db,
    chain,
    lease,
    now,
    logger: createLogger('silent'),
    rates: createRates({ clock: () => now, maxAgeMs: null }),
    ...more,
  })
}
