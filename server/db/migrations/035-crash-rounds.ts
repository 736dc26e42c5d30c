import type { Migration } from './migration.ts'

const statuses = `array['committed', 'betting', 'locked', 'running', 'crashed', 'settled', 'void']`

/**
 * Rounds of Crash: points as high as the formula can make them; who was last heard of before a round was left; all that
 * decides a round stays as it was written; and an index for the rounds of a day, which its seal holds.
 */
export const crashRounds: Migration = {
  id: 35,
  name: 'crash rounds',
  up: [
    `drop trigger crash_round_fixed on crash_round`,
    // In hundredths up to 425,201,762,304.
    `alter table crash_round alter column point type bigint`,
    // When the first of its leaders that was replaced was last heard of.
    `alter table crash_round add column unheard_at timestamptz`,
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
       or array_position(${statuses}, new.status) < array_position(${statuses}, old.status)
     ) execute function ledger_refuse_change()`,
    `create index crash_round_ended on crash_round (ended_at)`,
  ],
}
