import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const ALL_PATHS = /\n {2}fullPaths:\n((?: {4}\| '[^']+'\n)+)/

/** Writes the paths of the router's own tree beside the manifest, so that the server knows which pages exist. */
export function knownRoutes(routeTree: string): Plugin {
  return {
    name: 'koi-known-routes',
    apply: 'build',
    generateBundle() {
      const listed = ALL_PATHS.exec(readFileSync(routeTree, 'utf8'))?.[1] ?? ''
      const paths = Array.from(listed.matchAll(/'([^']+)'/g), ([, path]) => path)
      if (paths.length === 0) throw new Error(`${routeTree} lists no paths`)
      // The 404 page (`$`) would match every page.
      const pages = paths.filter((path) => path !== '/$')
      this.emitFile({ type: 'asset', fileName: '.vite/routes.json', source: JSON.stringify(pages) })
    },
  }
}
