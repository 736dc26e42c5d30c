type Recover = (error: unknown) => Promise<boolean>

let recover: Recover = () => Promise.resolve(false)

/** Names what loads the page anew where that helps. Whoever knows the service worker does; parts of pages do not. */
export function recoverMissingCodeBy(how: Recover): void {
  recover = how
}

/** For whoever lacks a piece of code: whether the page is being loaded anew, so that nothing need be shown. */
export const recoverMissingCode: Recover = (error) => recover(error)
