import { sql, type RawBuilder } from 'kysely'

/** A break counts for all accounts of a player: those that share a way, also over others. */
const following = sql`
  select other.account_id from resting
  join player_way own on own.account_id = resting.id
  join player_way other on other.way_hash = own.way_hash`

/** SQL subquery: accounts whose player is in a break. */
export const restingAccounts = (now: number): RawBuilder<unknown> => sql`(
  with recursive resting (id) as (
    select account_id from play_break where until > ${new Date(now)}
    union
    ${following}
  ) select id from resting)`
