import { sql, type Selectable } from 'kysely'
import type { EvmAddress } from '#contract/values.ts'
import type { EvmBalances, EvmSource, Received } from '#server/chains/evm-source.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { NATIVE_COIN, type EvmDepositChain } from './evm-deposit-chain.ts'

export type HouseBalance = Selectable<Tables['house_balance']>

/** Contracts whose balances prove completeness, in the notation of `house_balance`. */
const provableContracts = ({ tokens }: EvmDepositChain) =>
  tokens.filter(({ isRebasing }) => !isRebasing).map(({ contract }) => contract ?? NATIVE_COIN)

/** Converts from the notation of `house_balance`. */
export const contractOf = (contract: string) => (contract === NATIVE_COIN ? null : (contract as EvmAddress))

/** All current and former recipient addresses. Transfers to a former one still belong to players. */
export async function houseAddresses(
  db: Database,
  { chain, recipient }: Pick<EvmDepositChain, 'chain' | 'recipient'>,
): Promise<readonly EvmAddress[]> {
  const rows = await db
    .selectFrom('house_balance')
    .select('address')
    .where('chain', '=', chain)
    .union(db.selectFrom('deposit_intent').select('recipient as address').where('chain', '=', chain))
    .execute()
  return [...new Set([recipient, ...rows.map(({ address }) => address)])].sort()
}

/** Call it in the transaction that moves the position over these blocks. */
export async function addReceived(
  trx: Database,
  chain: string,
  received: readonly Received[],
): Promise<void> {
  const sums = new Map<string, Received>()
  for (const each of received) {
    const key = `${each.address} ${each.contract} ${each.block}`
    const amount = (sums.get(key)?.amount ?? 0n) + each.amount
    // Ignore transfers of 0, which cost the sender almost nothing.
    if (each.amount > 0n) sums.set(key, { ...each, amount })
  }
  for (const { address, contract, amount, block } of sums.values()) {
    await trx
      .updateTable('house_balance')
      .set({ received: sql<string>`received + ${String(amount)}::numeric` })
      .where('chain', '=', chain)
      .where('address', '=', address)
      .where('contract', '=', contract ?? NATIVE_COIN)
      .where('settled_block', '<', String(block))
      .execute()
  }
}

/** @throws Error when the node keeps no state of the block */
export async function balancesAt(
  source: EvmBalances & Pick<EvmSource, 'nonceAt'>,
  rows: readonly HouseBalance[],
  block: number,
): Promise<readonly BalanceAt[]> {
  const found: BalanceAt[] = []
  for (const { address, contract } of rows) {
    const amount = await source.balanceOf(address, contractOf(contract), block)
    found.push({ address, contract, block, amount, nonce: await source.nonceAt(address, block) })
  }
  return found
}

export interface BalanceAt {
  readonly address: EvmAddress
  readonly contract: string
  readonly block: number
  readonly amount: bigint
  readonly nonce: number
}

/** The next comparison starts from the balance at that time. */
export const RESET_BALANCE = {
  settled_block: null,
  settled_amount: null,
  settled_nonce: null,
  received: '0',
  difference: '0',
  unsettled_since: null,
  searched_at: null,
}

/** Resets all comparisons after a reorg of final blocks. They start from `known` balances where given. */
export async function resetBalances(
  trx: Database,
  chain: string,
  known: readonly BalanceAt[],
): Promise<void> {
  await trx.updateTable('house_balance').set(RESET_BALANCE).where('chain', '=', chain).execute()
  for (const { address, contract, block, amount, nonce } of known) {
    await trx
      .updateTable('house_balance')
      .set({ settled_block: String(block), settled_amount: String(amount), settled_nonce: String(nonce) })
      .where('chain', '=', chain)
      .where('address', '=', address)
      .where('contract', '=', contract)
      .execute()
  }
}

export async function readBalances(
  db: Database,
  chain: EvmDepositChain,
  house: readonly EvmAddress[],
): Promise<readonly HouseBalance[]> {
  const contracts = provableContracts(chain)
  const rows = await db
    .selectFrom('house_balance')
    .selectAll()
    .where('chain', '=', chain.chain)
    .where('contract', 'in', [...contracts, ''])
    .orderBy('address')
    .orderBy('contract')
    .execute()
  const isThere = (address: string, contract: string) =>
    rows.some((row) => row.address === address && row.contract === contract)
  const missing = house.flatMap((address) =>
    contracts
      .filter((contract) => !isThere(address, contract))
      .map((contract) => ({ chain: chain.chain, address, contract })),
  )
  if (missing.length === 0) return rows
  await db
    .insertInto('house_balance')
    .values(
      missing.map((each) => ({
        ...each,
        settled_block: null,
        settled_amount: null,
        unsettled_since: null,
        searched_at: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return readBalances(db, chain, house)
}

/** All native payments up to this block are known; null where the balance proves nothing. */
export async function settledBlock(
  db: Database,
  chain: EvmDepositChain,
  address: string,
): Promise<number | null> {
  const own = chain.tokens.find(({ contract }) => contract === null)
  if (!chain.balances || !own || own.isRebasing) return null
  const row = await db
    .selectFrom('house_balance')
    .select('settled_block')
    .where('chain', '=', chain.chain)
    .where('address', '=', address as EvmAddress)
    .where('contract', '=', NATIVE_COIN)
    .executeTakeFirst()
  return Number(row?.settled_block ?? -1)
}
