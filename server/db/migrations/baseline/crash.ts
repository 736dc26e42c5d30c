import type { Statement } from '#server/db/migrations/migration.ts'
import { REFUSED } from './kept-rows.ts'

const STATUSES = `array['committed', 'betting', 'locked', 'running', 'crashed', 'settled', 'void']`

/**
 * Crash: chain of hashes, rounds, and leader. Its bets are in `bet` and `round`, with a shared round instead of a
 * seed pair and nonce.
 */
export const crash: readonly Statement[] = [
  `create table crash_chain (
     id integer generated always as identity primary key,
     -- next: prepared and published. current: its games are played.
     state text not null check (state in ('next', 'current', 'ended')),
     -- SHA-256 steps lead from each game's hash to the one before, and from the first one to this.
     last_hash text not null unique check (last_hash ~ '^[0-9a-f]{64}$'),
     length integer not null check (length > 0),
     published_at timestamptz not null
   )`,
  `create unique index crash_chain_next on crash_chain (state) where state <> 'ended'`,

  // The hash of every 1,024th game, encrypted: earlier ones are computed from it.
  `create table crash_checkpoint (
     chain integer not null references crash_chain (id),
     game integer not null check (game > 0),
     sealed bytea not null,
     primary key (chain, game)
   )`,

  `create table crash_round (
     id bigint generated always as identity primary key,
     chain integer not null references crash_chain (id),
     -- Its place in the chain, from 1.
     game integer not null check (game > 0),
     -- Who leads: a process that was replaced writes nothing any more.
     epoch bigint not null,
     status text not null
       check (status in ('committed', 'betting', 'locked', 'running', 'crashed', 'settled', 'void')),
     -- Of the newest event about it.
     seq integer not null default 0,
     begun_at timestamptz not null,
     locks_at timestamptz,
     locked_at timestamptz,
     -- The value of the beacon, which value it is, and what proves it where the beacon signs.
     salt text,
     beacon_round bigint,
     beacon_signature text,
     start_at timestamptz,
     -- Of the game; null until the round is over.
     game_hash text check (game_hash ~ '^[0-9a-f]{64}$'),
     -- Where it has crashed, in hundredths up to 425,201,762,304; with it, the bets that were still in are lost, or
     -- given back.
     point bigint check (point >= 100),
     rest text check (rest in ('lost', 'refund')),
     ended_at timestamptz,
     -- Added up when it is over; in units of 10⁻⁸ dollars.
     bets integer not null default 0,
     staked numeric(38, 0) not null default 0,
     paid numeric(38, 0) not null default 0,
     -- When the first of its leaders that was replaced was last heard of.
     unheard_at timestamptz,
     unique (chain, game),
     check ((salt is null) = (start_at is null) and (salt is null) = (beacon_round is null)),
     check (status not in ('crashed', 'settled', 'void') or game_hash is not null),
     check (status not in ('running', 'crashed', 'settled') or salt is not null),
     check (status not in ('crashed', 'settled') or point is not null and rest is not null),
     check ((status in ('settled', 'void')) = (ended_at is not null))
   ) with (fillfactor = 50)`,
  `create unique index crash_round_open on crash_round ((true)) where status not in ('settled', 'void')`,
  `create index crash_round_void on crash_round (ended_at) where status = 'void'`,
  `create index crash_round_ended on crash_round (ended_at)`,
  // Everything that decides a round or was shown to players never changes, and an ended round stays ended.
  `create trigger crash_round_fixed before update on crash_round for each row when (
     old.status in ('settled', 'void') or new.epoch < old.epoch
     or (new.id, new.chain, new.game, new.begun_at) is distinct from (old.id, old.chain, old.game, old.begun_at)
     or old.locks_at is not null and new.locks_at is distinct from old.locks_at
     or old.locked_at is not null and new.locked_at is distinct from old.locked_at
     or old.salt is not null and (new.salt, new.start_at, new.beacon_round, new.beacon_signature)
       is distinct from (old.salt, old.start_at, old.beacon_round, old.beacon_signature)
     or old.unheard_at is not null and new.unheard_at is distinct from old.unheard_at
     or old.rest is not null and new.rest is distinct from old.rest
     or old.game_hash is not null and new.game_hash is distinct from old.game_hash
     or old.point is not null and new.point is distinct from old.point
     or array_position(${STATUSES}, new.status) < array_position(${STATUSES}, old.status)
   ) ${REFUSED}`,
  `create trigger crash_round_kept before delete on crash_round for each row ${REFUSED}`,

  // The process that leads the rounds, and its last heartbeat.
  `create table crash_leader (
     id boolean primary key default true check (id),
     epoch bigint not null,
     -- Null when it has gone by itself.
     holder uuid,
     beat_at timestamptz not null
   )`,
  `insert into crash_leader (epoch, beat_at) values (0, 'epoch')`,

  // Hashes of practice blocks, drawn when a block that has come is first read, never earlier.
  `create table crash_practice_block (
     block bigint primary key,
     hash text not null
   )`,

  // Histogram per hour of the time from the arrival of cash-outs to their decision.
  `create table crash_latency (
     hour timestamptz not null,
     at_most_ms integer not null,
     cash_outs integer not null,
     lost integer not null,
     primary key (hour, at_most_ms)
   )`,
]
