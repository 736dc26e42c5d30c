import { adminActionChain } from '#server/db/functions/admin-action-chain.ts'
import { neverChanged, notBy, REFUSED } from './baseline/kept-rows.ts'
import type { Migration } from './migration.ts'

const HASH = 'check (octet_length(hash) = 32)'
/** Before the first line. */
const ZEROS = `decode(repeat('00', 32), 'hex')`

export const operators: Migration = {
  id: 18,
  name: 'operators',
  // An earlier process writes actions outside the chain.
  compatibleSince: null,
  up: [
    // People with an account of the console. An invitation is a row that nobody has joined yet.
    `create table operator (
       id integer generated always as identity primary key,
       name text not null check (char_length(name) between 1 and 60),
       role text not null check (role in ('support', 'finance', 'risk', 'owner')),
       -- Null: by the command line.
       invited_by integer references operator (id),
       joined_at timestamptz,
       removed_at timestamptz
     )`,
    // The log tells people by their names: one who has joined once keeps it for ever.
    `create unique index operator_name on operator (lower(name)) where joined_at is not null or removed_at is null`,
    `create trigger operator_fixed before update on operator for each row when (
       (old.id, old.name, old.role, old.invited_by) is distinct from (new.id, new.name, new.role, new.invited_by)
       or new.joined_at is distinct from old.joined_at and old.joined_at is not null
       or new.removed_at is distinct from old.removed_at and old.removed_at is not null
     ) ${REFUSED}`,
    `create trigger operator_kept before delete on operator for each row ${REFUSED}`,
    `create table operator_invitation (
       operator_id integer primary key references operator (id),
       -- SHA-256 of the token in the link.
       token_hash bytea not null unique check (octet_length(token_hash) = 32),
       made_at timestamptz not null,
       expires_at timestamptz not null check (expires_at > made_at),
       used_at timestamptz
     )`,
    `create table operator_passkey (
       id text primary key check (id ~ '^[A-Za-z0-9_-]+$' and char_length(id) <= 1024),
       operator_id integer not null unique references operator (id),
       public_key bytea not null,
       counter bigint not null check (counter >= 0),
       transports text[] not null,
       created_at timestamptz not null,
       last_used_at timestamptz,
       -- The signer counts the votes of this passkey; the code is the signer's own, so that no other writer can say so.
       trusted_at timestamptz,
       trust bytea check (octet_length(trust) = 32),
       check ((trusted_at is null) = (trust is null))
     )`,
    `create table operator_session (
       id uuid primary key,
       operator_id integer not null references operator (id),
       -- SHA-256 of the token.
       token_hash bytea not null unique check (octet_length(token_hash) = 32),
       address text not null,
       created_at timestamptz not null,
       last_seen_at timestamptz not null,
       expires_at timestamptz not null check (expires_at > created_at and expires_at <= created_at + interval '8 hours')
     )`,
    `create index operator_session_operator on operator_session (operator_id)`,
    `create index operator_session_expires on operator_session (expires_at)`,
    `create trigger operator_session_fixed before update on operator_session for each row when (
       (old.id, old.operator_id, old.token_hash, old.created_at, old.expires_at) is distinct from
       (new.id, new.operator_id, new.token_hash, new.created_at, new.expires_at)
     ) ${REFUSED}`,
    // Deleted when it is answered, so it works once.
    `create table operator_challenge (
       challenge text primary key,
       purpose text not null check (purpose in ('log-in', 'invitation', 'vote')),
       -- Null while it is unknown who answers.
       operator_id integer references operator (id),
       at timestamptz not null,
       expires_at timestamptz not null check (expires_at > at),
       check ((purpose = 'log-in') = (operator_id is null))
     )`,
    `create index operator_challenge_expires on operator_challenge (expires_at)`,
    // Actions that one operator may not do alone.
    `create table operator_proposal (
       id bigint generated always as identity primary key,
       operator_id integer not null references operator (id),
       action text not null,
       -- Words and options, encrypted: a gift code stands among them.
       command bytea not null,
       what jsonb not null,
       -- Null for what has no price.
       usd numeric(40, 2) check (usd >= 0),
       why text not null check (char_length(why) between 1 and 500),
       at timestamptz not null,
       state text not null default 'open' check (state in ('open', 'done', 'rejected', 'failed')),
       -- Null: by the command line.
       decided_by integer references operator (id) check (decided_by <> operator_id),
       decided_name text check (char_length(decided_name) between 1 and 100),
       decided_why text check (char_length(decided_why) between 1 and 500),
       decided_at timestamptz,
       check ((state = 'open') = (decided_at is null)),
       check ((decided_at is null) = (decided_name is null) and (decided_at is null) = (decided_why is null)),
       check (decided_at is not null or decided_by is null)
     )`,
    `create trigger operator_proposal_fixed before update on operator_proposal for each row when (
       (old.id, old.operator_id, old.action, old.command, old.what, old.usd, old.why, old.at) is distinct from
       (new.id, new.operator_id, new.action, new.command, new.what, new.usd, new.why, new.at)
       or old.state <> 'open'
     ) ${REFUSED}`,
    `create trigger operator_proposal_kept before delete on operator_proposal for each row ${REFUSED}`,
    // The signer carries them out. The newest one of an operator counts.
    `create table withdrawal_vote (
       id bigint generated always as identity primary key,
       withdrawal_id bigint not null references withdrawal (id),
       operator_id integer not null references operator (id),
       decision text not null check (decision in ('approve', 'refuse')),
       why text not null check (char_length(why) between 1 and 500),
       -- Part of what the passkey has signed.
       at timestamptz not null,
       origin text not null,
       assertion jsonb not null,
       done_at timestamptz
     )`,
    `create index withdrawal_vote_withdrawal on withdrawal_vote (withdrawal_id, id)`,
    `create trigger withdrawal_vote_fixed before update on withdrawal_vote for each row when (
       (old.id, old.withdrawal_id, old.operator_id, old.decision, old.why, old.at, old.origin, old.assertion)
         is distinct from
       (new.id, new.withdrawal_id, new.operator_id, new.decision, new.why, new.at, new.origin, new.assertion)
       or old.done_at is not null
     ) ${REFUSED}`,
    `create trigger withdrawal_vote_kept before delete on withdrawal_vote for each row ${REFUSED}`,
    // The audit table is a chain of hashes from now on. Earlier rows come first, in their order.
    `create table admin_log_head (
       is_only boolean primary key default true check (is_only),
       lines bigint not null check (lines >= 0),
       hash bytea not null ${HASH}
     )`,
    `insert into admin_log_head (lines, hash) values (0, ${ZEROS})`,
    `create trigger admin_log_head_by_itself before insert or update or delete on admin_log_head for each row
       when (${notBy('appends_log')}) ${REFUSED}`,
    `alter table admin_action
       add column operator_id integer references operator (id),
       add column kind text not null default 'change' check (kind in ('read', 'change')),
       add column line bigint,
       add column prev bytea check (octet_length(prev) = 32),
       add column hash bytea ${HASH}`,
    `alter table admin_action drop constraint admin_action_why_check`,
    `alter table admin_action add constraint admin_action_why_check
       check (char_length(why) <= 500 and (why <> '' or operator_id is not null))`,
    `drop trigger admin_action_append_only on admin_action`,
    adminActionChain,
    `create trigger admin_action_earlier before update on admin_action for each row execute function admin_action_chain()`,
    `do $$ declare earlier bigint; begin
       for earlier in select id from admin_action order by id loop
         update admin_action set kind = kind where id = earlier;
       end loop;
     end $$`,
    `drop trigger admin_action_earlier on admin_action`,
    `drop trigger admin_action_no_truncate on admin_action`,
    ...neverChanged('admin_action'),
    `alter table admin_action alter column line set not null, alter column prev set not null,
       alter column hash set not null, add constraint admin_action_line unique (line)`,
    `create trigger admin_action_chained before insert on admin_action for each row execute function admin_action_chain()`,
  ],
}
