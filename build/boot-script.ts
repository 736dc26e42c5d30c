import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { minifySync, type Plugin, type Rolldown } from 'vite'
import { chooseLocale, LANGUAGE_KEY, LOCALES } from '../src/contract/localized.ts'

const SOURCE = new URL('../src/boot.js', import.meta.url)

/** The script with the application's rule for the language in it. */
export function bootCode(): string {
  return readFileSync(SOURCE, 'utf8')
    .replace('__CHOOSE_LOCALE__', () => `(${String(chooseLocale)})`)
    .replace('__LANGUAGE_KEY__', JSON.stringify(LANGUAGE_KEY))
    .replace('__LOCALES__', JSON.stringify(LOCALES))
}

/**
 * Puts `src/boot.js` in front of everything else in the page as a classic, blocking script: it sets theme
 * and language before the first paint, fetches the language's texts ahead, and works when the application's
 * modules never load. A file of its own because the content security policy allows no inline script.
 */
export function bootScript(): Plugin {
  let isBuild = false
  return {
    name: 'koi-boot-script',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const code = bootCode()
        if (!isBuild) return html.replace('<!--boot-->', `<script>${code}</script>`)
        const script = `<script src="/${fileName(code)}"${catalogAttributes(bundle)}></script>`
        return html.replace('<!--boot-->', script)
      },
    },
    generateBundle() {
      const code = bootCode()
      this.emitFile({ type: 'asset', fileName: fileName(code), source: minify(code) })
    },
  }
}

/** ` data-en-us="/assets/…"`: the file of each language's texts, for the script to fetch ahead. */
function catalogAttributes(bundle: Rolldown.OutputBundle | undefined): string {
  return Object.values(bundle ?? {})
    .map((output) => {
      const source = output.type === 'chunk' ? output.facadeModuleId : null
      const locale = source && /\/i18n\/([\w-]+)\/messages\.po$/.exec(source)?.[1]
      return locale ? ` data-${locale.toLowerCase()}="/${output.fileName}"` : ''
    })
    .join('')
}

function fileName(code: string): string {
  return `assets/boot-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
}

/** Written for browsers that would not even parse the rest of the application. */
function minify(code: string): string {
  const { code: minified, errors } = minifySync('boot.js', code, { compress: { target: 'es2015' } })
  if (errors.length > 0) throw new Error(`src/boot.js cannot be made smaller: ${errors[0]?.message}`)
  return minified
}
