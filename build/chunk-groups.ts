import type { Rolldown } from 'vite'

type Groups = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']

/** Absolute file names that decide the groups. */
interface Pages {
  readonly entry: string
  readonly home: string
  readonly games: string
  readonly game: string
  /** The route of games, and their screens. */
  readonly play: string
  readonly screens: readonly string[]
  /** The daily wheel as visitors see it. */
  readonly visitorWheel: string
  /** The entry that connects wallets. */
  readonly onboard: string
  /** Entries that connect wallets on other devices: our own modules before the libraries. */
  readonly relay: readonly string[]
}

const OWN_OR_ICON =
  /\/(?:src\/(?:ui|i18n|lib|api|session|queries|contract|features)|node_modules\/lucide-react)\/.*\.(?:m?[jt]sx?|module\.css)$/
const UI_OR_ICON = /\/(?:src\/ui|node_modules\/lucide-react)\//
/** Modules of the app that several pages share: separate chunks would add names to the first load. */
const APP_PART = /\/src\/app\/(?:PracticeMail|practice-parts|offer-practice-wallet)\.tsx?$/
/**
 * Fetched by every launch once it is idle: the menus of the bars, with an icon that only they use, and code that
 * follows the account, the wallet, the service worker and the time zone.
 */
const LATER =
  /\/(?:src\/(?:app\/(?:forget-wallet|follow-launches|morph-covers|start\/(?:follow-account|warm-up)|shell\/(?:SideMenu|AccountMenu))\.tsx?$|features\/install\/(?:worker-cache|update\/(?:UpdatePrompt|update-prompt|service-worker))\.|(?:i18n\/time-zone|lib\/shared-file|ui\/cover-morph)\.)|node_modules\/(?:workbox-window|lucide-react\/dist\/esm\/icons\/plug-zap\.))/
/** The message about missing code loads together with the messages, just after the first paint. */
const MESSAGES = /\/src\/ui\/(?:toast|missing-part)\.ts$/
/** Libraries and rules that only shared parts of the app use: separate chunks would add requests. */
const OF_PARTS = /\/(?:node_modules\/(?:valtio|proxy-compare|@simplewebauthn\/browser)|src\/rules\/rewards)\//
const PAGED_QUERIES = /\/(?:infiniteQueryObserver|infiniteQueryOptions|useInfiniteQuery)\.js$/
// Excludes styles of parts that only play screens or a page or two have.
const FIRST_STYLES =
  /\/src\/(?:ui(?!\/(?:play\/|pond\/|(?:Beacon|BigNumber|PlaceChart|Checkbox|CodeBox|Medal|ProgressBar|RadioList|RadioTile|Slider|Switch|WaitingRing)\.))|features\/games)\/.*\.module\.css$/
// Libraries have their own folders of hashes; only those at the top belong to the games.
const PLAY =
  /\/(?:src\/(?:features\/play|verify|rules(?!\/rewards|\/gift-wheel\/gift-wheel-parts\.)|fair(?!\/multiplier\.))\/|(?<!\/node_modules\/.*)node_modules\/(?:@noble\/hashes|idb)\/)/

const GIFT_WHEEL = /\/src\/features\/play\/gift-wheel\//
/** Prizes of the daily wheel, which screens of games share with the gift page. */
const GIFT_WHEEL_PARTS = /\/src\/(?:rules\/gift-wheel\/gift-wheel-parts|fair\/multiplier)\./

/** Shared by the screen of Crash, its sheets, its rules and the verifier, but by no other game. */
const CRASH =
  /\/src\/(?:features\/(play)\/crash\/(?!game\.|crash-proof\.)|rules\/crash\/(?:crash|crash-curve)\.ts)/

/** Chunks that a launch never needs: the wallet engine, and the library for wallets on other devices. */
export const LAZY_CHUNKS: ReadonlySet<string> = new Set(['wallet-engine', 'walletconnect'])

