import {
  playGuardOfAccount,
  playGuardOfBonus,
  playGuardOfWay,
  playGuardPlayer,
} from '#server/db/functions/play-guards.ts'
import { playKept, playPost } from '#server/db/functions/play-post.ts'
import type { Statement } from '#server/db/migrations/migration.ts'
import { notBy, REFUSED, writtenOnceBy } from './kept-rows.ts'

const BY_HAND = notBy('writes_play')

/**
 * Bets, open rounds, seed pairs and receipts, in the bucket of their player, as in the ledger. `play_post` writes
 * them and moves their money, for many players in one statement.
 */
export const play: readonly Statement[] = [
  // State that the next bet depends on. A bet is planned from this row and accepted only if the row is unchanged.
  `create table play_account (
     bucket smallint not null,
     account_id integer not null references account (id),
     -- Grows with every change of what a bet is planned from.
     revision bigint not null default 0,
     -- The current seed pair; null before the first one is begun.
     pair integer check (pair >= 1),
     -- Of the next bet with it.
     nonce integer not null default 0 check (nonce >= 0),
     -- Receipts given so far, and SHA-256 of the last one.
     receipts bigint not null default 0,
     receipt_hash bytea not null default decode(repeat('00', 32), 'hex') check (octet_length(receipt_hash) = 32),
     -- When each game was bet on last, in milliseconds since the epoch.
     bet_at jsonb not null default '{}',
     bets bigint not null default 0,
     -- What all stakes were worth, and the house's edge on them, in units of 10⁻⁸ dollars.
     wagered numeric(38, 0) not null default 0,
     edge numeric(38, 0) not null default 0,
     closed_at timestamptz,
     primary key (bucket, account_id),
     constraint play_account_place check (bucket = account_id % 64)
   ) with (fillfactor = 50)`,

  `create table seed_pair (
     bucket smallint not null,
     account_id integer not null,
     ordinal integer not null check (ordinal >= 1),
     -- next: only its hash is known to the player. current: bets are drawn with it. ended: revealed.
     state text not null check (state in ('next', 'current', 'ended')),
     -- The server seed, encrypted.
     sealed bytea not null,
     hash text not null check (hash ~ '^[0-9a-f]{64}$'),
     client_seed text check (char_length(client_seed) between 1 and 64),
     -- Bets made with it, once it has ended.
     bets integer check (bets >= 0),
     made_at timestamptz not null,
     begun_at timestamptz,
     ended_at timestamptz,
     primary key (bucket, account_id, ordinal),
     constraint seed_pair_hash unique (bucket, account_id, hash),
     check ((state = 'next') = (client_seed is null) and (state = 'next') = (begun_at is null)),
     check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (bets is not null))
   )`,
  `create unique index seed_pair_next on seed_pair (bucket, account_id) where state = 'next'`,
  `create unique index seed_pair_current on seed_pair (bucket, account_id) where state = 'current'`,
  // A pair moves from state to state; its seeds never change.
  `create trigger seed_pair_fixed before update on seed_pair for each row when (
     (new.bucket, new.account_id, new.ordinal, new.sealed, new.hash, new.made_at)
       is distinct from (old.bucket, old.account_id, old.ordinal, old.sealed, old.hash, old.made_at)
     or old.client_seed is not null and new.client_seed is distinct from old.client_seed
     or (old.state, new.state) not in (('next', 'current'), ('current', 'ended'))
   ) ${REFUSED}`,
  `create trigger seed_pair_kept before delete on seed_pair for each row ${REFUSED}`,

  // Auto-plays: the bets that a player allowed, and the progress.
  `create table auto_play (
     id bigint generated always as identity,
     bucket smallint not null,
     account_id integer not null,
     -- Idempotency key of the request.
     key uuid not null,
     game text not null,
     coin text not null,
     -- Bets it may make; null for as many as the stops allow.
     count integer check (count >= 1),
     -- In the coin's smallest unit, as all amounts here.
     highest_stake bigint not null check (highest_stake > 0),
     stop_on_loss bigint check (stop_on_loss > 0),
     stop_on_profit bigint check (stop_on_profit > 0),
     stop_on_single_win bigint check (stop_on_single_win > 0),
     started_at timestamptz not null,
     -- Of the last bet.
     touched_at timestamptz not null,
     -- Bets made. Steps have the numbers from 1 to this.
     done integer not null default 0 check (done >= 0 and (count is null or done <= count)),
     -- Won or lost by its bets; an open round has lost its stake.
     net bigint not null default 0,
     ended text check (ended in ('count', 'profit', 'loss', 'single-win', 'stake-cap', 'balance', 'limit', 'break',
       'paused', 'stopped', 'lapsed')),
     primary key (bucket, account_id, id),
     constraint auto_play_key_once unique (bucket, account_id, key)
   ) with (fillfactor = 50)`,
  `create unique index auto_play_one on auto_play (bucket, account_id) where ended is null`,
  // Only play_post updates it. It ends once and makes no bet afterwards; a round that was open then is still counted.
  `create trigger auto_play_counts before update on auto_play for each row when (
     (new.bucket, new.account_id, new.key, new.game, new.coin, new.count, new.highest_stake, new.stop_on_loss,
         new.stop_on_profit, new.stop_on_single_win, new.started_at)
       is distinct from (old.bucket, old.account_id, old.key, old.game, old.coin, old.count, old.highest_stake,
         old.stop_on_loss, old.stop_on_profit, old.stop_on_single_win, old.started_at)
     or ${BY_HAND} and (new.done, new.net) is distinct from (old.done, old.net)
     or old.ended is not null and (new.ended, new.done) is distinct from (old.ended, old.done)
   ) ${REFUSED}`,
  `create trigger auto_play_kept before delete on auto_play for each row ${REFUSED}`,

  // For bets and rounds. Fetched in blocks, so ids are not in the order of time.
  `create sequence bet_id`,

  `create table bet (
     bucket smallint not null,
     account_id integer not null,
     -- Null in Crash.
     pair integer,
     nonce integer check (nonce >= 0),
     id bigint not null,
     -- Idempotency key of the request.
     key uuid not null,
     game text not null,
     coin text not null,
     placed_at timestamptz not null,
     at timestamptz not null check (at >= placed_at),
     -- As the rules of the game read them.
     params jsonb not null,
     -- Null in Crash: what decides a shared round lies with it.
     outcome jsonb,
     -- In the coin's smallest unit; the multiplier in ten-thousandths.
     stake bigint not null check (stake > 0),
     multiplier bigint not null check (multiplier >= 0),
     payout bigint not null,
     -- Null in games that a bet settles at once.
     steps jsonb,
     -- Of each step, and of the cash-out when there was one.
     step_keys uuid[],
     ended_by text check (ended_by in ('step', 'cash-out', 'lapsed', 'crash', 'void', 'cancelled')),
     -- What the stake was worth, and the house's edge on it, in units of 10⁻⁸ dollars.
     usd bigint not null check (usd >= 0),
     edge_usd bigint not null check (edge_usd >= 0),
     -- Numbers of its receipts in the player's chain.
     receipts bigint[] not null check (cardinality(receipts) >= 1),
     -- Which step of which auto-play it is; null for a bet by hand.
     auto_play bigint,
     auto_play_step integer check (auto_play_step >= 1),
     -- The round of Crash that all its players share.
     crash_round bigint,
     check ((auto_play is null) = (auto_play_step is null)),
     primary key (bucket, account_id, id),
     constraint bet_key_once unique (bucket, account_id, key),
     constraint bet_decided_by check ((pair is null) = (nonce is null) and (pair is null) = (crash_round is not null)),
     constraint bet_outcome check ((outcome is null) = (crash_round is not null)),
     constraint bet_pays check (payout = div(stake::numeric * multiplier, 10000)),
     check ((steps is null) = (ended_by is null) and (steps is null) = (step_keys is null))
   )`,
  `create unique index bet_of_pair on bet (bucket, account_id, pair, nonce)`,
  // Order in which the player began them.
  `create unique index bet_begun on bet (bucket, account_id, (receipts[1]))`,
  `create unique index bet_auto_play_step on bet (bucket, account_id, auto_play, auto_play_step)
     where auto_play is not null`,
  `create index bet_crash_round on bet (bucket, crash_round) where crash_round is not null`,

  `create table round (
     bucket smallint not null,
     account_id integer not null,
     id bigint not null,
     -- Null in Crash.
     pair integer,
     nonce integer check (nonce >= 0),
     key uuid not null,
     game text not null,
     coin text not null,
     placed_at timestamptz not null,
     -- Of the last step.
     touched_at timestamptz not null,
     params jsonb not null,
     stake bigint not null check (stake > 0),
     steps jsonb not null,
     step_keys uuid[] not null,
     usd bigint not null check (usd >= 0),
     edge_usd bigint not null check (edge_usd >= 0),
     receipts bigint[] not null check (cardinality(receipts) >= 1),
     auto_play bigint,
     auto_play_step integer check (auto_play_step >= 1),
     crash_round bigint,
     -- Two bets of a player in one round of Crash at most; of the other games one round at a time.
     crash_place smallint check (crash_place in (1, 2)),
     check ((auto_play is null) = (auto_play_step is null)),
     primary key (bucket, account_id, id),
     constraint round_decided_by
       check ((pair is null) = (nonce is null) and (pair is null) = (crash_round is not null)),
     constraint round_place check ((crash_place is null) = (crash_round is null))
   ) with (fillfactor = 50)`,
  `create unique index round_of_game on round (bucket, account_id, game) where crash_round is null`,
  `create unique index round_of_crash on round (bucket, account_id, crash_round, crash_place)
     where crash_round is not null`,
  `create index round_touched_at on round (bucket, touched_at)`,
  `create index round_crash_round on round (bucket, crash_round) where crash_round is not null`,

  `create table receipt (
     bucket smallint not null,
     account_id integer not null,
     -- From 1, without gaps.
     sequence bigint not null check (sequence >= 1),
     bet_id bigint not null,
     text text not null,
     kid text not null,
     signature bytea not null check (octet_length(signature) = 64),
     primary key (bucket, account_id, sequence)
   )`,

  // Stakes and payouts per hour in units of 10⁻⁸ dollars, for the player's limits.
  `create table play_hour (
     bucket smallint not null,
     account_id integer not null,
     hour timestamptz not null,
     staked bigint not null,
     paid bigint not null,
     primary key (bucket, account_id, hour)
   ) with (fillfactor = 50)`,

  // Grows with every change that decides if an account may bet, and with which bonuses.
  `create table play_guard (
     bucket smallint not null,
     account_id integer not null,
     version bigint not null,
     primary key (bucket, account_id)
   ) with (fillfactor = 50)`,

  `create table receipt_key (
     kid text primary key,
     public_key bytea not null check (octet_length(public_key) = 32),
     sealed bytea not null,
     from_at timestamptz not null,
     until_at timestamptz check (until_at > from_at)
   )`,
  `create unique index receipt_key_current on receipt_key ((true)) where until_at is null`,
  `create trigger receipt_key_kept before delete on receipt_key for each row ${REFUSED}`,

  ...writtenOnceBy('writes_play', 'bet'),
  ...writtenOnceBy('writes_play', 'receipt'),
  `create trigger round_by_itself before insert or update or delete on round
     for each row when (${BY_HAND}) ${REFUSED}`,
  `create trigger play_hour_by_itself before insert or update or delete on play_hour
     for each row when (${BY_HAND}) ${REFUSED}`,
  `create trigger play_account_counts before update on play_account for each row when (${BY_HAND} and
     (new.receipts, new.receipt_hash, new.bets, new.wagered, new.edge)
       is distinct from (old.receipts, old.receipt_hash, old.bets, old.wagered, old.edge)) ${REFUSED}`,
  `create trigger play_account_kept before delete on play_account for each row ${REFUSED}`,

  playGuardPlayer,
  playGuardOfAccount,
  playGuardOfWay,
  playGuardOfBonus,
  `create trigger player_way_guards after insert or delete on player_way
     for each row execute function play_guard_of_account()`,
  `create trigger play_break_guards after insert or update on play_break
     for each row execute function play_guard_of_account()`,
  `create trigger play_limit_guards after insert or update or delete on play_limit
     for each row execute function play_guard_of_account()`,
  `create trigger excluded_email_guards after insert or update on excluded_email
     for each row execute function play_guard_of_way('email_hash')`,
  `create trigger excluded_wallet_guards after insert or update on excluded_wallet
     for each row execute function play_guard_of_way('address_hash')`,
  `create trigger bonus_granted_guards after insert on bonus
     for each row when (new.status = 'active') execute function play_guard_of_bonus()`,
  // A bet that releases the whole bonus knows it already.
  `create trigger bonus_ended_guards after update on bonus
     for each row when (new.status <> old.status and ${BY_HAND}) execute function play_guard_of_bonus()`,

  playKept,
  playPost,
]
