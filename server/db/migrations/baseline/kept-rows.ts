/** Action of a trigger that refuses every statement. */
export const REFUSED = 'execute function ledger_refuse_change()'

/** SQL condition: the statement does not come from a function with this setting. */
export const notBy = (setting: string) => `current_setting('koi.${setting}', true) is distinct from 'yes'`

export const neverChanged = (table: string) => [
  `create trigger ${table}_append_only before update or delete on ${table} for each row ${REFUSED}`,
  `create trigger ${table}_no_truncate before truncate on ${table} for each statement ${REFUSED}`,
]

/** Only functions with this setting write to the table, and its rows never change. */
export const writtenOnceBy = (setting: string, table: string) => [
  `create trigger ${table}_by_itself before insert on ${table} for each statement when (${notBy(setting)}) ${REFUSED}`,
  ...neverChanged(table),
]
