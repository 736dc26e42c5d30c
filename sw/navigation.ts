/** Paths of the server itself: the API, hashed files, the console of operators. */
const SERVER_FOLDER = /^\/(?:api|assets|operator)(?:\/|$)/
const HAS_EXTENSION = /\.[a-z0-9]{1,12}$/i

/** True if the app shell answers a navigation to `url`. The server decides about all other URLs. */
export function isShellNavigation(url: URL, origin: string): boolean {
  return url.origin === origin && !SERVER_FOLDER.test(url.pathname) && !HAS_EXTENSION.test(url.pathname)
}
