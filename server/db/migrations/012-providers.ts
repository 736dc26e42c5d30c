import { ledgerPost } from '#server/db/functions/ledger-post.ts'
import { providerCount } from '#server/db/functions/provider-count.ts'
import { neverChanged, REFUSED } from './baseline/kept-rows.ts'
import type { Migration } from './migration.ts'

const OF_PLAYER = `bucket smallint not null,
       account_id integer not null,
       -- The provider's name in the configuration.
       provider text not null`

export const providers: Migration = {
  id: 12,
  name: 'providers',
  up: [
    `alter table ledger_account drop constraint ledger_account_holder`,
    `alter table ledger_account add constraint ledger_account_holder check (
       case
         when kind in ('available', 'locked', 'pending')
           then account_id is not null and stripe = 0 and bucket = account_id % 64
         when kind in ('house', 'deposit', 'withdrawal', 'bonus', 'rakeback', 'referral', 'gift', 'race', 'provider',
             'provider-debt')
           then account_id is null
         else false
       end
     )`,
    // Pictures of games of others, as they were redrawn.
    `create table provider_cover (
       -- Of the file that was fetched.
       hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
       -- WebP.
       image bytea not null
     )`,
    // Games of others. The operator turns each on.
    `create table provider_game (
       provider text not null,
       -- The provider's name for the game.
       code text not null check (char_length(code) between 1 and 100),
       name jsonb not null,
       -- In small letters, the English one first, each on a line: orders the list, and is searched.
       names text collate "C" not null default '',
       category text not null check (category in ('live', 'slots', 'shows')),
       cover text references provider_cover (hash),
       volatility text check (volatility in ('low', 'medium', 'high')),
       -- What comes back to players, as the provider tells it; null if it does not.
       return_bps integer check (return_bps between 0 and 10000),
       -- The house's edge, for levels and rewards.
       edge_bps integer not null check (edge_bps between 0 and 10000),
       has_demo boolean not null default false,
       -- ISO 3166 codes.
       blocked_countries text[] not null default '{}',
       is_on boolean not null default false,
       listed_at timestamptz not null,
       -- Null while the provider lists it.
       gone_at timestamptz,
       primary key (provider, code),
       constraint provider_game_edge check (return_bps is null or edge_bps = 10000 - return_bps)
     )`,
    `create index provider_game_shown on provider_game (names, provider, code) where is_on and gone_at is null`,
    // The operator has turned all games of the provider off.
    `create table provider_off (
       provider text primary key,
       at timestamptz not null
     )`,
    // The provider's name for the player says nothing about the account.
    `create table provider_player (
       ${OF_PLAYER},
       name text not null check (name ~ '^[0-9a-z]{22}$'),
       primary key (bucket, account_id, provider),
       constraint provider_player_name unique (bucket, provider, name),
       constraint provider_player_bucket check (bucket = account_id % 64)
     )`,
    ...neverChanged('provider_player'),
    // A game that a player has opened, in one coin.
    `create table provider_session (
       ${OF_PLAYER},
       token_hash bytea not null check (octet_length(token_hash) = 32),
       coin text not null references coin (id),
       game text not null,
       created_at timestamptz not null,
       expires_at timestamptz not null check (expires_at > created_at),
       primary key (bucket, account_id, token_hash),
       foreign key (bucket, account_id, provider) references provider_player (bucket, account_id, provider)
     )`,
    // Sums of the player's bets on one round of a provider's game.
    `create table provider_round (
       ${OF_PLAYER},
       round text not null check (char_length(round) between 1 and 100),
       -- The order in which they began.
       id bigint generated always as identity,
       game text not null,
       coin text not null references coin (id),
       -- In the coin's smallest unit; what was rolled back is not in it.
       staked bigint not null default 0 check (staked >= 0),
       paid bigint not null default 0 check (paid >= 0),
       bets integer not null default 0 check (bets >= 0),
       -- Worth of the stakes and the house's edge on them, in 10⁻⁸ dollars.
       usd bigint not null default 0 check (usd >= 0),
       edge_usd bigint not null default 0 check (edge_usd >= 0),
       -- As much of it as counts for levels and rewards: all of it once the round is over.
       counted_usd bigint not null default 0 check (counted_usd >= 0),
       counted_edge_usd bigint not null default 0 check (counted_edge_usd >= 0),
       -- What had counted and does no more, because a bet was rolled back after its round.
       taken_back_usd bigint not null default 0 check (taken_back_usd >= 0),
       taken_back_edge_usd bigint not null default 0 check (taken_back_edge_usd >= 0),
       opened_at timestamptz not null,
       closed_at timestamptz check (closed_at >= opened_at),
       primary key (bucket, account_id, provider, round),
       constraint provider_round_bucket check (bucket = account_id % 64),
       constraint provider_round_counts check (counted_usd = case when closed_at is null then 0 else usd end
         and counted_edge_usd = case when closed_at is null then 0 else edge_usd end)
     ) with (fillfactor = 50)`,
    `create index provider_round_listed on provider_round (bucket, account_id, id)`,
    `create index provider_round_open on provider_round (bucket, opened_at) where closed_at is null`,
    // Each call of a provider that names a transaction, with its answer. Kept for ever: a late repetition must be known.
    `create table provider_transaction (
       ${OF_PLAYER},
       id text not null check (char_length(id) between 1 and 100),
       -- The order in which they came.
       sequence bigint generated always as identity,
       kind text not null check (kind in ('bet', 'win', 'bet-back', 'win-back', 'roll-back')),
       -- The bet of a win, and what is rolled back.
       reference text,
       -- SHA-256 of everything that a repetition must repeat.
       content_hash bytea not null check (octet_length(content_hash) = 32),
       round text not null,
       game text not null,
       coin text not null references coin (id),
       -- In the coin's smallest unit.
       amount bigint not null check (amount >= 0),
       -- A part of a win that was rolled back when the player did not have it any more.
       short bigint not null default 0 check (short between 0 and amount),
       usd bigint not null default 0 check (usd >= 0),
       edge_usd bigint not null default 0 check (edge_usd >= 0),
       -- Limits count it in this hour: that of the bet.
       hour timestamptz not null check (hour = date_trunc('hour', hour, 'utc')),
       -- Anything but ok has moved nothing.
       status text not null,
       -- The call's own name for itself, and the balance in its answer.
       request text not null check (char_length(request) between 1 and 100),
       balance bigint not null check (balance >= 0),
       at timestamptz not null,
       primary key (bucket, provider, id),
       constraint provider_transaction_bucket check (bucket = account_id % 64),
       constraint provider_transaction_short check (short = 0 or kind = 'win-back'),
       constraint provider_transaction_refused
         check (status = 'ok' or short = 0 and usd = 0 and edge_usd = 0)
     )`,
    ...neverChanged('provider_transaction'),
    `create index provider_transaction_of on provider_transaction (bucket, provider, reference)
       where reference is not null`,
    `create index provider_transaction_listed on provider_transaction (bucket, account_id, sequence)`,
    // A bet and a win are rolled back once.
    `create unique index provider_transaction_back on provider_transaction (bucket, provider, reference)
       where kind in ('bet-back', 'win-back') and status = 'ok'`,
    // A provider owes the house a win that was paid to its player and did not stand.
    `create table provider_debt (
       ${OF_PLAYER},
       transaction_id text not null,
       coin text not null references coin (id),
       -- In the coin's smallest unit.
       amount bigint not null check (amount > 0),
       at timestamptz not null,
       -- When an operator has looked at it; withdrawals of the coin wait until then.
       settled_at timestamptz,
       action_id bigint,
       primary key (bucket, account_id, provider, transaction_id),
       check ((settled_at is null) = (action_id is null))
     )`,
    `create trigger provider_debt_kept before delete on provider_debt for each row ${REFUSED}`,
    providerCount,
    ledgerPost,
  ],
}
