/** Parts of the built page that the server writes (server/site/static.ts): its mode, and its own origin. */
const WRITTEN_BY_SERVER = [
  /(?<=name="koi-mode" content=")(?:practice|live)(?=")/,
  /(?<=property="og:image" content=")https?:\/\/[^"/]+(?=\/)/,
]

/**
 * Hashing this text tells the page of a build from others: another release, a network's log-in page, a maintenance
 * page. Parts that the server writes are left out.
 */
export const hashedText = (html: string): string =>
  WRITTEN_BY_SERVER.reduce((text, part) => text.replace(part, ''), html)
