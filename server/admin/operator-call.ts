import * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'
import type { RewardsConfig } from '#server/config/rewards-config.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'

/** Words and options that an operator has typed after the subject and the verb. */
export interface OperatorCall {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'hash' | 'encrypt'>
  /** Milliseconds since the epoch, by the database. */
  readonly now: number
  readonly rewards: RewardsConfig
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
  /** It names no file of this machine: JSON is in the option `json`. */
  readonly isFromConsole?: true | undefined
  /** The origin of links to the console. */
  readonly consoleOrigin?: string | undefined
}

/** `db` is a transaction. */
export interface OperatorChange extends OperatorCall {
  /** Row of the audit table that is written with the change. */
  readonly actionId: string
}

interface Answer {
  /** For people, a line each; `--json` prints them as they are. */
  readonly rows: readonly object[]
}

export interface Question {
  readonly isChange: false
  readonly ask: (call: OperatorCall) => Promise<Answer['rows']>
}

/** The most that an action can give away. */
export interface Gift {
  readonly coin: string
  /** In the coin's smallest unit. */
  readonly amount: bigint
}

export interface Change {
  readonly isChange: true
  /** Only for those that give something, or let it go. @throws StartupError if it cannot be done as it is said */
  readonly worth?: (call: OperatorCall) => Promise<Gift>
  /** @returns what is told, and what the audit table keeps of it: no secret */
  readonly act: (call: OperatorChange) => Promise<Answer & { readonly what: object }>
}

/** The verbs of a subject. */
export type Verbs = Readonly<Record<string, Question | Change>>

/** @throws StartupError that names what is wrong */
export function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'it'}: ${issue.message}`)
  throw new StartupError(`This cannot be read: ${[...new Set(problems)].join('; ')}.`)
}
