import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import unocss from '@unocss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa'
import { bootScript } from './build/boot-script.ts'
import { chunkGroups, isPractice, LAZY_CHUNKS } from './build/chunk-groups.ts'
import { chunkModules } from './build/chunk-modules.ts'
import { classNames } from './build/class-names.ts'
import { endpointWords } from './build/endpoint-words.ts'
import { fontPreload } from './build/font-preload.ts'
import { headlessOnboard } from './build/headless-onboard.ts'
import { knownRoutes } from './build/known-routes.ts'
import { lightIcons } from './build/light-icons.ts'
import { linguiMacro } from './build/lingui-macro.ts'
import { precacheHashes } from './build/precache-hashes.ts'
import { preloadAgain } from './build/preload-again.ts'
import { routeNames } from './build/route-names.ts'

const root = new URL('.', import.meta.url)
const file = (path: string) => fileURLToPath(new URL(path, root))
/** Such a build carries the worker that removes itself, and pages that register none. */
const isWorkerWithdrawn = process.env['KOI_WITHDRAW_WORKER'] === '1'
const outDir = process.env['KOI_OUT_DIR'] ? `${process.env['KOI_OUT_DIR']}/client` : 'dist/client'
const manifest = JSON.parse(readFileSync(file('manifest.webmanifest'), 'utf8')) as Partial<ManifestOptions>

/** `src/features/play/dice/DiceScreen.tsx` and those of the other games. */
function gameScreens(): string[] {
  const games = file('src/features/play')
  return readdirSync(games, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:Screen|CrashScene)\.tsx$/.test(path) && dirname(path) !== 'screen')
    .map((path) => join(games, path))
}

export default defineConfig({
  define: {
    __KOI_VERSION__: JSON.stringify(process.env['KOI_VERSION'] ?? '0.0.0-dev'),
    __VERIFIER_HASH__: JSON.stringify(process.env['KOI_VERIFIER_HASH'] ?? null),
    __WORKER_WITHDRAWN__: JSON.stringify(isWorkerWithdrawn),
  },
  plugins: [
    bootScript(),
    endpointWords(),
    fontPreload(),
    lightIcons(),
    preloadAgain(),
    headlessOnboard(),
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    knownRoutes(file('src/routeTree.gen.ts')),
    routeNames(file('src/routeTree.gen.ts')),
    linguiMacro(),
    lingui({ failOnCompileError: true, failOnMissing: process.env['KOI_ALLOW_MISSING'] !== '1' }),
    unocss(),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: isWorkerWithdrawn ? 'sw/withdraw' : 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      // The installer of the browser fetches them; a page never does.
      includeManifestIcons: false,
      injectManifest: {
        ...(isWorkerWithdrawn && { injectionPoint: undefined }),
        globPatterns: [
          ...['index.html', 'manifest.webmanifest'],
          ...['assets/**/*.{js,css,woff2,svg,webp}', 'icons/favicon.svg'],
        ],
        maximumFileSizeToCacheInBytes: 1_000_000,
        manifestTransforms: [precacheHashes(outDir)],
      },
      devOptions: { enabled: false },
    }),
    chunkModules(),
  ],
  resolve: {
    // React has had the hook since 18; the shim for older ones would only be in front of it.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  css: { modules: { generateScopedName: classNames(file('.')) } },
  build: {
    target: 'baseline-widely-available',
    outDir,
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    // Every browser of the target knows `modulepreload`.
    modulePreload: {
      polyfill: false,
      // The server names what a page needs in its `Link` header; a list of it all in the first load weighs 1.5 kB.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        // Short hashes: the first load contains the names of all chunks.
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        chunkFileNames: ({ name, moduleIds }) => {
          const folder = moduleIds.some(isPractice) ? 'practice/' : LAZY_CHUNKS.has(name) ? 'lazy/' : ''
          return `assets/${folder}[name]-[hash:7].js`
        },
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: chunkGroups({
            entry: file('src/main.tsx'),
            home: file('src/routes/index.tsx'),
            games: file('src/routes/games.index.tsx'),
            game: file('src/routes/games.$slug.tsx'),
            play: file('src/routes/games.$slug_.play.tsx'),
            screens: gameScreens(),
            visitorWheel: file('src/features/play/gift-wheel/VisitorWheel.tsx'),
            onboard: file('src/features/wallet/connection/onboard.ts'),
            relay: [
              file('src/features/wallet/connection/walletconnect.ts'),
              file('src/features/wallet/connection/relay-provider.ts'),
              file('node_modules/@web3-onboard/walletconnect/dist/index.js'),
            ],
          }),
        },
      },
    },
  },
})
