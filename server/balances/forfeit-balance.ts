import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { lockBalancesOf } from '#server/ledger/balances.ts'
import { forfeitAccount } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'

interface Closing {
  readonly player: number
  /** The player has said that the money may go. */
  readonly isForfeited: boolean
  readonly at: number
}

/**
 * Leaves an account that is being closed without money: what is there goes to the house. Call it in the
 * transaction that closes the account, and repeat that one (`repeatConflicts`).
 * @throws Refusal `balance_left` when the player has not said so; `withdrawal_open` while money is on its way out
 */
export async function forfeitBalance(trx: Database, { player, isForfeited, at }: Closing): Promise<void> {
  const held = await lockBalancesOf(trx, player)
  if (held.length === 0) return
  if (held.some(({ pending }) => pending > 0n)) {
    throw new Refusal('withdrawal_open', 'A withdrawal of this account is under way')
  }
  if (!isForfeited) throw new Refusal('balance_left', 'The account holds money')
  await postTransaction(trx, forfeitAccount({ player, held }), at)
}
