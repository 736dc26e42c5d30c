import type { Migration } from './migration.ts'

/**
 * Functions that every bet goes through find their rows by keys, whatever they are called with. They keep the plans of
 * their statements: without this they were made anew for each call, which took a third of its time.
 */
export const keptPlans: Migration = {
  id: 34,
  name: 'kept plans',
  up: ['play_post', 'play_tally', 'ledger_post'].map(
    (name) => `alter function ${name} set plan_cache_mode = force_generic_plan`,
  ),
}
