interface LineOptions {
  /** Maximum queue length, and how long each waits. */
  readonly maxWaiting: number
  readonly waitMs: number
  readonly refusal: () => Error
}

/** Runs one task at a time for each key, with a short queue. */
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
