import type { SqlFunction } from './sql-function.ts'

/** For triggers: raises a check violation with the name of a constraint, as PostgreSQL does itself. */
export const ledgerRefuseChange: SqlFunction = {
  name: 'ledger_refuse_change',
  sql: `create or replace function ledger_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception using errcode = 'check_violation', constraint = 'ledger_append_only',
        message = tg_table_name || ' is append-only';
    end $$`,
}
