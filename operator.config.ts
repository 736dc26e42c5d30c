import { renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import unocss from '@unocss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { classNames } from './build/class-names.ts'
import { endpointWords } from './build/endpoint-words.ts'
import { lightIcons } from './build/light-icons.ts'
import { linguiMacro } from './build/lingui-macro.ts'

const root = new URL('.', import.meta.url)
const file = (path: string) => fileURLToPath(new URL(path, root))
const outDir = join(process.env['KOI_OUT_DIR'] ?? 'dist', 'operator')

/** Parts of several pages; charts and texts come when they are needed. */
const SHARED =
  /[\\/]src[\\/](?:(?:api|contract|lib)[\\/]|i18n[\\/][\w-]+\.ts|ui[\\/](?!console[\\/](?:TimeChart|plot|chart))|operator[\\/](?:grid|parts|session|shell)[\\/])/

/** The page is answered for the folder; beside `index.html` of the app it needs a name of its own. */
function indexPage(): Plugin {
  let dir = outDir
  return {
    name: 'koi-index-page',
    apply: 'build',
    configResolved: (config) => void (dir = resolve(config.root, config.build.outDir)),
    closeBundle: () => renameSync(join(dir, 'operator.html'), join(dir, 'index.html')),
  }
}

/** Builds the console of operators. */
export default defineConfig({
  root: file('.'),
  base: '/operator/',
  publicDir: false,
  plugins: [
    endpointWords(),
    lightIcons(),
    linguiMacro(),
    lingui({ failOnCompileError: true, failOnMissing: process.env['KOI_ALLOW_MISSING'] !== '1' }),
    unocss(),
    react(),
    indexPage(),
  ],
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  css: { modules: { generateScopedName: classNames(file('.')) } },
  build: {
    target: 'baseline-widely-available',
    outDir,
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: file('operator.html'),
      output: {
        // Everything that pages share is two files: each page would otherwise ask for dozens.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /[\\/]node_modules[\\/](?!uplot[\\/])/ },
            { name: 'shared', test: SHARED },
          ],
        },
      },
    },
  },
})
