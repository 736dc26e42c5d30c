import { Refusal } from '#server/base/refusal.ts'
import { StartupError } from '#server/base/startup-error.ts'
import type { Database } from '#server/db/tables.ts'
import type { OperatorCaller } from '#server/identity/caller.ts'
import { nextActionId } from '#server/identity/operator-log.ts'
import type { Change, OperatorCall } from './operator-call.ts'

export interface Performed {
  readonly action: string
  readonly why: string
  readonly keep: OperatorCaller['keep']
  /** Kept with what the action says of itself. */
  readonly more?: object
}

/**
 * Does it, and writes the line of the log last: call it in a transaction.
 * @throws StartupError for the operator
 */
export async function perform(
  trx: Database,
  call: OperatorCall,
  { act }: Change,
  { action, why, keep, more }: Performed,
): Promise<readonly object[]> {
  const id = await nextActionId(trx)
  const { rows, what } = await act({ ...call, db: trx, actionId: id })
  await keep(trx, { id, action, why, what: { ...what, ...more } })
  return rows
}

/** The command line tells what the console refuses. */
export async function orStartupError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? new StartupError(`${error.message}.`) : error
  }
}

/** The console refuses what the command line tells. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StartupError ? new Refusal('conflict', error.message) : error
  }
}
