// Set by scripts/build.mjs; undefined in unit tests.
declare const __KOI_VERSION__: string | undefined

/** Version of this page, for example `0.1.0+1f3c9a20`. The server's may be newer. */
export const VERSION = typeof __KOI_VERSION__ === 'string' ? __KOI_VERSION__ : '0.0.0-dev'
