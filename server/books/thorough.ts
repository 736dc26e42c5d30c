import type { Secrets } from '#server/identity/secrets.ts'
import type { Database } from '#server/db/tables.ts'
import { MOST_FAULTS, type Fault, type FaultKind } from './faults.ts'

/** Secrets of the house; without them, rows that were made with its key are not checked. */
export interface House {
  readonly secrets: Pick<Secrets, 'hash' | 'decrypt'> | null
}

/** Checks outside of the database, because they need the rules of the games, keys or seeds. */
export interface Thorough {
  /** The verdict says it after the count. */
  readonly what: string
  readonly read: (trx: Database, house: House) => Promise<Found>
}

export interface Found {
  readonly count: number
  readonly faults: readonly Fault[]
}

/** Keeps the first faults of each kind. */
export class Faults {
  readonly all: Fault[] = []

  add(kind: FaultKind, where: string): void {
    if (this.all.filter((fault) => fault.kind === kind).length < MOST_FAULTS) this.all.push({ kind, where })
  }
}
