import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** The list of each chunk's modules, next to Vite's own manifest. */
const FILE = '.vite/modules.json'

/**
 * Writes the modules of each chunk (`{"assets/index-x.js": ["src/main.tsx", …]}`, ids relative to the project), so that
 * `scripts/size.mjs` can refuse wallet, QR or game code in the entry.
 */
export function chunkModules(): Plugin {
  let root = ''
  return {
    name: 'koi-chunk-modules',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const modules = chunks.map(
        (chunk) => [chunk.fileName, chunk.moduleIds.map((id) => tidy(id, root))] as const,
      )
      this.emitFile({
        type: 'asset',
        fileName: FILE,
        source: JSON.stringify(
          Object.fromEntries(modules.toSorted(([a], [b]) => a.localeCompare(b))),
          null,
          1,
        ),
      })
    },
  }
}

/** Drops the marker of virtual modules (a NUL) and makes a path relative to the project. */
function tidy(id: string, root: string): string {
  const path = id.replaceAll('\0', '')
  return path.startsWith('/') ? relative(root, path) : path
}
