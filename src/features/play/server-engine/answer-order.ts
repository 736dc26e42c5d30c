/**
 * Tells whether an answer may be older than what is known. Requests and changes are counted in one order: what was
 * asked before the last change says nothing about the time after it.
 */
export interface AnswerOrder {
  /** Call when a request leaves; gives its place. */
  sent(): number
  /** Whether nothing has changed since the request of that place left. */
  isFresh(place: number): boolean
  /** Call when something has changed what is known. */
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
