interface LineOptions {
  /** How many may wait for one that is under way, each for so many milliseconds. */
  readonly maxWaiting: number
  readonly waitMs: number
  /** What those get that do not get their turn. */
  readonly refusal: () => Error
}

/** One piece of work at a time for each key; a few others wait for it a moment. */
export function createLines({ maxWaiting, waitMs, refusal }: LineOptions) {
  const lines = new Map<string, (() => void)[]>()

  return async function alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(key)
    if (!line) lines.set(key, [])
    else if (line.length >= maxWaiting) throw refusal()
    else await placeIn(line)
    try {
      return await work()
    } finally {
      const next = lines.get(key)?.shift()
      if (next) next()
      else lines.delete(key)
    }
  }

  function placeIn(line: (() => void)[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(go), 1)
        reject(refusal())
      }, waitMs)
      line.push(go)
    })
  }
}