/** Code of practice mode: a server of real money answers 404 for its chunks. */
const PRACTICE = /\/src\/(?:features\/practice\/|contract\/practice\.ts|i18n\/[\w-]+\/practice\.po)/
export const isPractice = (id: string) => PRACTICE.test(id)

/** Signing for the practice wallet; the libraries of real wallets refer to it but do not need it. */
const SIGNING =
  /\/src\/features\/practice\/practice-keys|\/node_modules\/viem\/(?:_esm\/(?:accounts\/|utils\/(?:signature\/|encoding\/toRlp|data\/concat|cursor)|errors\/cursor)|node_modules\/@noble\/(?:curves\/|hashes\/esm\/(?:_md|hmac|sha2|sha256)\.))/

/**
 * A few chunks for code that many pages share, instead of dozens of tiny ones:
 * - `vendor`: libraries of the first load, which change rarely
 * - `app`: our own code of the first load and of the home page, whose tiles most pages show
 * - `lobby`: shared by the pages about games with others, and messages
 * - `play`: the engine, and what the games' screens share
 * - `controls`: shared by those with other pages
 * - `crash`, `crash-rules`: the same for Crash, whose rules differ in kind
 * - `gift-wheel`: what visitors see of the daily wheel, without the engine
 * - `bets`: only for the games' sheets and the history
 * - `account`: shared by the pages of the account, forms included
 * - `deposit`: shared by both modals and the notices of deposits
 * - `wallet`: shared by its modal, login and pages
 * - `parts`: shared by at least two other pages
 * - `later`: fetched by every launch when it is idle
 * - `contract`: schemas of the calls
 * - `practice`: shared by parts of practice mode
 * - `wallet-engine`, `walletconnect`: libraries of wallets
 *
 * Other code stays with the one page that needs it. The first load includes what the games page uses of `src/ui`, and
 * all styles there except those of a page or two and of pages about games: one file, fetched once.
 */
