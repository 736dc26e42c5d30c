import { AsyncLocalStorage } from 'node:async_hooks'

interface Counted {
  readonly name: string
  readonly takeBack: () => Promise<void>
}

/** What one call may still do to the database, seen from everything that is done for it. */
export interface CallScope {
  /** It was answered as one that could not be done: nothing of it is kept from now on. */
  isGivenUp: boolean
  /** Something of it may be kept already: its answer is what comes of it. */
  isKept: boolean
  /** What was counted for the call, and is taken back when it could not be done. */
  readonly counted: Counted[]
}

const scopes = new AsyncLocalStorage<CallScope>()

/** That of the call that is being answered; undefined for work of the server's own. */
export const callScope = (): CallScope | undefined => scopes.getStore()

/** Does work that many calls share, and that is of none of them. */
export const outsideCalls = <T>(work: () => T): T => scopes.exit(work)

/**
 * From now on something of the call may be kept, so that it is not given up any more.
 * @throws CallGivenUpError when it was answered already
 */
export function keepCall(scope: CallScope | undefined): void {
  if (scope?.isGivenUp) throw new CallGivenUpError('The call was given up')
  if (scope) scope.isKept = true
}

/** The call was answered already: whatever it still does is not to be kept. */
export class CallGivenUpError extends Error {
  override readonly name = 'CallGivenUpError'
}

interface Answering {
  readonly timeoutMs: number
  /** What the caller is told who has waited that long. */
  readonly tooLate: () => Error
  /** Whether what happened means that nothing could be done. */
  readonly couldNotBeDone: (error: unknown) => boolean
}

/**
 * Does the work of one call. When it takes too long it is given up and rolled back, unless something of it may be
 * kept already: so nothing that was done is answered as refused. The promise settles with the answer, `ended`
 * when nothing of the work goes on any more.
 */
export function answerCall<T>(
  work: () => Promise<T>,
  { timeoutMs, tooLate, couldNotBeDone }: Answering,
): { readonly answer: Promise<T>; readonly ended: Promise<void> } {
  const scope: CallScope = { isGivenUp: false, isKept: false, counted: [] }
  const working = scopes.run(scope, async () => work())
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      if (scope.isKept) return
      scope.isGivenUp = true
      reject(tooLate())
    }, timeoutMs)
  })
  const answer = Promise.race([working, limit]).finally(() => clearTimeout(timer))
  const ended = working.then(
    () => {},
    async (error: unknown) => {
      if (!scope.isGivenUp && !couldNotBeDone(error)) return
      // Best effort: what cannot be written runs out by itself.
      await Promise.allSettled(scope.counted.map(({ takeBack }) => takeBack()))
    },
  )
  return { answer, ended }
}
