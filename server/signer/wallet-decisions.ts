import type { Selectable } from 'kysely'
import type { Database, Tables } from '#server/db/tables.ts'
import { operatorName } from '#server/base/operator-name.ts'
import { keepAction } from '#server/identity/operator-log.ts'
import type { ChainSender } from './chain-sender.ts'
import type { SignerContext } from './signer-context.ts'
import type { SignerKey } from './signer-key.ts'

type Wallet = Pick<ChainSender, 'chain' | 'address'>
type Row = Selectable<Tables['signer_recovery']>

/** Operators' decisions about transactions of the wallet that the database lacked. */
export interface WalletDecisions {
  readonly txIds: ReadonlySet<string>
  readonly ranges: readonly { readonly from: number; readonly to: number }[]
  /** Milliseconds since the epoch: includes all earlier transactions. */
  readonly until: number
}

const sealedText = (row: Omit<Row, 'id' | 'seal' | 'decided_by'>) => {
  const { chain, sender, tx_id, nonce_from, nonce_to, until_at, withdrawal_id, decided_at } = row
  const times = [until_at?.toISOString() ?? null, decided_at.toISOString()]
  return JSON.stringify(['wallet', chain, sender, tx_id, nonce_from, nonce_to, withdrawal_id, ...times])
}

/** Rows without a valid seal of the signer's key do not count. */
export async function readDecisions(
  db: Database,
  { chain, address }: Wallet,
  key: Pick<SignerKey, 'isSealed'>,
): Promise<WalletDecisions> {
  const rows = await db
    .selectFrom('signer_recovery')
    .selectAll()
    .where('chain', '=', chain)
    .where('sender', '=', address)
    .execute()
  const valid = rows.filter((row) => key.isSealed(sealedText(row), row.seal))
  return {
    txIds: new Set(valid.flatMap(({ tx_id }) => (tx_id === null ? [] : [tx_id]))),
    ranges: valid.flatMap(({ nonce_from, nonce_to }) =>
      nonce_from === null || nonce_to === null ? [] : [{ from: Number(nonce_from), to: Number(nonce_to) }],
    ),
    until: Math.max(0, ...valid.map(({ until_at }) => until_at?.getTime() ?? 0)),
  }
}

interface Decided {
  readonly txId?: string | undefined
  readonly numbers?: { readonly from: number; readonly to: number } | undefined
  /** Milliseconds since the epoch. */
  readonly until?: number | undefined
  readonly withdrawal?: string | undefined
}

/**
 * Sealed with the signer's key; never changed. Call it last in a transaction: its line locks the log of operators.
 */
export async function keepWalletDecision(
  trx: Database,
  { chain, address }: Wallet,
  { key, now, decided }: { readonly key: SignerKey; readonly now: number; readonly decided: Decided },
): Promise<void> {
  const { txId = null, numbers, until, withdrawal = null } = decided
  const row = {
    chain,
    sender: address,
    tx_id: txId,
    withdrawal_id: withdrawal,
    nonce_from: numbers ? String(numbers.from) : null,
    nonce_to: numbers ? String(numbers.to) : null,
    until_at: until === undefined ? null : new Date(until),
    decided_at: new Date(now),
  }
  await trx
    .insertInto('signer_recovery')
    .values({ ...row, decided_by: operatorName(), seal: key.seal(sealedText(row)) })
    .execute()
  const what = { chain, sender: address, ...decided }
  const line = { action: 'signer recover', why: 'npm run signer', what }
  await keepAction(trx, { name: operatorName() }, line, now)
}

export async function isAccountedFor(
  { db, sender, key }: Pick<SignerContext, 'db' | 'sender'> & { readonly key: Pick<SignerKey, 'isSealed'> },
  txId: string,
): Promise<boolean> {
  const { txIds } = await readDecisions(db, sender, key)
  if (txIds.has(txId)) return true
  const row = await db
    .selectFrom('withdrawal_transaction')
    .select('id')
    .where('chain', '=', sender.chain)
    .where('tx_id', '=', txId)
    .executeTakeFirst()
  return row !== undefined
}
