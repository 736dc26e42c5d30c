// Set by scripts/build.mjs; undefined when sources run directly: tests, `npm run dev`, and commands, which set `KOI_VERSION`.
declare const __KOI_VERSION__: string | undefined

/** For example `0.1.0+1f3c9a20`. */
export const VERSION =
  typeof __KOI_VERSION__ === 'string' ? __KOI_VERSION__ : (process.env['KOI_VERSION'] ?? '0.0.0-dev')
