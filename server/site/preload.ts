import * as v from 'valibot'
import { acceptedLanguages, chooseLocale } from '#contract/localized.ts'

const ManifestSchema = v.record(
  v.string(),
  v.object({
    file: v.string(),
    imports: v.optional(v.array(v.string())),
    css: v.optional(v.array(v.string())),
    assets: v.optional(v.array(v.string())),
  }),
)
type Manifest = v.InferOutput<typeof ManifestSchema>

/** Keys of the chunks that the router splits off: `src/routes/games.$slug.tsx?tsr-split=component`. */
const ROUTE_CHUNK = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/

const LOBBY_DATA = ['/api/games', '/api/categories', '/api/providers']
const GAME_PAGE = /^\/games\/([a-z0-9-]+)\/?$/
/** The game's screen is a chunk of its own, and so is a scene that comes after it. */
const PLAY_PAGE = /^\/games\/([a-z0-9-]+)\/play\/?$/
const SCREEN_CHUNK = /^src\/features\/play\/([a-z0-9-]+)\/[A-Z]\w*(?:Screen|Scene)\.tsx$/
/** Imports the screens of all games. */
const PLAY_SCREENS = 'src/app/play-screens.ts'
/** Parts of pages that visitors see first, with code and texts of their own. */
const FIRST_PARTS: readonly {
  readonly page: RegExp
  readonly texts: readonly string[]
  readonly chunks?: readonly string[]
}[] = [
  { page: PLAY_PAGE, texts: ['play'] },
  { page: /^\/history\/?$/, texts: ['play'] },
  {
    page: /^\/gift\/?$/,
    texts: ['play', 'account'],
    chunks: ['src/features/play/gift-wheel/VisitorWheel.tsx', 'src/features/gift/CodeForm.tsx'],
  },
  { page: /^\/rewards\/?$/, texts: ['money'] },
]

function dataOf(path: string): readonly string[] {
  if (path === '/') return [...LOBBY_DATA, '/api/promotions']
  if (path === '/games') return LOBBY_DATA
  const slug = gameOfPage(path)
  if (slug !== null) return [`/api/games/${slug}`, ...LOBBY_DATA]
  const played = gamePlayedAt(path)
  return played === null ? [] : [`/api/games/${played}`]
}

export function gameOfPage(path: string): string | null {
  return GAME_PAGE.exec(path)?.[1] ?? null
}

export function gamePlayedAt(path: string): string | null {
  return PLAY_PAGE.exec(path)?.[1] ?? null
}

export interface PreloadOptions {
  /** True on a first visit; later the browser has stored answers. */
  readonly withData: boolean
  readonly images?: readonly string[]
  /** `Accept-Language` of the request: the language of a first visit. */
  readonly language?: string | null
}

/** Value of a page's `Link` header; null without hints. */
export type Preloads = (path: string, options: PreloadOptions) => string | null

/**
 * Makes preload hints of the page and Vite's manifest: first the files that the page names, in the order of need,
 * then chunks of the route, which the browser would only discover after the entry has run, then, `withData`, answers
 * and images. The last two come after the code that shows them: a dozen small files before it would cost as many round
 * trips. Without a valid manifest there are fewer hints.
 */
