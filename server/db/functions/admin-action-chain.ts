import type { SqlFunction } from './sql-function.ts'

/**
 * SQL: what the hash of a line of the log is of. PostgreSQL writes an object of `jsonb` always alike: no key twice,
 * short keys first, then by their bytes.
 * @param row of `admin_action`
 */
export const textOfLine = (row: string) => `jsonb_build_object(
  'line', ${row}.line, 'id', ${row}.id,
  'at', to_char(${row}.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'by', ${row}.by_name, 'user', ${row}.by_user, 'operator', ${row}.operator_id, 'kind', ${row}.kind,
  'action', ${row}.action, 'why', ${row}.why, 'what', ${row}.what, 'prev', encode(${row}.prev, 'hex'))::text`

/**
 * Gives each line of the log its number and hash, whoever writes it. The head is locked until the end of the
 * transaction: lines are numbered in the order in which they are committed, without gaps.
 */
export const adminActionChain: SqlFunction = {
  name: 'admin_action_chain',
  sql: `create or replace function admin_action_chain() returns trigger language plpgsql
    set koi.appends_log = 'yes'
    as $$
    begin
      update admin_log_head set lines = lines + 1 returning lines, hash into strict new.line, new.prev;
      new.hash := sha256(convert_to(${textOfLine('new')}, 'UTF8'));
      update admin_log_head set hash = new.hash;
      return new;
    end $$`,
}
