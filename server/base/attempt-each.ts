/**
 * One after the other. One that fails does not hold up those after it.
 * @returns what they have thrown
 */
export async function attemptEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  return failures
}
