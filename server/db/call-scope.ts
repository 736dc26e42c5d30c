import { AsyncLocalStorage } from 'node:async_hooks'
import { outsideSpans } from '#server/base/trace.ts'

interface Counted {
  readonly name: string
  readonly takeBack: () => Promise<void>
}

export interface CallScope {
  /** The request was answered as failed: nothing of it may be committed any more. */
  isAborted: boolean
  /** Something of it may be committed: its answer must be the real result. */
  isKept: boolean
  /** Tries counted for the request, given back if it fails. */
  readonly counted: Counted[]
}

const scopes = new AsyncLocalStorage<CallScope>()

/** Undefined for the server's own work. */
export const callScope = (): CallScope | undefined => scopes.getStore()

/** For work that several requests share: it must not be aborted with one of them. */
export const outsideCalls = <T>(work: () => T): T => scopes.exit(() => outsideSpans(work))

/**
 * Call it before a commit: afterwards the request is not aborted any more.
 * @throws CallAbortedError when the request was answered already
 */
export function keepCall(scope: CallScope | undefined): void {
  if (scope?.isAborted) throw new CallAbortedError('The call was aborted')
  if (scope) scope.isKept = true
}

/** The request was answered already: further changes must not be committed. */
export class CallAbortedError extends Error {
  override readonly name = 'CallAbortedError'
}

interface Answering {
  readonly timeoutMs: number
  readonly tooLate: () => Error
  /** True for an error that means that nothing was changed. */
  readonly couldNotBeDone: (error: unknown) => boolean
}

/**
 * Runs the work of one request. On timeout it is aborted and rolled back, unless a part may be committed already: so
 * work that was done is never reported as failed. The promise settles with the answer, `ended` when no part of the
 * work is running any more.
 */
export function answerCall<T>(
  work: () => Promise<T>,
  { timeoutMs, tooLate, couldNotBeDone }: Answering,
): { readonly answer: Promise<T>; readonly ended: Promise<void> } {
  const scope: CallScope = { isAborted: false, isKept: false, counted: [] }
  const working = scopes.run(scope, async () => work())
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      if (scope.isKept) return
      scope.isAborted = true
      reject(tooLate())
    }, timeoutMs)
  })
  const answer = Promise.race([working, limit]).finally(() => clearTimeout(timer))
  const ended = working.then(
    () => {},
    async (error: unknown) => {
      if (!scope.isAborted && !couldNotBeDone(error)) return
      // Best effort: a count that cannot be given back expires.
      await Promise.allSettled(scope.counted.map(({ takeBack }) => takeBack()))
    },
  )
  return { answer, ended }
}
