/**
 * Limits the wait for a browser API that may hang or refuse.
 * @throws an `Error` after `ms` milliseconds, and anything that `ask` throws
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
