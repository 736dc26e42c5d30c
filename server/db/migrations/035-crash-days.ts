import type { Migration } from './migration.ts'

/** The rounds of a day are read by its seal, and by whoever compares them with it. */
export const crashDays: Migration = {
  id: 35,
  name: 'crash days',
  up: ['create index crash_round_ended on crash_round (ended_at)'],
}
