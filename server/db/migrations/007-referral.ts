import { REFUSED } from './baseline/kept-rows.ts'
import type { Migration } from './migration.ts'

export const referral: Migration = {
  id: 7,
  name: 'referral',
  up: [
    // A friend of the player `account_id`, who has invited them.
    `create table referral (
       bucket smallint not null,
       account_id integer not null,
       friend_id integer not null,
       since timestamptz not null,
       -- The friend's house edge up to which was paid, in 10⁻⁸ dollars.
       edge_paid bigint not null default 0 check (edge_paid >= 0),
       -- Sum of the shares that were paid for this friend, in 10⁻⁸ dollars.
       earned bigint not null default 0 check (earned >= 0),
       -- Why the friend earns the player nothing, for the operator only.
       reason text check (reason in ('mailbox', 'wallet', 'device', 'address')),
       -- The account that shares it with the friend, or with one who is linked with them.
       linked_to integer,
       judged_at timestamptz,
       primary key (bucket, account_id, friend_id),
       constraint referral_bucket check (bucket = account_id % 64),
       constraint referral_not_self check (friend_id <> account_id),
       constraint referral_verdict check (
         (reason is null) = (linked_to is null) and (reason is null) = (judged_at is null)
       )
     )`,
    `create trigger referral_fixed before update on referral
       for each row when (old.reason is not null or new.edge_paid < old.edge_paid or new.earned < old.earned
         or (new.bucket, new.account_id, new.friend_id, new.since)
           is distinct from (old.bucket, old.account_id, old.friend_id, old.since)) ${REFUSED}`,
    `create trigger referral_kept before delete on referral for each row ${REFUSED}`,
    `create trigger referral_no_truncate before truncate on referral for each statement ${REFUSED}`,
    `insert into referral (bucket, account_id, friend_id, since)
       select invited_by % 64, invited_by, id, created_at from account where invited_by is not null`,
    // Finds the players who were paid from an address to which another one has withdrawn.
    `create index deposit_from on deposit (sender)`,
  ],
}
