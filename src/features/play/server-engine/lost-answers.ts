import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import type { Connection } from '#api/connection.ts'
import { PlayError } from '#features/play/play-error.ts'
import { parseStored } from '#lib/parse-stored.ts'
import type { ReadableStore } from '#lib/store.ts'
import { tabStorage } from '#lib/tab-storage.ts'
import { isOutcomeUnknown } from '#session/send-once.ts'

/** Each pause between two questions is twice as long as the one before. */
const FIRST_PAUSE_MS = 400
const LONGEST_PAUSE_MS = 5_000
/** A request that timed out here may still reach the server; after so long it does not. */
export const CERTAIN_AFTER_MS = 30_000

export interface LostAnswerOptions {
  readonly connection: ReadableStore<Connection>
  /** Ends all waiting. */
  readonly signal: AbortSignal
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly now: () => number
}

/** True if this version of the app cannot read the answer: asking again does not help. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'malformed'

/** True if nobody knows what came of the call, and asking tells. */
export const isAnswerLost = (error: unknown): boolean => isOutcomeUnknown(error) && !isUnreadable(error)

/**
 * Asks until the answer is known, and waits while the server cannot be reached.
 * @param until no question leaves after this moment of `now`
 * @throws PlayError `session_ended`, `offline` after `until`; ApiError where the server refuses
 */
export async function askUntilKnown<T>(
  ask: () => Promise<T>,
  { connection, signal, wait, now }: LostAnswerOptions,
  until = Infinity,
): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    await wait(pause, signal)
    await untilOnline(connection, signal)
    if (signal.aborted) throw new PlayError('session_ended', 'The log-in is over')
    if (now() > until) throw new PlayError('offline', 'The server could not be reached in time')
    try {
      return await ask()
    } catch (error) {
      const isAskedTooOften = error instanceof ApiError && error.code === 'rate_limited'
      if (!isAnswerLost(error) && !isAskedTooOften) throw error
    }
  }
}

/**
 * Asks what became of a bet whose answer has just been lost. Nothing is staked again.
 * @throws PlayError `bet_lost` once it is certain that the bet has never arrived; else as `askUntilKnown`
 */
export async function findLostBet<T>(ask: () => Promise<T>, options: LostAnswerOptions): Promise<T> {
  const lostAt = options.now()
  for (;;) {
    try {
      return await askUntilKnown(ask, options)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
      if (options.now() - lostAt >= CERTAIN_AFTER_MS)
        throw new PlayError('bet_lost', 'The bet has not reached the server', error)
    }
  }
}

function untilOnline(connection: ReadableStore<Connection>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (connection.get() !== 'online' && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', check)
      resolve()
    }
    const stop = connection.subscribe(check)
    signal.addEventListener('abort', check)
    check()
  })
}

const KeptSchema = v.array(v.object({ key: v.string() }))

/** Keys of bets whose answers are awaited. They survive a reload, so that an answer lost with the page is looked for. */
export interface BetsUnderWay {
  read(): readonly string[]
  add(key: string): void
  remove(key: string): void
}

export function createBetsUnderWay(uid: number): BetsUnderWay {
  const storedAt = `bets-under-way-${uid}`
  const stored = parseStored(KeptSchema, tabStorage.get(storedAt)) ?? []
  let kept: readonly string[] = stored.map(({ key }) => key)
  const write = (next: readonly string[]) => {
    kept = next
    if (next.length === 0) tabStorage.remove(storedAt)
    else tabStorage.set(storedAt, JSON.stringify(next.map((key) => ({ key }))))
  }
  return {
    read: () => kept,
    add: (key) => write([...kept, key]),
    remove: (key) => write(kept.filter((other) => other !== key)),
  }
}
