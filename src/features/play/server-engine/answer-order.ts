const MOST_TRIES = 3

/**
 * Requests and changes counted in one order: an answer that was asked for before the last change may be older than what
 * is known.
 */
export interface AnswerOrder {
  /** Call when a request leaves; returns its place. */
  sent(): number
  /** True if nothing has changed since the request of that place left. */
  isFresh(place: number): boolean
  changed(): void
}

export function createAnswerOrder(): AnswerOrder {
  let count = 0
  let lastChange = 0
  return {
    sent: () => (count += 1),
    isFresh: (place) => place > lastChange,
    changed: () => {
      count += 1
      lastChange = count
    },
  }
}

/**
 * Asks until nothing has changed while the question was under way. Gives up after some tries with undefined, as while
 * bets follow each other closely: their own answers tell then.
 */
export async function askFresh<T>(order: AnswerOrder, ask: () => Promise<T>): Promise<T | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const place = order.sent()
    const answer = await ask()
    if (order.isFresh(place)) return answer
  }
  return undefined
}

/** Runs one question at a time. */
export type Turn = (ask: () => Promise<void>) => Promise<void>

/**
 * A call while a question is under way waits for that and asks once more, since the first may have left too early to
 * know. All calls that wait share one question.
 */
export function createTurn(): Turn {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (ask: () => Promise<void>) => {
    running = ask().finally(() => (running = undefined))
    return running
  }
  return (ask) => {
    if (!running) return start(ask)
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return start(ask)
      })
    return next
  }
}
