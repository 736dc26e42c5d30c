import type { Migration } from './migration.ts'

/**
 * Sums that the standard error of a game's return is made of. Those that were kept have none, so that the next check
 * adds up everything again.
 */
export const betSquares: Migration = {
  id: 30,
  name: 'bet-squares',
  up: [
    ...['ledger_check', 'ledger_check_bucket', 'ledger_check_account', 'ledger_check_game'].map(
      (table) => `delete from ${table}`,
    ),
    `alter table ledger_check_game
       add column staked_squares numeric not null,
       add column paid_squares numeric not null,
       -- Of each payout with its stake.
       add column products numeric not null`,
  ],
}
