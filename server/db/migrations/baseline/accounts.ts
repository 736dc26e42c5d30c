import type { Statement } from '#server/db/migrations/migration.ts'

const SHA256 = (column: string) => `${column} bytea not null check (octet_length(${column}) = 32)`

export const accounts: readonly Statement[] = [
  `create table account (
     id integer generated always as identity (start with 100001) primary key,
     email text unique check (email = lower(email) and char_length(email) <= 254),
     password_hash text,
     password_changed_at timestamptz,
     nickname text not null default '' check (char_length(nickname) <= 32),
     name text not null default '',
     phone text not null default '',
     address text not null default '',
     region text not null default '',
     locale text not null check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
     wants_news boolean not null default false,
     referral_code text not null unique check (referral_code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
     invited_by integer references account (id) check (invited_by <> id),
     adult_confirmed_at timestamptz not null,
     -- Encrypted; at work only once confirmed_at is set.
     totp_secret bytea,
     totp_confirmed_at timestamptz,
     -- The last time step a code was taken for: none at or before it is taken again.
     totp_last_step bigint,
     reminder_minutes integer check (reminder_minutes in (15, 30, 60, 120)),
     created_at timestamptz not null,
     closed_at timestamptz,
     -- A passkey was removed that nobody showed: until then nothing goes that a proof is asked for.
     proof_held_until timestamptz,
     -- The e-mail address was changed: until then no money goes.
     money_held_until timestamptz,
     shows_name boolean not null default false,
     check ((password_hash is null) = (password_changed_at is null)),
     check (totp_confirmed_at is null or totp_secret is not null),
     check (closed_at is null or (email is null and password_hash is null and totp_secret is null))
   )`,
  `create index account_invited_by on account (invited_by)`,

  // Keyed hashes of present and former mailboxes and wallets of an account: accounts that share one belong to one
  // player, for limits and breaks.
  `create table player_way (
     account_id integer not null references account (id) on delete cascade,
     way_hash bytea not null check (octet_length(way_hash) = 32),
     kind text not null check (kind in ('email', 'wallet')),
     -- Null for one that the account has.
     given_up_at timestamptz,
     primary key (account_id, way_hash)
   )`,
  `create index player_way_hash on player_way (way_hash)`,
  `create index player_way_given_up on player_way (given_up_at) where given_up_at is not null`,

  `create table session (
     id uuid primary key,
     account_id integer not null references account (id) on delete cascade,
     ${SHA256('token_hash')} unique,
     method text not null check (method in ('password', 'passkey', 'wallet', 'register')),
     user_agent text not null,
     address text not null,
     created_at timestamptz not null,
     last_used_at timestamptz not null,
     expires_at timestamptz not null check (expires_at > created_at)
   )`,
  `create index session_account_id on session (account_id)`,
  `create index session_expires_at on session (expires_at)`,

  `create table login_event (
     id bigint generated always as identity primary key,
     -- Null for an address nobody has: the try costs the same either way.
     account_id integer references account (id) on delete cascade,
     at timestamptz not null,
     method text not null check (method in ('password', 'passkey', 'wallet', 'register')),
     outcome text not null check (outcome in ('ok', 'wrong_password', 'wrong_code', 'refused')),
     user_agent text not null,
     address text not null,
     -- SHA-256 of the key that the device holds; null for a caller without one.
     device bytea check (octet_length(device) = 32)
   )`,
  `create index login_event_account_id on login_event (account_id, id desc)`,
  `create index login_event_at on login_event (at)`,
  // Keeps the search for the player's own addresses fast, however often strangers try.
  `create index login_event_success on login_event (account_id, address) where outcome = 'ok'`,
  `create index login_event_device on login_event (device) where outcome = 'ok' and device is not null`,

  // One row per address, purpose and requester, even for unknown addresses: a code works only for its requester.
  `create table email_code (
     email text not null,
     purpose text not null check (purpose in ('register', 'reset', 'change')),
     -- Who changes the address; null for a visitor.
     account_id integer references account (id) on delete cascade,
     ${SHA256('code_hash')},
     sent_at timestamptz not null,
     expires_at timestamptz not null check (expires_at > sent_at),
     tries_left integer not null check (tries_left between 0 and 5),
     ${SHA256('asker')},
     primary key (email, purpose, asker)
   )`,
  `create index email_code_expires_at on email_code (expires_at)`,

  `create table recovery_code (
     account_id integer not null references account (id) on delete cascade,
     ${SHA256('code_hash')},
     used_at timestamptz,
     primary key (account_id, code_hash)
   )`,

  `create table passkey (
     id text primary key check (id ~ '^[A-Za-z0-9_-]+$' and char_length(id) <= 1024),
     account_id integer not null references account (id) on delete cascade,
     public_key bytea not null,
     counter bigint not null check (counter >= 0),
     transports text[] not null,
     name text not null check (char_length(name) <= 60),
     is_synced boolean not null,
     created_at timestamptz not null,
     last_used_at timestamptz
   )`,
  `create index passkey_account_id on passkey (account_id)`,

  // A challenge is deleted when it is answered, so it works once. For wallets it is the hash of the whole signed
  // message.
  `create table challenge (
     challenge text primary key,
     purpose text not null check (
       purpose in ('passkey-login', 'passkey-new', 'passkey-proof', 'wallet-login', 'wallet-link', 'wallet-deposit')
     ),
     account_id integer references account (id) on delete cascade,
     expires_at timestamptz not null,
     -- A proof counts for the session that asked for it, and for one call: the keyed hash of what that does.
     session_id uuid,
     confirms bytea check (octet_length(confirms) = 32),
     check ((purpose = 'passkey-proof') = (confirms is not null)),
     check (confirms is null or (account_id is not null and session_id is not null))
   )`,
  `create index challenge_expires_at on challenge (expires_at)`,

  `create table avatar (
     account_id integer primary key references account (id) on delete cascade,
     -- Names the picture in its address, so that nobody can walk through all of them.
     name text not null unique check (name ~ '^[0-9a-f]{32}$'),
     image bytea not null,
     updated_at timestamptz not null
   )`,

  // A mail is queued in the transaction that causes it and sent later: both happen or neither.
  `create table mail (
     id bigint generated always as identity primary key,
     -- Null for the mail that an unknown address does not get: queueing it costs the same.
     recipient text,
     kind text not null,
     -- What it says, encrypted: some of it is codes.
     sealed bytea not null,
     queued_at timestamptz not null,
     next_try_at timestamptz not null,
     give_up_at timestamptz not null,
     tries integer not null default 0
   )`,
  `create index mail_next_try_at on mail (next_try_at)`,

  // Browsers that have logged in to an account, and so may read its practice mails; by hash of their cookie.
  `create table practice_browser (
     account_id integer not null references account (id) on delete cascade,
     browser_hash bytea not null check (octet_length(browser_hash) = 32),
     session_id uuid not null,
     primary key (account_id, browser_hash)
   )`,
  `create index practice_browser_hash on practice_browser (browser_hash)`,

  // Shown in the app of a practice server without SMTP.
  `create table practice_mail (
     id bigint generated always as identity primary key,
     -- Whose browsers may read it.
     account_id integer references account (id) on delete cascade,
     -- The one browser that may read it besides.
     browser_hash bytea check (octet_length(browser_hash) = 32),
     -- Null for the mail that an unknown address does not get: keeping it costs the same.
     recipient text,
     -- What it says, encrypted: some of it is codes.
     sealed bytea not null,
     sent_at timestamptz not null
   )`,
  `create index practice_mail_account on practice_mail (account_id, id)`,
  `create index practice_mail_browser on practice_mail (browser_hash, id)`,
  `create index practice_mail_sent_at on practice_mail (sent_at)`,

  // Format of rate-limiter-flexible; `expire` is milliseconds since the epoch.
  `create table rate_limit (
     key varchar(255) primary key,
     points integer not null default 0,
     expire bigint
   )`,

  // Empty if the configuration has a key.
  `create table server_secret (
     name text primary key,
     secret bytea not null
   )`,
]
