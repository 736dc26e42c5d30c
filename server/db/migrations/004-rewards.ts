import { neverChanged } from './baseline/kept-rows.ts'
import type { Migration } from './migration.ts'

export const rewards: Migration = {
  id: 4,
  name: 'rewards',
  up: [
    `alter table ledger_account drop constraint ledger_account_holder`,
    `alter table ledger_account add constraint ledger_account_holder check (
       case
         when kind in ('available', 'locked', 'pending')
           then account_id is not null and stripe = 0 and bucket = account_id % 64
         when kind in ('house', 'deposit', 'withdrawal', 'bonus', 'rakeback', 'referral', 'gift', 'race')
           then account_id is null
         else false
       end
     )`,
    // All that was ever paid, one row each. A share of the house edge is paid from where the last payment of its kind
    // has ended, so that no edge is paid twice.
    `create table reward (
       bucket smallint not null,
       account_id integer not null,
       id bigint generated always as identity,
       kind text not null check (kind in ('rakeback', 'referral', 'level-gift', 'code-gift', 'race-prize')),
       -- What must be paid only once.
       key text not null check (char_length(key) between 1 and 100),
       coin text not null references coin (id),
       -- In the coin's smallest unit.
       amount bigint not null check (amount > 0),
       -- Sum of the player's house edge, in 10⁻⁸ dollars, after the last payment and after this one.
       edge_from bigint,
       edge_to bigint,
       share_bps integer check (share_bps between 1 and 6000),
       -- Of the player when it was paid.
       level integer check (level >= 1),
       -- The player's request for it; null if there was none.
       request uuid,
       at timestamptz not null,
       data jsonb not null default '{}',
       primary key (bucket, account_id, id),
       constraint reward_once unique (bucket, account_id, kind, key),
       constraint reward_requested_once unique (bucket, account_id, request),
       constraint reward_bucket check (bucket = account_id % 64),
       constraint reward_of_edge check (
         case when kind in ('rakeback', 'level-gift')
           then edge_from >= 0 and edge_to > edge_from and share_bps is not null and level is not null
             and key = edge_from::text
           else edge_from is null and edge_to is null end
       )
     )`,
    ...neverChanged('reward'),
  ],
}
