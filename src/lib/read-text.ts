/**
 * The text of a file of this site, from a cache of the worker where one has it; `undefined` when it cannot
 * be had. Never rejects.
 */
export async function readText(address: string): Promise<string | undefined> {
  try {
    const kept = 'caches' in window ? await caches.match(address) : undefined
    const response = kept ?? (await fetch(address))
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}
