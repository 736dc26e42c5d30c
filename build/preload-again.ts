import type { Plugin } from 'vite'

const HELPER = /vite\/preload-helper\.js$/
/** Parts of Vite's helper that loads the style sheets of a chunk, and what stands there instead. */
const CHANGES = [
  [/seen\[href\] = (?:void 0|undefined);(\s*throw err)/, 'delete seen[href];$1'],
  [/(if \([^)]*type === "error"\)) (rej\()/, '$1 link.remove(), $2'],
  // What every browser of the target has, and what no page of ours has: 0.1 kB of the first load.
  [/promise = (allSettled\()/, 'promise = Promise.$1'],
  [/const cspNonceMeta = [^;]+;\s*const cspNonce = [^;]+;/, 'const cspNonce = undefined;'],
] as const

/**
 * A style sheet that did not arrive is loaded again with the next try. Vite counts it as there once it was asked for,
 * so what is opened at the second try would have no style.
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
