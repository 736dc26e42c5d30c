import type { Migration } from './migration.ts'

export const practiceTools: Migration = {
  id: 22,
  name: 'practice-tools',
  up: [
    // Browsers that were logged in to an account, and so may read its practice mail; by the hash of their cookie.
    `create table practice_browser (
       account_id integer not null references account (id) on delete cascade,
       browser_hash bytea not null check (octet_length(browser_hash) = 32),
       session_id uuid not null,
       primary key (account_id, browser_hash)
     )`,
    `create index practice_browser_hash on practice_browser (browser_hash)`,

    // What a server of practice money without SMTP shows in the app.
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

    // Of transfers that a wallet signed; null for those the server made up.
    `alter table practice_transfer add column nonce bigint check (nonce >= 0)`,
    `create unique index practice_transfer_nonce on practice_transfer (chain, sender, nonce) where nonce is not null`,
    `create index practice_transfer_sender on practice_transfer (chain, sender)`,
  ],
}
