/** What a trigger does that lets nothing pass. */
export const REFUSED = 'execute function ledger_refuse_change()'

/** Whether a statement is by none of the functions that have this setting. */
export const notBy = (setting: string) => `current_setting('koi.${setting}', true) is distinct from 'yes'`

/** What was written stays. */
export const neverChanged = (table: string) => [
  `create trigger ${table}_append_only before update or delete on ${table} for each row ${REFUSED}`,
  `create trigger ${table}_no_truncate before truncate on ${table} for each statement ${REFUSED}`,
]

/** Only functions with this setting write to it, and what they wrote stays. */
export const writtenOnceBy = (setting: string, table: string) => [
  `create trigger ${table}_by_itself before insert on ${table} for each statement when (${notBy(setting)}) ${REFUSED}`,
  ...neverChanged(table),
]
