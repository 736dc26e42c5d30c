type Recover = (error: unknown) => Promise<boolean>

const missing = new WeakSet<object>()
let recover: Recover = () => Promise.resolve(false)

/** Notes that the error means a piece of this release's code that could not be loaded. */
export function noteMissingCode(error: object): void {
  missing.add(error)
}

/** Whether the error means code that could not be loaded; not for faults of code that was. */
export function isMissingCode(error: unknown): error is Error {
  return error instanceof Error && missing.has(error)
}

/** Names what loads the page anew where that helps. Whoever knows the service worker does; parts of pages do not. */
export function recoverMissingCodeBy(how: Recover): void {
  recover = how
}

/**
 * For whoever lacks a piece of code: whether the page is being loaded anew, so that nothing need be shown. Code that
 * came and failed is reported, as the fault of ours that it is.
 */
export const recoverMissingCode: Recover = (error) => {
  if (!isMissingCode(error)) reportError(error)
  return recover(error)
}
