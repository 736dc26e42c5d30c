import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { accountsOfPlayer } from './player-ways.ts'

export interface PlayPermission {
  /** Account numbers in ascending order. */
  readonly accounts: readonly number[]
  /** `break_active` during a break, or while a mailbox or a wallet of the player is excluded. */
  readonly refusal: Refusal | null
  readonly hasLimits: boolean
}

export const breaksUnderWay = (db: Database, accounts: readonly number[], now: number) =>
  db.selectFrom('play_break').where('account_id', 'in', accounts).where('until', '>', new Date(now))

export async function readPlayPermission(db: Database, uid: number, now: number): Promise<PlayPermission> {
  const accounts = await accountsOfPlayer(db, uid)
  const at = new Date(now)
  const { onBreak, isExcluded, hasLimits } = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(breaksUnderWay(db, accounts, now).select('id')).as('onBreak'),
      // The exclusion may outlive the account that took it.
      exists(
        selectFrom('player_way')
          .leftJoin('excluded_email', 'excluded_email.email_hash', 'player_way.way_hash')
          .leftJoin('excluded_wallet', 'excluded_wallet.address_hash', 'player_way.way_hash')
          .select('player_way.account_id')
          .where('player_way.account_id', 'in', accounts)
          .where((where) =>
            where.or([where('excluded_email.until', '>', at), where('excluded_wallet.until', '>', at)]),
          ),
      ).as('isExcluded'),
      exists(
        selectFrom('play_limit')
          .select('kind')
          .where('account_id', 'in', accounts)
          .where('kind', 'in', ['loss', 'wager'])
          .where('amount', 'is not', null),
      ).as('hasLimits'),
    ])
    .executeTakeFirstOrThrow()
  const refusal = onBreak || isExcluded ? new Refusal('break_active', 'A break is active') : null
  return { accounts, refusal, hasLimits: hasLimits === true }
}
