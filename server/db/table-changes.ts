import type { Tables } from './tables.ts'

type Listener = () => void

/** Where to hear that this process has changed rows. */
export interface TableChanges {
  /** Calls `listener` after each change of rows in these tables, once it is kept. */
  onChange(tables: readonly (keyof Tables)[], listener: Listener): void
}

/** The changes of one database: `tell` passes on the names of the tables that were changed. */
export function createTableChanges(): TableChanges & { tell(tables: ReadonlySet<string>): void } {
  const listeners: { readonly tables: ReadonlySet<string>; readonly listener: Listener }[] = []
  return {
    onChange(tables, listener) {
      listeners.push({ tables: new Set(tables), listener })
    },
    tell(changed) {
      for (const { tables, listener } of listeners) {
        if ([...changed].some((table) => tables.has(table))) listener()
      }
    },
  }
}
