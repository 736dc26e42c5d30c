import type { Rolldown } from 'vite'

type Groups = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']

/** Absolute file names of what the chunks are cut after. */
interface Pages {
  readonly entry: string
  readonly home: string
  readonly games: string
  readonly game: string
  /** Where games are played, and their screens. */
  readonly play: string
  readonly screens: readonly string[]
  /** What connects wallets. */
  readonly onboard: string
  /** What reaches those on other devices, what of ours is in front of the libraries. */
  readonly relay: readonly string[]
}

const OWN_OR_ICON =
  /\/(?:src\/(?:ui|i18n|lib|api|session|queries|contract|features)|node_modules\/lucide-react)\/.*\.(?:m?[jt]sx?|module\.css)$/
const UI_OR_ICON = /\/(?:src\/ui|node_modules\/lucide-react)\//
/** What several pages have of the app: each chunk of its own would be one more name in the first load. */
const APP_PART = /\/src\/app\/(?:PracticeMail|practice-parts|offer-practice-wallet)\.tsx?$/
/**
 * What every launch fetches once it is idle: the menus of the bars, with the icon that nobody else has, and what
 * follows the account, the wallet, the service worker and the time zone.
 */
const LATER =
  /\/(?:src\/(?:app\/(?:forget-wallet|start\/(?:follow-account|warm-up)|shell\/(?:SideMenu|AccountMenu))\.tsx?$|features\/install\/(?:worker-cache|update\/(?:UpdatePrompt|update-prompt|service-worker))\.|i18n\/time-zone\.)|node_modules\/(?:workbox-window|lucide-react\/dist\/esm\/icons\/plug-zap\.))/
/** What says that code is missing loads together with the messages, just after the first paint. */
const MESSAGES = /\/src\/ui\/(?:toast|missing-part)\.ts$/
/** Libraries that only shared parts of the app name: each chunk of its own would be one more request. */
const OF_PARTS = /\/node_modules\/(?:valtio|proxy-compare|@simplewebauthn\/browser)\//
const PAGED_QUERIES = /\/(?:infiniteQueryObserver|infiniteQueryOptions|useInfiniteQuery)\.js$/
// Not those of parts that only play screens have, or a page or two, which a launch does without.
const FIRST_STYLES =
  /\/src\/(?:ui(?!\/(?:play\/|(?:Beacon|BigNumber|Checkbox|CodeBox|Medal|ProgressBar|RadioList|RadioTile|Slider|Switch|WaitingRing)\.))|features\/games)\/.*\.module\.css$/
// Libraries bring hashes of their own; only those at the top are the games'.
const PLAY =
  /\/(?:src\/(?:features\/play|verify|rules|fair)\/|(?<!\/node_modules\/.*)node_modules\/(?:@noble\/hashes|idb)\/)/

/** Shared by the screen of Crash with its sheets, and its rules with them and the verifier: for no other game. */
const CRASH =
  /\/src\/(?:features\/(play)\/crash\/(?!game\.)|rules\/crash\/(?:crash|crash-curve|crash-salt|verify-crash)\.ts|fair\/drand\.ts)/

/** Chunks that a launch never needs: what talks to wallets, and what reaches those on other devices. */
export const LAZY_CHUNKS: ReadonlySet<string> = new Set(['wallet-engine', 'walletconnect'])

/** What only practice mode has: a server of real money answers 404 for its chunks. */
const PRACTICE = /\/src\/(?:features\/practice\/|contract\/practice\.ts|i18n\/[\w-]+\/practice\.po)/
export const isPractice = (id: string) => PRACTICE.test(id)

/** What signs for the practice wallet; the libraries of real wallets name it and do without. */
const SIGNING =
  /\/src\/features\/practice\/practice-keys|\/node_modules\/viem\/(?:_esm\/(?:accounts\/|utils\/(?:signature\/|encoding\/toRlp|data\/concat|cursor)|errors\/cursor)|node_modules\/@noble\/(?:curves\/|hashes\/esm\/(?:_md|hmac|sha2|sha256)\.))/

/**
 * A few chunks for what many pages share, in place of dozens of tiny ones: `vendor`, the libraries of the
 * first load, which change seldom; `app`, our own code of the first load and of the home page, whose tiles
 * most pages show; `lobby`, what the pages about games share with others, so that they need nothing else of
 * those, and messages; `play`, the engine and what the games' screens share; `controls`, what they share with other pages;
 * `crash` and `crash-rules`, the same of the one game that has rules of another kind;
 * `bets`, what only their sheets and the history need; `account`, what the pages of the account share, forms
 * included; `deposit`, what both its modals and its notices share; `wallet`, what its modal, login and pages share; `parts`, what at least two other pages share;
 * `later`, what every launch fetches when it is idle; `contract`, the schemas of what they ask the server; `practice`, what parts of practice mode share; `wallet-engine` and `walletconnect`, the libraries of
 * wallets.
 * The rest stays with the one page that needs it.
 * What the games page has from `src/ui` counts as the first load, too, and so do all styles there, but for
 * those of a page or two, and of pages about games: one file, fetched once.
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
          // With their icons, or the two chunks would wait for each other.
          (UI_OR_ICON.test(id) && isOn(pages.games, id, context))
        // A library's one entry names all it has, used there or not.
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
      // Libraries and the one file in front of them; what our own modules share must not pull them along.
      debugName: 'wallet-engine or walletconnect',
      name: (id, context) => {
        const isFront = id === pages.onboard || pages.relay.includes(id)
        if (PLAY.test(id) || (!isFront && !id.includes('/node_modules/'))) return null
        if (isIn(pages.onboard, id, context)) return 'wallet-engine'
        return pages.relay.some((file) => isIn(file, id, context)) ? 'walletconnect' : null
      },
      priority: 4,
    },
    // Nothing of ours is below it, so that no two chunks wait for each other.
    { name: 'contract', test: /\/src\/contract\//, minShareCount: 2, priority: 4 },
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
        if (![OWN_OR_ICON, PAGED_QUERIES, APP_PART, OF_PARTS].some((part) => part.test(id))) return null
        return isOnScreens(id, context) ? 'controls' : 'parts'
      },
      minShareCount: 2,
      priority: 1,
    },
  ]
}

/** The icon library's one entry, which names every icon there is. */
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/

/** What a module imports; of the icons only those it names, or each page would bring along those of all. */
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

/** A module and all it imports statically, however deep. */
function staticClosure(start: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set([start])
  for (const id of found) for (const imported of importsOf(id)) found.add(imported)
  return found
}
