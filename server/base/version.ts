// Set by scripts/build.mjs; undefined when sources run directly (tests, `npm run dev`).
declare const __KOI_VERSION__: string | undefined

/** For example `0.1.0+1f3c9a20`. */
export const VERSION = typeof __KOI_VERSION__ === 'string' ? __KOI_VERSION__ : '0.0.0-dev'
