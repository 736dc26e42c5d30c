import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const SOURCE = new URL('../src/boot.js', import.meta.url)

/**
 * Puts `src/boot.js` in front of everything else in the page as a classic, blocking script: it sets theme
 * and language before the first paint, and works when the application script never loads. A file of its
 * own because the content security policy allows no inline script.
 */
export function bootScript(): Plugin {
  let isBuild = false
  return {
    name: 'koi-boot-script',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    transformIndexHtml: {
      order: 'pre',
      handler(html, { bundle }) {
        void bundle
        const code = readFileSync(SOURCE, 'utf8')
        if (!isBuild) return html.replace('<!--boot-->', `<script>${code}</script>`)
        return html.replace('<!--boot-->', `<script src="/${fileName(code)}"></script>`)
      },
    },
    generateBundle() {
      const code = readFileSync(SOURCE, 'utf8')
      this.emitFile({ type: 'asset', fileName: fileName(code), source: minify(code) })
    },
  }
}

function fileName(code: string): string {
  return `assets/boot-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
}

/** Drops comments and indentation; the file is small enough to need no real minifier. */
function minify(code: string): string {
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) => line !== '' && !line.startsWith('//') && !line.startsWith('/*') && !line.startsWith('*'),
    )
    .join('\n')
}
