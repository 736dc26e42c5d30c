/** A function of the database as it is today. A migration that names it installs it. */
export interface SqlFunction {
  readonly name: string
  /** `create or replace function …`, with its body between two `$$`. */
  readonly sql: string
}
