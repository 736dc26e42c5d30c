import { neverChanged, REFUSED } from './baseline/kept-rows.ts'
import type { Migration } from './migration.ts'

/** A text of its own says what free rounds are: game, params, coin, stake, count and days. */
const FREE_ROUNDS = (column: string) =>
  `check (jsonb_typeof(${column}) = 'object' and ${column} ?& array['game', 'params', 'coin', 'stake', 'count', 'days'])`

export const promotions: Migration = {
  id: 6,
  name: 'promotions',
  up: [
    `alter table promotion drop constraint promotion_kind_check`,
    `alter table promotion add constraint promotion_kind_check
       check (kind in ('deposit', 'free-rounds', 'rakeback', 'referral', 'fairness'))`,
    `alter table promotion add column free jsonb ${FREE_ROUNDS('free')}`,
    // Players who got the free rounds, of at most free ->> 'most'.
    `alter table promotion add column given integer not null default 0
       check (given >= 0 and given <= coalesce((free ->> 'most')::integer, 0))`,
    `alter table promotion add constraint promotion_free check ((kind = 'free-rounds') = (free is not null))`,
    `update promotion set terms = (
       select coalesce(jsonb_agg(jsonb_build_object('id', 'rule-' || n, 'test', null, 'text', term) order by n), '[]')
       from jsonb_array_elements(terms) with ordinality as each (term, n))`,
    // Actions of operators.
    `create table admin_action (
       id bigint generated always as identity primary key,
       at timestamptz not null,
       -- Who it was, as they say, and the user of the machine.
       by_name text not null check (char_length(by_name) between 1 and 100),
       by_user text not null,
       why text not null check (char_length(why) between 1 and 500),
       action text not null,
       what jsonb not null
     )`,
    ...neverChanged('admin_action'),
    `create table gift_code (
       id bigint generated always as identity primary key,
       -- Keyed hash: who reads a backup cannot use the code.
       hash bytea not null unique,
       name text not null check (char_length(name) between 1 and 100),
       -- Money in the coin's smallest unit, or free rounds.
       coin text references coin (id),
       amount bigint check (amount > 0),
       free jsonb ${FREE_ROUNDS('free')},
       uses integer not null check (uses between 1 and 1000000),
       used integer not null default 0 check (used between 0 and uses),
       made_at timestamptz not null,
       until timestamptz not null check (until > made_at),
       stopped_at timestamptz,
       action_id bigint not null references admin_action (id) deferrable initially deferred,
       check ((coin is null) = (amount is null) and (amount is null) = (free is not null))
     )`,
    `create trigger gift_code_fixed before update on gift_code for each row when (
       (old.id, old.hash, old.name, old.coin, old.amount, old.free, old.uses, old.made_at, old.until, old.action_id)
         is distinct from
       (new.id, new.hash, new.name, new.coin, new.amount, new.free, new.uses, new.made_at, new.until, new.action_id)
       or new.used < old.used or new.stopped_at is distinct from old.stopped_at and old.stopped_at is not null
     ) ${REFUSED}`,
    `create trigger gift_code_kept before delete on gift_code for each row ${REFUSED}`,
    // Rounds whose stake the house pays.
    `create table free_grant (
       bucket smallint not null,
       account_id integer not null,
       id bigint generated always as identity,
       source text not null check (source in ('code', 'promotion', 'operator')),
       -- What is given only once: id of the code, slug of the promotion, id of the operator's action.
       key text not null check (char_length(key) between 1 and 100),
       game text not null,
       params jsonb not null,
       coin text not null references coin (id),
       -- In the coin's smallest unit.
       stake bigint not null check (stake > 0),
       rounds integer not null check (rounds between 1 and 1000),
       given_at timestamptz not null,
       until timestamptz not null check (until > given_at),
       primary key (bucket, account_id, id),
       constraint free_grant_once unique (bucket, account_id, source, key),
       constraint free_grant_bucket check (bucket = account_id % 64)
     )`,
    ...neverChanged('free_grant'),
    // Each free round that was played, in order.
    `create table free_round (
       bucket smallint not null,
       account_id integer not null,
       grant_id bigint not null,
       n integer not null check (n >= 1),
       bet_id bigint not null,
       primary key (bucket, account_id, grant_id, n),
       constraint free_round_bet unique (bucket, account_id, bet_id),
       foreign key (bucket, account_id, grant_id) references free_grant (bucket, account_id, id)
     )`,
    ...neverChanged('free_round'),
  ],
}
