/** The current version of a function. A migration that names it installs it. */
export interface SqlFunction {
  readonly name: string
  /** `create or replace function …`, with its body between two `$$`. */
  readonly sql: string
}
