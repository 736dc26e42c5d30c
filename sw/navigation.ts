/** What belongs to the server whatever it looks like: the API, hashed files, referral redirects. */
const SERVER_FOLDER = /^\/(?:api|assets|r)(?:\/|$)/
const HAS_EXTENSION = /\.[a-z0-9]{1,12}$/i

/** Whether a navigation to `url` is answered with the app shell. The server has the last word on the rest. */
export function isShellNavigation(url: URL, origin: string): boolean {
  return url.origin === origin && !SERVER_FOLDER.test(url.pathname) && !HAS_EXTENSION.test(url.pathname)
}
