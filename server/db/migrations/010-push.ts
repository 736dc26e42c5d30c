import {
  messageOfBonus,
  messageOfDeposit,
  messageOfWithdrawal,
} from '#server/db/functions/message-of-money.ts'
import type { Migration } from './migration.ts'

export const push: Migration = {
  id: 10,
  name: 'push',
  up: [
    `create table push_subscription (
       bucket smallint not null,
       account_id integer not null,
       -- One browser has one session and one subscription. A subscription of an ended session gets nothing.
       session_id uuid not null,
       endpoint text not null check (length(endpoint) <= 1000),
       p256dh bytea not null check (octet_length(p256dh) = 65),
       auth bytea not null check (octet_length(auth) = 16),
       -- The public key of the server that it was made for.
       server_key text not null,
       -- Where its notifications lead.
       origin text not null,
       locale text not null,
       created_at timestamptz not null,
       primary key (bucket, account_id, session_id)
     )`,
    `create index push_subscription_endpoint on push_subscription (bucket, endpoint)`,
    // A row is a message that a device is still to be told of. Its device may be gone: a reference to it would let a
    // log-out fail the movement of money that is told.
    `create table push (
       bucket smallint not null,
       account_id integer not null,
       message_id bigint not null,
       session_id uuid not null,
       next_try_at timestamptz not null,
       give_up_at timestamptz not null,
       tries integer not null default 0,
       primary key (bucket, account_id, message_id, session_id),
       foreign key (bucket, account_id, message_id) references message on delete cascade
     )`,
    `create index push_due on push (bucket, next_try_at)`,
    // Without a row nothing is told.
    `create table promotion_consent (
       bucket smallint not null,
       account_id integer not null,
       topic text not null check (topic in ('rewards', 'races', 'games', 'offers')),
       inbox boolean not null,
       push boolean not null check (inbox or not push),
       mail boolean not null,
       changed_at timestamptz not null,
       primary key (bucket, account_id, topic)
     )`,
    `insert into promotion_consent (bucket, account_id, topic, inbox, push, mail, changed_at)
       select id % 64, id, topic, false, false, true, now()
       from account, unnest(array['rewards', 'races', 'games', 'offers']) topic where wants_news`,
    `alter table account drop column wants_news`,
    `alter table account add column quiet_hours jsonb`,
    messageOfDeposit,
    messageOfWithdrawal,
    messageOfBonus,
  ],
}
