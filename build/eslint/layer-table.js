/**
 * One row for each layer: its folders, the layers it may use, and the packages it must not use (`denies`) or is limited
 * to (`only`). `*` at the end of a package matches the rest.
 */

const SERVER_PACKAGES = ['hono', '@hono/*', 'kysely', 'pg', 'pino', '@electric-sql/*', 'node:*']
const WORKER_PACKAGES = ['workbox-*']
const SCREEN_PACKAGES = [
  'react',
  'react-dom',
  'react-dom/*',
  'valtio',
  'valtio/*',
  '@tanstack/*',
  '@lingui/*',
  'lucide-react',
]

export const LAYERS = [
  { name: 'contract', root: 'src/contract', may: [], only: ['valibot', '@noble/hashes', '@noble/hashes/*'] },
  {
    name: 'fair',
    root: 'src/fair',
    may: [],
    only: ['@noble/hashes', '@noble/hashes/*', '@noble/curves/bls12-381'],
  },
  /** A folder for each game, with all its arithmetic. */
  {
    name: 'rules',
    root: 'src/rules',
    may: ['fair'],
    mayTypes: ['contract'],
    only: ['@noble/hashes', '@noble/hashes/*'],
  },
  { name: 'verify', root: 'src/verify', may: ['fair', 'rules'], only: ['@noble/hashes', '@noble/hashes/*'] },
  /** Small pure pieces, and the device's storage: nothing of the network, the player or the interface. */
  {
    name: 'lib',
    root: 'src/lib',
    may: ['contract'],
    only: ['valibot', 'react', 'idb', 'idb-keyval', '@noble/curves', '@noble/curves/*'],
  },
  /** Knows how to call the server, but not who calls: that is in the session. */
  { name: 'api', root: 'src/api', may: ['contract', 'lib'], only: ['valibot'] },
  { name: 'i18n', root: 'src/i18n', may: ['contract', 'lib'], only: ['@lingui/*', 'react'] },
  /** The player: token, user, proof, and unsent forms and requests. */
  {
    name: 'session',
    root: 'src/session',
    may: ['contract', 'lib', 'api', 'i18n'],
    denies: [...SERVER_PACKAGES, ...WORKER_PACKAGES, '@tanstack/react-router'],
  },
  /** Data of the server that more than one feature reads. */
  {
    name: 'queries',
    root: 'src/queries',
    may: ['contract', 'lib', 'api', 'session'],
    denies: [...SERVER_PACKAGES, ...WORKER_PACKAGES, '@tanstack/react-router'],
  },
  {
    name: 'ui',
    root: 'src/ui',
    may: ['lib', 'i18n'],
    mayTypes: ['contract'],
    denies: [
      ...SERVER_PACKAGES,
      ...WORKER_PACKAGES,
      '@tanstack/react-router',
      '@tanstack/react-query*',
      '@tanstack/query-*',
      'valtio',
      'valtio/*',
    ],
  },
  {
    name: 'features',
    root: 'src/features',
    /** Each folder below the root stands alone. */
    isSplit: true,
    may: ['contract', 'fair', 'rules', 'verify', 'lib', 'api', 'session', 'queries', 'ui', 'i18n'],
    denies: [...SERVER_PACKAGES, ...WORKER_PACKAGES],
  },
  {
    name: 'routes',
    root: 'src/routes',
    may: ['features', 'ui', 'queries', 'session', 'api', 'lib', 'contract', 'i18n', 'app'],
    denies: [...SERVER_PACKAGES, ...WORKER_PACKAGES],
  },
  {
    name: 'app',
    root: 'src/app',
    may: ['features', 'ui', 'queries', 'session', 'api', 'lib', 'contract', 'i18n', 'tree', 'verifier'],
    mayTypes: ['rules'],
    denies: [...SERVER_PACKAGES, ...WORKER_PACKAGES],
  },
  /** The generated route tree, which only the router reads. */
  { name: 'tree', root: 'src/routeTree.gen.ts', may: ['routes'] },
  /** `src/main.tsx` and the like: boot order only. */
  {
    name: 'main',
    root: 'src',
    may: ['app', 'features', 'ui', 'queries', 'session', 'api', 'lib', 'contract', 'i18n'],
    denies: [...SERVER_PACKAGES, ...WORKER_PACKAGES],
  },
  /** The page of verify.html: the verifier without the app around it. */
  {
    name: 'verifier',
    root: 'src/verifier',
    may: ['contract', 'fair', 'verify', 'i18n', 'lib', 'ui'],
    mayTypes: ['rules'],
    only: ['@lingui/core', '@lingui/core/macro'],
  },
  /** The console at /operator: an entry of its own, which nothing of the app imports. */
  {
    name: 'operator',
    root: 'src/operator',
    may: ['contract', 'lib', 'api', 'i18n', 'ui'],
    denies: [...SERVER_PACKAGES, ...WORKER_PACKAGES],
  },
  { name: 'sw', root: 'sw', may: ['contract', 'lib'], denies: [...SERVER_PACKAGES, ...SCREEN_PACKAGES] },
  {
    name: 'server',
    root: 'server',
    may: ['contract', 'fair', 'rules'],
    denies: [...SCREEN_PACKAGES, ...WORKER_PACKAGES],
  },
  /** A stranger, who knows Koi by the protocol only. */
  {
    name: 'demo-provider',
    root: 'demo-provider',
    may: [],
    only: ['hono', 'hono/*', '@hono/node-server', 'valibot', 'viem/accounts', 'node:*'],
  },
]

/** Files of `src/lib` that touch no document and no window, so that the service worker may use them. */
export const DOM_FREE_LIB = /^src\/lib\/(?:[a-z-]+\.pure|amounts|in-time|store)\.ts$/

/** Packages with their own state, or whose misuse is costly: one file each uses them. */
export const SINGLETONS = [
  { package: 'idb-keyval', file: 'src/lib/durable-storage.ts' },
  { package: 'idb', file: 'src/features/play/demo-engine/play-database.ts' },
  { package: 'workbox-window', file: 'src/features/install/update/service-worker.ts' },
  { package: '@web3-onboard/*', file: 'src/features/wallet/connection/onboard.ts' },
  { package: '@walletconnect/*', file: 'src/features/wallet/connection/relay-provider.ts' },
  { package: '@tanstack/react-table', file: 'src/operator/grid/use-grid-table.ts' },
  { package: 'uplot', file: 'src/ui/console/plot.ts' },
]
