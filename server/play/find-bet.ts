import type { Receipt } from '#contract/play.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { toReceipt } from './play-answers.ts'
import { openRoundOf, settledBetOf, type OpenRound, type SettledBet } from './play-record.ts'
import {
  openSharedBetOf,
  settledSharedBetOf,
  type OpenSharedBet,
  type SettledSharedBet,
} from './shared-record.ts'

export async function findBet(
  db: Database,
  uid: number,
  by: { readonly id: string } | { readonly key: string },
): Promise<OpenRound | SettledBet | undefined> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['key', by.key] as const)
  const round = await db
    .selectFrom('round')
    .selectAll()
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('crash_round', 'is', null)
    .where(column, '=', value)
    .executeTakeFirst()
  if (round) return openRoundOf(round)
  const bet = await db
    .selectFrom('bet')
    .selectAll()
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('crash_round', 'is', null)
    .where(column, '=', value)
    .executeTakeFirst()
  return bet && settledBetOf(bet)
}

/** @param sinceRound by a key, cash-outs of settled bets are looked for from this round on */
export async function findSharedBet(
  db: Database,
  uid: number,
  by: { readonly id: string } | { readonly key: string; readonly sinceRound?: string },
): Promise<OpenSharedBet | SettledSharedBet | undefined> {
  const settled = db
    .selectFrom('bet')
    .selectAll()
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('crash_round', 'is not', null)
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['key', by.key] as const)
  const readSettled = async () => {
    const row = await settled.where(column, '=', value).executeTakeFirst()
    return row && settledSharedBetOf(row)
  }
  // A request by a key of some rounds back mostly comes at the end of a round.
  const ended = 'key' in by && by.sinceRound !== undefined ? await readSettled() : undefined
  if (ended) return ended
  const open = await db
    .selectFrom('round')
    .selectAll()
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('crash_round', 'is not', null)
    .execute()
  const isMeant = ({ id, key, step_keys: keys }: { id: string; key: string; step_keys: string[] | null }) =>
    'id' in by ? String(id) === by.id : key === by.key || (keys?.includes(by.key) ?? false)
  const known = open.find(isMeant)
  if (known) return openSharedBetOf(known)
  // Read second: a bet that ends meanwhile is settled by now.
  const bet = await readSettled()
  if (bet || 'id' in by || by.sinceRound === undefined) return bet
  const latest = (await settled.where('crash_round', '>=', by.sinceRound).execute()).find(isMeant)
  return latest && settledSharedBetOf(latest)
}

interface HeldAndReceipt {
  /** In the smallest unit of the coin. */
  readonly available: bigint
  readonly receipt: Receipt | null
}

/** Reads both in one statement: at the end of a shared round, all its players ask at once. */
export async function readHeldAndReceipt(
  db: Database,
  uid: number,
  { coin, sequence }: { readonly coin: string; readonly sequence: bigint | undefined },
): Promise<HeldAndReceipt> {
  const row = await db
    .selectFrom('ledger_account')
    .leftJoin('receipt', (join) =>
      join
        .onRef('receipt.bucket', '=', 'ledger_account.bucket')
        .onRef('receipt.account_id', '=', 'ledger_account.account_id')
        .on('receipt.sequence', '=', `${sequence ?? -1n}`),
    )
    .select(['ledger_account.balance', 'receipt.text', 'receipt.kid', 'receipt.signature'])
    .where('ledger_account.bucket', '=', bucketOf(uid))
    .where('ledger_account.account_id', '=', uid)
    .where('ledger_account.coin', '=', coin)
    .where('ledger_account.kind', '=', 'available')
    .executeTakeFirst()
  if (!row) return { available: 0n, receipt: null }
  const { balance, text, kid, signature } = row
  const isThere = text !== null && kid !== null && signature !== null
  return { available: BigInt(balance), receipt: isThere ? toReceipt({ text, kid, signature }) : null }
}
