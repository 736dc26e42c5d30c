type Recover = (error: unknown) => Promise<boolean>

const missing = new WeakSet<object>()
let recover: Recover = () => Promise.resolve(false)

/** Marks an error as caused by a chunk of this release that failed to load. */
export function noteMissingCode(error: object): void {
  missing.add(error)
}

/** False for errors of code that was loaded. */
export function isMissingCode(error: unknown): error is Error {
  return error instanceof Error && missing.has(error)
}

/** Registers how to reload the page where that helps: only the caller knows about the service worker. */
export function recoverMissingCodeBy(how: Recover): void {
  recover = how
}

/**
 * Returns true if the page is being reloaded, so that no message is needed. Reports errors of code that was loaded:
 * those are bugs.
 */
export const recoverMissingCode: Recover = (error) => {
  if (!isMissingCode(error)) reportError(error)
  return recover(error)
}
