import { readFileSync } from 'node:fs'
import { minifySync, type Plugin, type Rolldown } from 'vite'
import { LAUNCH_ADDRESS } from '../sw/shell-addresses.ts'
import { chooseLocale, LANGUAGE_KEY, LOCALES } from '../src/contract/localized.ts'
import { ANSWERS_KEY, ANSWERS_WITHIN_MS, DATABASE, STORE } from '../src/lib/stored-answers.ts'

const SOURCE = new URL('../src/boot.js', import.meta.url)

const CONSTANTS = { LANGUAGE_KEY, LOCALES, ANSWERS_KEY, ANSWERS_WITHIN_MS, DATABASE, STORE, LAUNCH_ADDRESS }

/** Inserts the app's rule for the language, and its storage keys, into the script. */
export function bootCode(): string {
  const code = readFileSync(SOURCE, 'utf8').replace('__CHOOSE_LOCALE__', () => `(${String(chooseLocale)})`)
  return Object.entries(CONSTANTS).reduce(
    (text, [name, value]) => text.replaceAll(`__${name}__`, JSON.stringify(value)),
    code,
  )
}

/**
 * Puts `src/boot.js` into the page before everything else. It sets theme and language before the first paint, requests
 * the language's texts and the stored answers early, and works even if the app's modules never load. The content
 * security policy allows it by its hash, which the server takes from the page (server/site/static.ts).
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
        const code = isBuild ? minify(bootCode()) : bootCode()
        return html.replace('<!--boot-->', () => `<script${catalogAttributes(bundle)}>${code}</script>`)
      },
    },
  }
}

/** ` data-en-us="/assets/…"`: the file of each language's texts, which the script prefetches. */
function catalogAttributes(bundle: Rolldown.OutputBundle | undefined): string {
  return Object.values(bundle ?? {})
    .map((output) => {
      const source = output.type === 'chunk' ? output.facadeModuleId : null
      const locale = source && /\/i18n\/([\w-]+)\/messages\.po$/.exec(source)?.[1]
      return locale ? ` data-${locale.toLowerCase()}="/${output.fileName}"` : ''
    })
    .join('')
}

/** For browsers that could not parse the rest of the app. */
function minify(code: string): string {
  const { code: minified, errors } = minifySync('boot.js', code, { compress: { target: 'es2015' } })
  if (errors.length > 0) throw new Error(`src/boot.js cannot be made smaller: ${errors[0]?.message}`)
  if (minified.includes('</')) throw new Error('src/boot.js would end its own script element')
  return minified.trim()
}
