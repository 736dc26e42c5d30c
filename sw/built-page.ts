/** What the server writes into the page that the build has made (server/site/static.ts): its mode, and its own address. */
const WRITTEN_BY_SERVER = [
  /(?<=name="koi-mode" content=")(?:practice|live)(?=")/,
  /(?<=property="og:image" content=")https?:\/\/[^"/]+(?=\/)/,
]

/**
 * What is hashed to tell the page of a build from any other: that of another release, of a log-in to a network, of a
 * server under maintenance. Whatever the server writes into its own page is left out.
 */
export const hashedText = (html: string): string =>
  WRITTEN_BY_SERVER.reduce((text, part) => text.replace(part, ''), html)