export function chunkGroups(pages: Pages): Groups {
  const closures = new Map<string, Set<string>>()
  const isIn = (start: string, id: string, context: Rolldown.ChunkingContext) => {
    const closure = closures.get(start) ?? staticClosure(start, (module) => importsOf(module, context))
    closures.set(start, closure)
    return closure.has(id)
  }
  const isOn = (page: string, id: string, context: Rolldown.ChunkingContext) =>
    isIn(`${page}?tsr-split=component`, id, context)
  const isOnScreens = (id: string, context: Rolldown.ChunkingContext) =>
    isOn(pages.play, id, context) || pages.screens.some((screen) => isIn(screen, id, context))

  return [
    { name: 'practice-keys', test: SIGNING, priority: 6 },
    { name: 'practice', test: /\/src\/(?:features|contract)\/practice/, minShareCount: 2, priority: 6 },
    { name: 'later', test: LATER, priority: 4 },
    {
      debugName: 'vendor or app',
      name: (id, context) => {
        if (id.includes('rolldown/runtime') || id.endsWith('/build/light-icon.js')) return 'vendor'
        const isFirst =
          isIn(pages.entry, id, context) ||
          isOn(pages.home, id, context) ||
          FIRST_STYLES.test(id) ||
          // Includes their icons; otherwise the two chunks would import each other.
          (UI_OR_ICON.test(id) && isOn(pages.games, id, context))
        // A library's single entry imports everything it has, used or not.
        if (!isFirst || PAGED_QUERIES.test(id)) return null
        return id.includes('/node_modules/') ? 'vendor' : 'app'
      },
      priority: 5,
    },
    {
      debugName: 'lobby',
      name: (id, context) =>
        OWN_OR_ICON.test(id) &&
        (MESSAGES.test(id) || isOn(pages.games, id, context) || isOn(pages.game, id, context))
          ? 'lobby'
          : null,
      minShareCount: 2,
      priority: 4,
    },
    {
      // Only libraries and the one file in front of them, so that our shared modules do not pull them in.
      debugName: 'wallet-engine or walletconnect',
      name: (id, context) => {
        const isFront = id === pages.onboard || pages.relay.includes(id)
        if (PLAY.test(id) || (!isFront && !id.includes('/node_modules/'))) return null
        if (isIn(pages.onboard, id, context)) return 'wallet-engine'
        return pages.relay.some((file) => isIn(file, id, context)) ? 'walletconnect' : null
      },
      priority: 4,
    },
    // It imports none of our other chunks, so that no two chunks import each other.
    { name: 'contract', test: /\/src\/contract\//, minShareCount: 2, priority: 4 },
    {
      debugName: 'gift-wheel',
      name: (id, context) =>
        GIFT_WHEEL.test(id) && isIn(pages.visitorWheel, id, context) ? 'gift-wheel' : null,
      priority: 4,
    },
    {
      debugName: 'play or bets',
      name: (id, context) => {
        if (!PLAY.test(id)) return null
        const crash = CRASH.exec(id)
        if (crash) return crash[1] === 'play' ? 'crash' : 'crash-rules'
        return isOnScreens(id, context) ? 'play' : 'bets'
      },
      minShareCount: 2,
      priority: 3,
    },
    {
      name: 'deposit',
      test: /\/src\/(?:features\/deposit\/)/,
      minShareCount: 2,
      priority: 3,
    },
    {
      name: 'account',
      test: /\/(?:src\/features\/(?:account|security|responsible-play)\/|src\/app\/AccountGate|src\/session\/use-draft-form|node_modules\/(?:react-hook-form|@hookform)\/)/,
      minShareCount: 2,
      priority: 2,
    },
    {
      name: 'wallet',
      test: /\/src\/(?:features\/wallet\/|ui\/Wallet|i18n\/wallet)/,
      minShareCount: 2,
      priority: 3,
    },
    {
      debugName: 'controls or parts',
      name: (id, context) => {
        const parts = [OWN_OR_ICON, PAGED_QUERIES, APP_PART, OF_PARTS, GIFT_WHEEL_PARTS]
        if (!parts.some((part) => part.test(id))) return null
        return isOnScreens(id, context) ? 'controls' : 'parts'
      },
      minShareCount: 2,
      priority: 1,
    },
  ]
}

/** The icon library's single entry, which names every icon. */
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/

/** The imports of a module. Only the icons that it names count, or each page would include those of all pages. */
function importsOf(module: string, context: Rolldown.ChunkingContext): readonly string[] {
  const info = context.getModuleInfo(module)
  if (!info || ICONS.test(module)) return []
  return info.importedIds.flatMap((imported) => {
    if (!ICONS.test(imported)) return [imported]
    const files = iconFiles(context.getModuleInfo(imported)?.code ?? '')
    const named = namesFrom(info.code ?? '').map((name) => `/icons/${files.get(name)}.`)
    const icons = context.getModuleInfo(imported)?.importedIds ?? []
    return [imported, ...icons.filter((icon) => named.some((file) => icon.includes(file)))]
  })
}

/** `ArrowLeft` of `import { ArrowLeft } from 'lucide-react'`. */
function namesFrom(code: string): string[] {
  const lists = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)
  return Array.from(lists, ([, list]) => (list ?? '').split(','))
    .flat()
    .map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
}

const filesOfBarrel = new Map<string, Map<string, string>>()

/** `ArrowLeft` → `arrow-left`, with all aliases, from the library's entry. */
function iconFiles(barrel: string): Map<string, string> {
  const known = filesOfBarrel.get(barrel)
  if (known) return known
  const files = new Map<string, string>()
  for (const [, list, file] of barrel.matchAll(
    /export\s*\{([^}]*)\}\s*from\s*["']\.\/icons\/([\w-]+)\.m?js["']/g,
  )) {
    for (const [, name] of (list ?? '').matchAll(/\bas\s+(\w+)/g)) files.set(name ?? '', file ?? '')
  }
  filesOfBarrel.set(barrel, files)
  return files
}

/** A module and all of its static imports, at any depth. */
function staticClosure(start: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set([start])
  for (const id of found) for (const imported of importsOf(id)) found.add(imported)
  return found
}
