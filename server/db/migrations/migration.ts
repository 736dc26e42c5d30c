export interface Migration {
  /** Counts from 1 without gaps. */
  readonly id: number
  readonly name: string
  /** One statement an entry: PGlite takes no more at a time. Never edited once released. */
  readonly up: readonly string[]
}
