import type { Plugin } from 'vite'

const HELPER = /vite\/preload-helper\.js$/
/** Parts of Vite's helper that loads the style sheets of a chunk, with their replacements. */
const CHANGES = [
  [/seen\[href\] = (?:void 0|undefined);(\s*throw err)/, 'delete seen[href];$1'],
  [/(if \([^)]*type === "error"\)) (rej\()/, '$1 link.remove(), $2'],
  // Every supported browser has `allSettled`, and no page has a nonce: saves 0.1 kB of the first load.
  [/promise = (allSettled\()/, 'promise = Promise.$1'],
  [/const cspNonceMeta = [^;]+;\s*const cspNonce = [^;]+;/, 'const cspNonce = undefined;'],
] as const

/**
 * Loads a missing style sheet again at the next attempt. Vite counts a requested one as loaded, so a page opened at the
 * second attempt would have no style.
 */
export function preloadAgain(): Plugin {
  return {
    name: 'koi-preload-again',
    apply: 'build',
    transform: {
      filter: { id: HELPER },
      handler(code) {
        return CHANGES.reduce((text, [part, instead]) => {
          if (!part.test(text)) this.error(`Vite's preload helper has changed: ${part.source} is not in it`)
          return text.replace(part, instead)
        }, code)
      },
    },
  }
}