export function createPreloads(html: string, manifestJson: string | null): Preloads {
  const manifest = parseManifest(manifestJson)
  const own = ownLinks(html)
  const loadedAnyway = closureOf(
    manifest,
    Object.keys(manifest).filter((key) => html.includes(`="/${manifest[key]?.file}"`)),
  )
  // The picture of the lobby's first offer, which the browser would only find once the code runs.
  const lobbyImages = [...loadedAnyway]
    .flatMap((key) => manifest[key]?.assets ?? [])
    .filter((file) => file.endsWith('.svg'))
    .map((file) => `/${file}`)
  const linksFor = (key: string) =>
    [...closureOf(manifest, [key])]
      .filter((chunk) => !loadedAnyway.has(chunk))
      .flatMap((chunk) => linksOf(manifest, chunk))
  const routes: { pattern: RegExp; links: string[] }[] = []
  const screens = new Map<string, string[]>()
  const playScreens = linksOf(manifest, PLAY_SCREENS)
  for (const key of Object.keys(manifest)) {
    const slug = SCREEN_CHUNK.exec(key)?.[1]
    if (slug !== undefined) {
      const others = screens.get(slug) ?? []
      const links = linksFor(key)
      screens.set(slug, key.endsWith('Screen.tsx') ? [...links, ...others] : [...others, ...links])
    }
    const name = ROUTE_CHUNK.exec(key)?.[1]
    // The root is part of the entry; the 404 page (`$`) would match everything.
    if (name === undefined || name === '$' || name.startsWith('__root')) continue
    routes.push({ pattern: patternOf(name), links: linksFor(key) })
  }

  return (path, { withData, images = [], language }) => {
    const played = gamePlayedAt(path)
    // The loading screen shows it (`withPond`, `withCover`): small, and the largest picture of the page.
    const first = !withData ? [] : path === '/' ? lobbyImages : played !== null ? images : []
    const links = new Set([
      ...first.map((url) => `<${url}>; rel=preload; as=image; fetchpriority=high`),
      ...own,
    ])
    for (const { pattern, links: found } of routes) {
      if (pattern.test(path)) found.forEach((link) => links.add(link))
    }
    if (played !== null) [...playScreens, ...(screens.get(played) ?? [])].forEach((link) => links.add(link))
    if (withData) {
      const locale = chooseLocale(null, acceptedLanguages(language))
      for (const { chunks = [], texts } of FIRST_PARTS.filter(({ page }) => page.test(path))) {
        for (const chunk of chunks) linksFor(chunk).forEach((link) => links.add(link))
        for (const part of texts) {
          linksOf(manifest, `src/i18n/${locale}/${part}.po`).forEach((link) => links.add(link))
        }
      }
      for (const url of dataOf(path)) {
        links.add(`<${url}>; rel=preload; as=fetch; crossorigin=anonymous; fetchpriority=low`)
      }
      for (const url of images.filter((image) => !first.includes(image))) {
        links.add(`<${url}>; rel=preload; as=image; fetchpriority=low`)
      }
    }
    return links.size > 0 ? [...links].join(', ') : null
  }
}

function ownLinks(html: string): string[] {
  const find = (pattern: RegExp, attributes: string) =>
    [...html.matchAll(pattern)].map(([, path]) => `<${path}>; ${attributes}`)
  return [
    ...find(/<link rel="stylesheet"[^>]* href="(\/assets\/[^"]+)"/g, 'rel=preload; as=style; crossorigin'),
    ...find(
      /<link rel="preload" as="font"[^>]* href="(\/assets\/[^"]+)"/g,
      'rel=preload; as=font; crossorigin',
    ),
    ...find(
      /<(?:link rel="modulepreload"[^>]* href|script type="module"[^>]* src)="(\/assets\/[^"]+)"/g,
      'rel=modulepreload',
    ),
  ]
}

function parseManifest(json: string | null): Manifest {
  if (json === null) return {}
  try {
    const parsed = v.safeParse(ManifestSchema, JSON.parse(json))
    return parsed.success ? parsed.output : {}
  } catch {
    return {}
  }
}

function closureOf(manifest: Manifest, keys: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (key: string): void => {
    if (found.has(key) || !manifest[key]) return
    found.add(key)
    manifest[key].imports?.forEach(visit)
  }
  keys.forEach(visit)
  return found
}

function linksOf(manifest: Manifest, key: string): string[] {
  const chunk = manifest[key]
  if (!chunk) return []
  return [
    `</${chunk.file}>; rel=modulepreload; fetchpriority=low`,
    ...(chunk.css ?? []).map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
  ]
}

/** TanStack's naming of route files: `games.index` → `/games`, `games.$slug` → `/games/:any`. */
function patternOf(name: string): RegExp {
  const segments = name
    .split(/[./]/)
    .filter((segment) => segment !== 'index' && !segment.startsWith('_'))
    .map((segment) => (segment.startsWith('$') ? '[^/]+' : segment.replace(/[^\w-]/g, '')))
  return new RegExp(`^/${segments.join('/')}/?$`)
}
