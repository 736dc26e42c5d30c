import { sql } from 'kysely'
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

/** The `players` who may not play now, whichever of their accounts took the break. */
export async function playersInBreak(
  db: Database,
  players: readonly number[],
  now: number,
): Promise<ReadonlySet<number>> {
  const at = new Date(now)
  const { rows } = await sql<{ player: number }>`
    with recursive owned (player, account_id) as (
      select player, player from unnest(${players}::integer[]) player
      union
      select owned.player, other.account_id
      from owned
      join player_way mine on mine.account_id = owned.account_id
      join player_way other on other.way_hash = mine.way_hash
    )
    select distinct player from owned
    where exists (select from play_break where account_id = owned.account_id and until > ${at}::timestamptz)
      or exists (select from player_way way
        join excluded_email excluded on excluded.email_hash = way.way_hash
        where way.account_id = owned.account_id and excluded.until > ${at}::timestamptz)
      or exists (select from player_way way
        join excluded_wallet excluded on excluded.address_hash = way.way_hash
        where way.account_id = owned.account_id and excluded.until > ${at}::timestamptz)`.execute(db)
  return new Set(rows.map(({ player }) => player))
}
