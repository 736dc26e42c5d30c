import type { Statement } from '#server/db/migrations/migration.ts'

export const bonuses: readonly Statement[] = [
  // Without a row the player accepts bonuses.
  `create table bonus_choice (
     account_id integer primary key references account (id),
     is_accepted boolean not null,
     chosen_at timestamptz not null
   )`,

  `create table bonus (
     id bigint generated always as identity primary key,
     account_id integer not null references account (id),
     -- 1 for the first deposit's, 2 for the second one's.
     ordinal integer not null check (ordinal >= 1),
     deposit_id bigint not null references deposit (id),
     coin text not null references coin (id),
     -- declined: before the deposit, so that nothing was ever given. given_up: after it.
     status text not null check (status in ('active', 'released', 'given_up', 'expired', 'declined')),
     -- What the deposit was worth, and the terms of that moment.
     deposit_cents bigint not null check (deposit_cents > 0),
     bonus_bps integer not null check (bonus_bps > 0),
     release_bps integer not null check (release_bps between 1 and 10000),
     -- In the coin's smallest unit. The ledger holds what is not released as the player's locked balance.
     amount bigint not null check (amount >= 0),
     released bigint not null default 0,
     granted_at timestamptz not null,
     expires_at timestamptz not null,
     ended_at timestamptz,
     constraint bonus_once unique (account_id, ordinal),
     constraint bonus_of_deposit_once unique (deposit_id),
     constraint bonus_never_over_released check (released between 0 and amount),
     check (expires_at > granted_at),
     check ((status = 'active') = (ended_at is null)),
     check ((status = 'declined') = (amount = 0)),
     check ((status = 'released') = (amount > 0 and released = amount))
   )`,
  `create index bonus_expires_at on bonus (expires_at) where status = 'active'`,
  // Only an active bonus changes: its released amount, and its end.
  `create trigger bonus_fixed before update on bonus
     for each row when (old.status <> 'active' or new.released < old.released
       or (new.account_id, new.ordinal, new.deposit_id, new.coin, new.deposit_cents, new.bonus_bps,
           new.release_bps, new.amount, new.granted_at, new.expires_at)
         is distinct from (old.account_id, old.ordinal, old.deposit_id, old.coin, old.deposit_cents,
           old.bonus_bps, old.release_bps, old.amount, old.granted_at, old.expires_at))
     execute function ledger_refuse_change()`,
  `create trigger bonus_kept before delete on bonus
     for each row execute function ledger_refuse_change()`,
]
