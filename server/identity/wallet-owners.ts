import { sql, type ExpressionBuilder, type Selectable, type Updateable } from 'kysely'
import type { EvmAddress } from '#contract/values.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database, Tables } from '#server/db/tables.ts'

// Whose wallet an address is. A key has its address on every chain. A contract has it on one: on another the same
// address may be in the hands of somebody else. That it is one is a node's word; a key needs nobody's.

type WalletRow = Selectable<Tables['wallet']>
type Told = Pick<Updateable<Tables['wallet']>, 'label' | 'last_used_at'>

/** Who vouches for a signature: the key of the address, on any chain, or a contract, on the chain that was asked. */
export type Signatory = 'key' | 'contract'

/** A wallet, as its holder has just proven it on a chain. */
export interface WalletProof {
  readonly address: EvmAddress
  readonly by: Signatory
  readonly chainId: number
}

/**
 * What an address on this chain is: its key's where that is known, else the contract's. Wallets of before it was kept
 * how they sign count everywhere.
 */
export const isWalletOn = (chainId: number) => (where: ExpressionBuilder<Tables, 'wallet'>) =>
  where.or([
    where('wallet.proven_by', 'is', null),
    where('wallet.proven_by', '=', 'key'),
    where.and([
      where('wallet.chain_id', '=', String(chainId)),
      where.not(
        where.exists(
          where
            .selectFrom('wallet as key')
            .select('key.address')
            .whereRef('key.address', '=', 'wallet.address')
            .where('key.proven_by', '=', 'key'),
        ),
      ),
    ]),
  ])

/** What breaks and limits know a wallet by. */
export const wayOf = ({ address, by, chainId }: WalletProof): string =>
  by === 'key' ? address : `${address}@${chainId}`

/** The same of a wallet that is kept. */
export const wayOfRow = (row: Pick<WalletRow, 'address' | 'proven_by' | 'chain_id'>): string =>
  row.proven_by === 'contract' ? `${row.address}@${row.chain_id}` : row.address

/** All that may hold it back, its own first: what holds a key holds its address on every chain. */
export const waysOf = (proof: WalletProof): readonly string[] => [...new Set([wayOf(proof), proof.address])]

/**
 * Whose account the wallet opens; null when nobody has it.
 * @throws Refusal `wallet_deposits_only`; `wallet_key_needed`, `wallet_unproven` when the proof is not enough for the one who has it
 */
export async function ownerOf(db: Database, proof: WalletProof): Promise<number | null> {
  const row = match(await rowsOf(db, proof.address), proof)
  if (!row) return null
  if (!row.logs_in) throw new Refusal('wallet_deposits_only', 'The wallet only pays into its account')
  if (proof.by === 'contract') {
    if (row.proven_by === 'key') throw keyNeeded()
    // Where it was linked nobody wrote down, so this contract may be a stranger's that has its address elsewhere.
    if (row.chain_id !== String(proof.chainId)) {
      throw new Refusal('wallet_unproven', 'The wallet was linked before its chain was kept: link it again')
    }
  }
  return row.account_id
}

/** Whose wallet the address is on a chain, for what needs no proof; null when it is nobody's. */
export async function holderOn(db: Database, address: EvmAddress, chainId: number): Promise<number | null> {
  const row = await db
    .selectFrom('wallet')
    .select('account_id')
    .where('address', '=', address)
    .where(isWalletOn(chainId))
    .executeTakeFirst()
  return row?.account_id ?? null
}

interface Keeping {
  readonly uid: number
  readonly now: number
  readonly told: Told
  /** False where nothing but a session and the wallet's signature stands for it: no way in may come or go by that. */
  readonly logsIn: boolean
}

/**
 * Keeps the wallet as the account's, by what it has just proven; whether it can do no more than before. To be called
 * in the transaction that uses the proof up.
 * @throws Refusal `wallet_taken`, `wallet_key_needed`
 */
export async function keepWallet(
  trx: Database,
  proof: WalletProof,
  { uid, now, told, logsIn }: Keeping,
): Promise<boolean> {
  const { address, by, chainId } = proof
  // Proofs of one address come one by one: a contract's does not slip in beside that of its key.
  await sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`.execute(trx)
  const rows = await rowsOf(trx, address)
  const row = match(rows, proof)
  if (row && row.account_id !== uid) throw new Refusal('wallet_taken', 'Another account has this wallet')
  if (by === 'contract' && row?.proven_by === 'key') throw keyNeeded()
  if (row && !logsIn) return true
  if (by === 'key' && logsIn) {
    // The account needs no contracts beside it.
    for (const each of rows) {
      if (each !== row && each.account_id === uid) await trx.deleteFrom('wallet').where(is(each)).execute()
    }
  }
  const proven = { proven_by: by, chain_id: by === 'key' ? null : String(chainId) }
  if (!row) {
    const values = {
      address,
      account_id: uid,
      label: '',
      linked_at: new Date(now),
      logs_in: logsIn,
      ...told,
      ...proven,
    }
    await trx.insertInto('wallet').values(values).execute()
    return false
  }
  await trx
    .updateTable('wallet')
    .set({ ...told, ...proven, logs_in: true })
    .where(is(row))
    .execute()
  return row.logs_in && (by === 'key' || row.proven_by !== null)
}

/**
 * The row that the proof is about. A key opens no account that knows its address as a contract: whoever a node has
 * taken for one would have laid it out for its player.
 */
function match(rows: readonly WalletRow[], { by, chainId }: WalletProof): WalletRow | undefined {
  const ofContract = rows.find((row) => row.proven_by === 'contract' && row.chain_id === String(chainId))
  const other = rows.find((row) => row.proven_by !== 'contract')
  return by === 'contract' ? (ofContract ?? other) : other
}

const rowsOf = (db: Database, address: EvmAddress) =>
  db.selectFrom('wallet').selectAll().where('address', '=', address).execute()

const is =
  ({ address, chain_id }: WalletRow) =>
  (where: ExpressionBuilder<Tables, 'wallet'>) =>
    where.and([where('address', '=', address), where('chain_id', 'is not distinct from', chain_id)])

const keyNeeded = () =>
  new Refusal('wallet_key_needed', 'The account knows this wallet by its key: a contract does not do')
