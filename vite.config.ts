import { readFileSync } from 'node:fs'
import { lingui } from '@lingui/vite-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import unocss from '@unocss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa'
import { bootScript } from './build/boot-script.ts'
import { chunkModules } from './build/chunk-modules.ts'
import { linguiMacro } from './build/lingui-macro.ts'

const root = new URL('.', import.meta.url)
const manifest = JSON.parse(
  readFileSync(new URL('manifest.webmanifest', root), 'utf8'),
) as Partial<ManifestOptions>

/** Code that every page needs, in one chunk that seldom changes. */
const VENDOR =
  /\/node_modules\/(?:react|react-dom|scheduler|@tanstack|use-sync-external-store|valtio|proxy-compare|idb-keyval|@lingui|valibot)\//

export default defineConfig({
  define: { __BUILD_ID__: JSON.stringify(process.env['KOI_BUILD_ID'] ?? '') },
  plugins: [
    bootScript(),
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    linguiMacro(),
    lingui({ failOnCompileError: true, failOnMissing: process.env['KOI_ALLOW_MISSING'] !== '1' }),
    unocss(),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      injectManifest: {
        globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}', 'icons/favicon.svg'],
        maximumFileSizeToCacheInBytes: 1_000_000,
      },
      devOptions: { enabled: false },
    }),
    chunkModules(),
  ],
  build: {
    target: 'baseline-widely-available',
    outDir: process.env['KOI_OUT_DIR'] ? `${process.env['KOI_OUT_DIR']}/client` : 'dist/client',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'vendor', test: VENDOR }] } },
    },
  },
})
