import { sql, type Selectable } from 'kysely'
import type { EvmAddress } from '#contract/values.ts'
import type { EvmBalances, EvmSource, Received } from '#server/chains/evm-source.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { NATIVE_COIN, type EvmDepositChain } from './evm-deposit-chain.ts'

export type HouseBalance = Selectable<Tables['house_balance']>

/** The chain's coins whose balances tell whether something was left out; as `house_balance` names their contracts. */
const provenContracts = ({ tokens }: EvmDepositChain) =>
  tokens.filter(({ isRebasing }) => !isRebasing).map(({ contract }) => contract ?? NATIVE_COIN)

/** As chains name it: null for their own coin. */
export const contractOf = (contract: string) => (contract === NATIVE_COIN ? null : (contract as EvmAddress))

/** Where players were ever told to pay on a chain: what comes to a former address is theirs, too. */
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

/** Adds what came in since, in the transaction that moves the position over it. */
export async function addReceived(
  trx: Database,
  chain: string,
  received: readonly Received[],
): Promise<void> {
  const sums = new Map<string, Received>()
  for (const each of received) {
    const key = `${each.address} ${each.contract} ${each.block}`
    const amount = (sums.get(key)?.amount ?? 0n) + each.amount
    // Anybody can send nothing, as often as he likes.
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

/** What each compared balance was at a block, by the chain as it is now. @throws Error when the node does not keep its state */
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

/** The next comparison takes what is held then for its base. */
export const BEGUN_AGAIN = {
  settled_block: null,
  settled_amount: null,
  settled_nonce: null,
  received: '0',
  difference: '0',
  unsettled_since: null,
  searched_at: null,
}

/** After the chain replaced final blocks: the comparison begins again, with these where they are known. */
export async function beginAgain(trx: Database, chain: string, known: readonly BalanceAt[]): Promise<void> {
  await trx.updateTable('house_balance').set(BEGUN_AGAIN).where('chain', '=', chain).execute()
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

/** Every balance of the house that is compared, with a row for each. */
export async function readBalances(
  db: Database,
  chain: EvmDepositChain,
  house: readonly EvmAddress[],
): Promise<readonly HouseBalance[]> {
  const contracts = provenContracts(chain)
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

/** How far everything of the chain's own coin that came to an address is known; null where its balance proves nothing. */
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
