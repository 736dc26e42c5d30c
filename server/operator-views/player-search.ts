import { sql, type RawBuilder } from 'kysely'
import { withChecksum } from '#contract/evm-checksum.ts'
import { isAllowed } from '#contract/operator-roles.ts'
import type { EvmAddress } from '#contract/values.ts'
import type { Database } from '#server/db/tables.ts'
import { LARGEST_UID } from './require-account.ts'
import type { Viewer } from './view-services.ts'

/** An address that thousands have paid from is an exchange's: the first ones are shown. */
const MOST_EXACT = 500

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i
const TRON_ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/
const TRANSACTION = /^(?:0x)?[0-9a-f]{64}$/i

export interface Search {
  /** Players whom the text names in full. */
  readonly exact: readonly number[]
  /** SQL patterns; null where beginnings are not searched. */
  readonly email: string | null
  readonly nickname: string | null
}

/**
 * Anybody who may not read whole e-mail addresses finds a player by the whole one only: beginnings would spell it out, letter
 * by letter.
 */
export async function readSearch(db: Database, viewer: Viewer, text: string): Promise<Search> {
  // PostgreSQL has no text with this letter, so nothing can fit.
  if (text.includes('\0')) return { exact: [], email: null, nickname: null }
  if (EVM_ADDRESS.test(text)) return only(await playersOfEvmAddress(db, text))
  if (TRON_ADDRESS.test(text)) return only(await playersOfTronAddress(db, text))
  if (TRANSACTION.test(text)) return only(await playersOfTransaction(db, text))
  const exact = await players(
    db,
    sql`
    select id from account where email = ${text.toLowerCase()}
    ${/^\d{1,10}$/.test(text) && Number(text) <= LARGEST_UID ? sql`union select id from account where id = ${Number(text)}` : sql``}
    ${/^\d{1,15}$/.test(text) ? sql`union select id from account where public_number = ${text}::bigint and shown_as <> 'hidden'` : sql``}`,
  )
  const beginning = `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return {
    exact,
    email: isAllowed(viewer.role, 'players.money') ? beginning : null,
    nickname: beginning,
  }
}

const only = (exact: readonly number[]): Search => ({ exact, email: null, nickname: null })

async function players(db: Database, ids: RawBuilder<unknown>): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${ids}) found where id is not null order by id limit ${MOST_EXACT}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Wallets and deposits keep an address in lower case, withdrawals with its checksum. */
function playersOfEvmAddress(db: Database, text: string) {
  const plain = text.toLowerCase() as EvmAddress
  return players(
    db,
    sql`
    select account_id as id from wallet where address = ${plain}
    union select account_id from former_wallet where address = ${plain}
    union select account_id from deposit where sender = ${plain}
    union select account_id from withdrawal where address in (${plain}, ${withChecksum(plain)})`,
  )
}

function playersOfTronAddress(db: Database, address: string) {
  return players(
    db,
    sql`
    select account_id as id from deposit_address
      where chain = any(array(select distinct chain from deposit_key)) and address = ${address}
    union select account_id from deposit where sender = ${address}
    union select account_id from withdrawal where address = ${address}`,
  )
}

function playersOfTransaction(db: Database, text: string) {
  const hex = text.toLowerCase().replace(/^0x/, '')
  const spelled = sql`(${hex}, ${`0x${hex}`})`
  // Both keys begin with the chain.
  const chains = sql`any(array(select chain from chain_watch union select chain from signer))`
  return players(
    db,
    sql`
    select account_id as id from deposit where chain = ${chains} and tx_id in ${spelled}
    union select account_id from withdrawal join withdrawal_transaction sent on sent.withdrawal_id = withdrawal.id
      where sent.chain = ${chains} and sent.tx_id in ${spelled}
    union select account_id from deposit_intent where chain = ${chains} and tx_id in ${spelled}`,
  )
}
