import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ICON_FILE = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
const DRAWING = fileURLToPath(new URL('./light-icon.js', import.meta.url))

/**
 * Replaces lucide's own component, whose context, colours and aliases are unused here and would be in the first load,
 * by a dozen lines.
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
