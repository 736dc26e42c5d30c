import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { accountsOfPlayer } from './player-ways.ts'

export interface PlayPermission {
  /** Numbers of all accounts of the player, the lowest first. */
  readonly accounts: readonly number[]
  /** `break_active` while a break of the player is under way, or a mailbox or a wallet of his is excluded. */
  readonly refusal: Refusal | null
  /** The player has set a limit for losses or stakes, on whichever account. */
  readonly hasLimits: boolean
}

/** Breaks of some accounts that have not ended. */
export const breaksUnderWay = (db: Database, accounts: readonly number[], now: number) =>
  db.selectFrom('play_break').where('account_id', 'in', accounts).where('until', '>', new Date(now))

/** What decides whether and how a player may bet, with one question once his accounts are known. */
export async function readPlayPermission(db: Database, uid: number, now: number): Promise<PlayPermission> {
  const accounts = await accountsOfPlayer(db, uid)
  const at = new Date(now)
  const { onBreak, isExcluded, hasLimits } = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(breaksUnderWay(db, accounts, now).select('id')).as('onBreak'),
      // By an account of which perhaps nothing else is left.
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
  const refusal = onBreak || isExcluded ? new Refusal('break_active', 'A break from play is under way') : null
  return { accounts, refusal, hasLimits: hasLimits === true }
}
