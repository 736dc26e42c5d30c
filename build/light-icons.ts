import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ICON_FILE = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
const DRAWING = fileURLToPath(new URL('./light-icon.js', import.meta.url))

/**
 * Draws lucide's icons with a dozen lines instead of the library's own component, whose context, colours and
 * alias names nothing here uses. It would be in the first load with all of that.
 */
export function lightIcons(): Plugin {
  return {
    name: 'koi-light-icons',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer !== undefined && ICON_FILE.test(importer) && source.endsWith('/createLucideIcon.mjs')
        ? DRAWING
        : null,
  }
}
