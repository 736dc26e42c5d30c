export interface Migration {
  /** The next free number; some were never used. */
  readonly id: number
  readonly name: string
  /** One statement an entry: PGlite takes no more at a time. Never edited once released. */
  readonly up: readonly string[]
}
