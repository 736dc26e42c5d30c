import { sql, type RawBuilder } from 'kysely'
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

/** True if the account has taken a break, or if a mailbox or a wallet of it is excluded, also by another account. */
const isResting = (account: RawBuilder<unknown>, now: number) => {
  const at = new Date(now)
  return sql<boolean>`(
    exists (select from play_break where account_id = ${account} and until > ${at}::timestamptz)
    or exists (select from player_way way
      join excluded_email excluded on excluded.email_hash = way.way_hash
      where way.account_id = ${account} and excluded.until > ${at}::timestamptz)
    or exists (select from player_way way
      join excluded_wallet excluded on excluded.address_hash = way.way_hash
      where way.account_id = ${account} and excluded.until > ${at}::timestamptz))`
}

export async function readPlayPermission(db: Database, uid: number, now: number): Promise<PlayPermission> {
  const accounts = await accountsOfPlayer(db, uid)
  const { isInBreak, hasLimits } = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      sql<boolean>`exists (select from unnest(${accounts}::integer[]) account
        where ${isResting(sql`account`, now)})`.as('isInBreak'),
      exists(
        selectFrom('play_limit')
          .select('kind')
          .where('account_id', 'in', accounts)
          .where('kind', 'in', ['loss', 'wager'])
          .where('amount', 'is not', null),
      ).as('hasLimits'),
    ])
    .executeTakeFirstOrThrow()
  const refusal = isInBreak ? new Refusal('break_active', 'A break is active') : null
  return { accounts, refusal, hasLimits: hasLimits === true }
}

/** The `players` who may not play now, whichever of their accounts took the break. */
export async function playersInBreak(
  db: Database,
  players: readonly number[],
  now: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ player: number }>`
    with recursive owned (player, account_id) as (
      select player, player from unnest(${players}::integer[]) player
      union
      select owned.player, other.account_id
      from owned
      join player_way mine on mine.account_id = owned.account_id
      join player_way other on other.way_hash = mine.way_hash
    )
    select distinct player from owned where ${isResting(sql`owned.account_id`, now)}`.execute(db)
  return new Set(rows.map(({ player }) => player))
}
