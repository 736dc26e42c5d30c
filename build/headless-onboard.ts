import type { Plugin } from 'vite'

type Edit = readonly [what: RegExp, replacement: string]

/** The file of web3-onboard's core with everything except its windows and ENS. */
const CORE = /\/@web3-onboard\/core\/dist\/index-[0-9a-f]+\.js$/
const CORE_MARK = 'class Onboard extends HTMLElement'
/** Its lists of chains and their colours; ours come from the server. */
const COMMON = /\/@web3-onboard\/common\/dist\/utils\.js$/
/** Translates its windows, and would set the page's language to English. */
const TRANSLATION = /\/svelte-i18n\/dist\/runtime\.js$/
const STANDARD_WALLETS = /\/@web3-onboard\/injected-wallets\/dist\/wallets\.js$/
const NEVER = "Promise.reject(new Error('Koi uses web3-onboard without this'))"

/**
 * Parts of web3-onboard's core that would draw, call other hosts or leak. Each must be found, so that a changed new
 * version fails the build.
 */
const EDITS: readonly Edit[] = [
  // Styles of windows that are never shown, and inline ones, which our policy forbids.
  [/(function append_styles\([^)]*\) \{)/, '$1 return;'],
  [/append_styles\((\w+), "svelte-[^"]+", "(?:[^"\\]|\\.)*"\)/g, 'append_styles($1)'],
  [/<style>\s*:host \{[\s\S]*?<\/style>/, ''],
  // Windows and name services loaded on demand; without them nothing is left to load.
  [/import\('\.\/Index-[0-9a-f]+\.js'\)/g, 'Promise.resolve({ default: null })'],
  [/import\('(?:\.\/index-[0-9a-f]+\.js|viem|@web3-onboard\/common)'\)/g, NEVER],
  [/(function validEnsChain\(\w+\) \{)/, '$1 return null;'],
  // Both are on by default, and put their frames with inline styles into the page.
  [/((?:accountCenter|notify): \{\s*enabled: )true/g, '$1false'],
  // Names and balances come from Koi's server; this would ask the wallet at each change.
  [/(async function getBalance\([^)]*\) \{)/, '$1 return null;'],
  // The last step of connecting waits for the eye, and a second connection would hang meanwhile.
  [/(connectWallet\$\.next\(\{ inProgress: false \}\)), 1500\)/, '$1, 0)'],
  // Adds a permanent subscription with each connection.
  [
    /(startWith(?:\$1)?\(state\.get\(\)\.appMetadata\), shareReplay(?:\$1)?)\(1\)/g,
    '$1({ bufferSize: 1, refCount: true })',
  ],
]

const COMMON_EDITS: readonly Edit[] = [[/import\('viem(?:\/chains)?'\)/g, NEVER]]
const TRANSLATION_EDITS: readonly Edit[] = [[/document\.documentElement\.setAttribute\("lang", \w+\);/, '']]

function editsFor(code: string, id: string): readonly Edit[] {
  if (TRANSLATION.test(id)) return TRANSLATION_EDITS
  if (COMMON.test(id)) return COMMON_EDITS
  return code.includes(CORE_MARK) ? EDITS : []
}

/**
 * Reduces web3-onboard to its engine: no windows, no styles, no own calls to other hosts, and none of the hundred
 * wallets that it knows by flag, which `installed-wallets.ts` finds. Vitest uses it too, so that the tests run the
 * shipped code.
 */
export function headlessOnboard(): Plugin {
  return {
    name: 'koi-headless-onboard',
    enforce: 'pre',
    transform: {
      filter: { id: [CORE, COMMON, TRANSLATION, STANDARD_WALLETS] },
      handler(code, id) {
        if (STANDARD_WALLETS.test(id)) return { code: 'export default []', map: null }
        const edits = editsFor(code, id)
        if (edits.length === 0) return null
        const edited = edits.reduce((text, [what, replacement]) => {
          const next = text.replace(what, replacement)
          if (next === text) this.error(`web3-onboard has changed: ${what.source} is not in ${id}`)
          return next
        }, code)
        return { code: edited, map: null }
      },
    },
  }
}
