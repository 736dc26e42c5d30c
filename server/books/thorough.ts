import type { Secrets } from '#server/identity/secrets.ts'
import type { Database } from '#server/db/tables.ts'
import { MOST_FAULTS, type Fault, type FaultKind } from './faults.ts'

/** What only the house has; without it, what was made with its key is not looked at. */
export interface House {
  readonly secrets: Pick<Secrets, 'hash' | 'decrypt'> | null
}

/** What is made again outside of the database, because it takes the rules of the games, keys or seeds. */
export interface Thorough {
  /** As the verdict says it after the count. */
  readonly what: string
  readonly read: (trx: Database, house: House) => Promise<Found>
}

export interface Found {
  readonly count: number
  readonly faults: readonly Fault[]
}

/** Gathers what is wrong, as much of it as is told. */
export class Faults {
  readonly all: Fault[] = []

  add(kind: FaultKind, where: string): void {
    if (this.all.filter((fault) => fault.kind === kind).length < MOST_FAULTS) this.all.push({ kind, where })
  }
}
