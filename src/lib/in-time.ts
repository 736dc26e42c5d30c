/**
 * What `ask` answers within `ms`. For what the browser has and may refuse, or leave unanswered for ever.
 * @throws what it throws, and an `Error` when it is late
 */
export async function inTime<T>(ms: number, ask: () => T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([ask(), late])
  } finally {
    clearTimeout(timer)
  }
}
