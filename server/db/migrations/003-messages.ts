import {
  messageOfBonus,
  messageOfDeposit,
  messageOfWithdrawal,
} from '#server/db/functions/message-of-money.ts'
import type { Migration } from './migration.ts'

export const messages: Migration = {
  id: 3,
  name: 'messages',
  up: [
    `create table message (
       bucket smallint not null,
       account_id integer not null,
       id bigint generated always as identity,
       -- What it tells about: the same twice is one message.
       key text not null,
       at timestamptz not null,
       kind text not null,
       data jsonb not null,
       read_at timestamptz,
       primary key (bucket, account_id, id),
       constraint message_once unique (bucket, account_id, key),
       constraint message_place check (bucket = account_id % 64)
     )`,
    `create index message_unread on message (bucket, account_id) where read_at is null`,
    `create index message_at on message (bucket, at)`,
    messageOfDeposit,
    `create trigger deposit_told after update on deposit
       for each row when (new.status = 'credited' and old.status <> 'credited')
       execute function message_of_deposit()`,
    messageOfWithdrawal,
    `create trigger withdrawal_requested after insert on withdrawal
       for each row when (new.status = 'queued') execute function message_of_withdrawal()`,
    `create trigger withdrawal_told after update on withdrawal
       for each row when (new.status <> old.status
         and new.status in ('broadcast', 'confirmed', 'cancelled', 'refused', 'failed'))
       execute function message_of_withdrawal()`,
    messageOfBonus,
    `create trigger bonus_told after update on bonus
       for each row when (old.status = 'active' and new.status <> 'active')
       execute function message_of_bonus()`,
  ],
}
