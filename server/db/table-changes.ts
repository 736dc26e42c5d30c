import type { Tables } from './tables.ts'

type Listener = () => void

export interface TableChanges {
  /** Called after the commit. */
  onChange(tables: readonly (keyof Tables)[], listener: Listener): void
}

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
