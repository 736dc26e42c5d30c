import { sql, type ExpressionBuilder, type Selectable, type Updateable } from 'kysely'
import type { EvmAddress } from '#contract/values.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database, Tables } from '#server/db/tables.ts'

// The address of a key is the same on every chain. A contract has its address on one chain only: elsewhere it may
// belong
// to somebody else. Only a node can tell that an address is a contract; a key proves itself.

type WalletRow = Selectable<Tables['wallet']>
type Told = Pick<Updateable<Tables['wallet']>, 'label' | 'last_used_at'>

/** Verified by the key of the address, on any chain, or by a contract, on the chain that was asked. */
export type Signatory = 'key' | 'contract'

export interface WalletProof {
  readonly address: EvmAddress
  readonly by: Signatory
  readonly chainId: number
}

/**
 * Matches the wallet by its key if that is known, else by the contract on this chain. Wallets older than this
 * distinction match on every chain.
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

export const wayOf = ({ address, by, chainId }: WalletProof): string =>
  by === 'key' ? address : `${address}@${chainId}`

export const wayOfRow = (row: Pick<WalletRow, 'address' | 'proven_by' | 'chain_id'>): string =>
  row.proven_by === 'contract' ? `${row.address}@${row.chain_id}` : row.address

/** Identifiers that a break may hold, its own first: a break of a key holds its address on every chain. */
export const waysOf = (proof: WalletProof): readonly string[] => [...new Set([wayOf(proof), proof.address])]

/**
 * Null when no account has the wallet.
 * @throws Refusal `wallet_deposits_only`; `wallet_key_needed`, `wallet_unproven` when the proof is too weak for its
 * account
 */
export async function ownerOf(db: Database, proof: WalletProof): Promise<number | null> {
  const row = match(await rowsOf(db, proof.address), proof)
  if (!row) return null
  if (!row.logs_in) throw new Refusal('wallet_deposits_only', 'The wallet is linked for deposits only')
  if (proof.by === 'contract') {
    if (row.proven_by === 'key') throw keyNeeded()
    // The chain of this older link is unknown: the contract may be a stranger's with the same address.
    if (row.chain_id !== String(proof.chainId)) {
      throw new Refusal('wallet_unproven', 'The wallet was linked before its chain was stored: link it again')
    }
  }
  return row.account_id
}

/** For uses that need no proof. Null when no account has the wallet. */
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
  /**
   * False if only a session and the wallet's signature stand for it: that must neither add nor remove a login method.
   */
  readonly logsIn: boolean
}

/**
 * Call it in the transaction that uses the proof up.
 * @returns true if the wallet gained no abilities
 * @throws Refusal `wallet_taken`, `wallet_key_needed`
 */
export async function keepWallet(
  trx: Database,
  proof: WalletProof,
  { uid, now, told, logsIn }: Keeping,
): Promise<boolean> {
  const { address, by, chainId } = proof
  // Serializes proofs of one address: a contract must not be linked in parallel with the key.
  await sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`.execute(trx)
  const rows = await rowsOf(trx, address)
  const row = match(rows, proof)
  if (row && row.account_id !== uid) throw new Refusal('wallet_taken', 'Another account has this wallet')
  if (by === 'contract' && row?.proven_by === 'key') throw keyNeeded()
  if (row && !logsIn) return true
  if (by === 'key' && logsIn) {
    // The key replaces the account's contracts at the same address.
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
 * A key does not log in to an account that knows its address as a contract: an attacker could have made a node report
 * a contract where the player's key is.
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
  new Refusal('wallet_key_needed', 'The account has this wallet as a key: a contract cannot replace it')
