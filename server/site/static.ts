import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contentHash } from '#server/base/content-hash.ts'
import type { Mode } from '#server/config/config.ts'
import { conditionalResponse } from '#server/http/conditional.ts'
import { encodeBody } from '#server/http/content-encoding.ts'
import type { Preview } from '#server/win-links/win-preview.ts'
import { createKnownPages } from './known-pages.ts'
import { createPreloads, gamePlayedAt } from './preload.ts'
import {
  IMMUTABLE,
  listFiles,
  loadFiles,
  plainText,
  readIfExists,
  REVALIDATE,
  toFile,
  type StaticFile,
} from './static-file.ts'

const ONE_HOUR = 'public, max-age=3600'

/**
 * Marks a browser that visited within the last day and so has stored data: a preload hint that is not used causes a
 * warning in the console. It identifies nobody.
 */
const VISITED_COOKIE = 'koi_visited=1'
const VISITED_FOR_A_DAY = `${VISITED_COOKIE}; Max-Age=86400; Path=/; SameSite=Lax; HttpOnly`

/** Social networks want an absolute URL for their preview, which only the server knows. */
const SOCIAL_IMAGE = 'property="og:image" content="/'

/** Where the link of a friend leads. The preview is the same for all codes: it does not say who invites. */
const INVITATION_PAGE = /^\/r\/[^/]+\/?$/

const withInvitation = (html: string): string =>
  html
    .replace(/(property="og:title" content=")[^"]*/, '$1A friend invites you to Koi')
    .replace(
      /(property="og:description" content=")[^"]*/,
      '$1Games with results that you can check yourself. Open the link to create an account.',
    )

function withPreview(html: string, { title, description, image }: Preview): string {
  const told = (property: string, text: string) => (page: string) =>
    page.replace(
      new RegExp(`(property="og:${property}" content=")[^"]*`),
      (_, before: string) => before + text.replace(/[&<>"]/g, (each) => `&#${each.codePointAt(0)};`),
    )
  return [told('title', title), told('description', description)]
    .reduce((page, tell) => tell(page), html)
    .replace(/(property="og:image" content="[^"]*)\/og\.png/, (_, before: string) => before + image)
}

/** Tells the page the mode, so that it knows it even if no request succeeds. */
const PRACTICE_MODE = 'name="koi-mode" content="practice"'
const LIVE_MODE = PRACTICE_MODE.replace('practice"', 'live"')

const VERIFIER = '/verify.html'
/** Its worker takes what is shared with the app. Without one the page says that nothing arrived. */
const SHARE_TARGET = '/verify'

/** Replaces a path that cannot be decoded (`/games/100%`); no route matches it. */
const NOWHERE = '/%'

const NOT_BUILT = 'The app has not been built yet: run npm run build.\n'

const PRACTICE_FOLDER = /^\/assets\/practice\//
const PRACTICE_PAGE = /^\/practice-mail\/?$/

/** The picture of the lobby's first offer, hidden in the loading screen of index.html. */
const POND_HIDDEN = /(<div class="pond") hidden(>\s*<img\s[^>]*?)\s+loading="lazy"/

const withPond = (html: string): string => html.replace(POND_HIDDEN, '$1$2')

/** For a first visit to a game: the cover shows before the code has loaded. `cover` must be a URL of this server. */
const withCover = (html: string, cover: string): string =>
  html.replace(
    /<div class="pond" hidden>[\s\S]*?<\/div>/,
    `<img class="cover" src="${cover}" alt="" width="180" height="240" fetchpriority="high">`,
  )

export interface StaticFiles {
  respond(request: Request): Promise<Response>
  /** First 8 characters of the content's hash; null without such a file. `path` begins with `/`. */
  version(path: string): string | null
  /** Null without such a file. `path` begins with `/`. */
  read(path: string): Buffer | null
  /** `sha256-…` of each inline script, for the content security policy. */
  readonly scriptHashes: readonly string[]
}

interface StaticOptions {
  readonly imagesOf?: (path: string) => Promise<readonly string[]>
  /** Null for a page without one of its own; `gone` if there is no such page any more. */
  readonly previewOf?: (path: string) => Promise<Preview | 'gone' | null>
  /** Default: practice. Live mode serves neither code nor pages for practice money. */
  readonly mode?: Mode
  readonly publicOrigin?: string | null
}

/**
 * Serves a built client from memory, compressed by the build. `archiveDir` has the hashed assets of earlier releases,
 * for tabs that stay open over a deployment. Only names found at the start are served, so no path can lead outside. A
 * path without a route gets the shell with status 404, which shows the app's own page for it.
 */
export function createStaticFiles(
  staticDir: string | null,
  archiveDir: string | null,
  {
    imagesOf = async () => [],
    previewOf = async () => null,
    mode = 'practice',
    publicOrigin = null,
  }: StaticOptions = {},
): StaticFiles {
  const files = staticDir === null ? new Map<string, StaticFile>() : loadFiles(staticDir)
  const archive = archiveDir === null ? new Map<string, string>() : listArchive(archiveDir)
  const page = files.get('/index.html')?.body.plain.toString() ?? ''
  const preloadsOf = createPreloads(page, readFromBuild(staticDir, 'manifest.json'))
  const isPractice = mode === 'practice'
  const isPage = createKnownPages(readFromBuild(staticDir, 'routes.json'))
  const isServed = (path: string) => isPractice || !PRACTICE_FOLDER.test(path)
  const isKnown = (path: string) => isPage(path) && (isPractice || !PRACTICE_PAGE.test(path))
  const shellReady = shellOf(files.get('/index.html'), { mode, publicOrigin })
  const firstLobbyReady = shellReady.then((shell) => shell && changed(shell, withPond))
  const invitationReady = shellReady.then((shell) => shell && changed(shell, withInvitation))
  const firstPlays = new Map<string, typeof shellReady>()

  return {
    async respond(request) {
      if (request.method === 'POST' && new URL(request.url).pathname === SHARE_TARGET) {
        return new Response(null, { status: 303, headers: { location: `${SHARE_TARGET}?file=lost` } })
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return plainText(405, 'Method not allowed\n', { allow: 'GET, HEAD' })
      }
      const url = new URL(request.url)
      const decoded = decodePath(url.pathname)
      const path = decoded ?? url.pathname
      const file = isServed(path) ? files.get(path) : undefined
      if (file) return respondWithFile(request, path, file, url.searchParams.get('v'))
      if (path.startsWith('/assets/')) return respondFromArchive(request, path)
      if (/\.[a-z0-9]{1,12}$/i.test(path)) return plainText(404, 'Not found\n')
      return respondWithShell(request, decoded ?? NOWHERE)
    },
    version: (path) => files.get(path)?.hash.slice(0, 8) ?? null,
    read: (path) => files.get(path)?.body.plain ?? null,
    scriptHashes: hashInlineScripts(page),
  }

  async function respondWithShell(request: Request, path: string): Promise<Response> {
    // Only a page that is about to run uses the hints; the service worker fetches the shell to cache it.
    const mode = request.headers.get('sec-fetch-mode')
    const isOpened = mode === null || mode === 'navigate'
    const isFirstVisit = !request.headers.get('cookie')?.includes(VISITED_COOKIE)
    const images = isOpened && isFirstVisit ? await imagesOf(path) : []
    // A later launch is too short for a picture.
    const usual = await (isOpened && isFirstVisit ? shellOfFirstVisit(path, images) : shellReady)
    if (!usual) return plainText(503, NOT_BUILT)
    const preview = await previewOf(path)
    const shell = preview === null || preview === 'gone' ? usual : previewed(usual, preview)
    const language = request.headers.get('accept-language')
    const link = isOpened ? preloadsOf(path, { withData: isFirstVisit, images, language }) : null
    const headers = {
      'content-type': shell.type,
      'cache-control': REVALIDATE,
      ...(link !== null && { link }),
      // A search is not to find the win that a player shows by a link.
      ...(preview !== null && { 'x-robots-tag': 'noindex' }),
      ...(isOpened && isFirstVisit && { 'set-cookie': VISITED_FOR_A_DAY }),
    }
    return conditionalResponse(
      request,
      shell.body,
      shell.hash,
      headers,
      isKnown(path) && preview !== 'gone' ? 200 : 404,
    )
  }

  function shellOfFirstVisit(path: string, [cover]: readonly string[]): typeof shellReady {
    if (path === '/') return firstLobbyReady
    if (INVITATION_PAGE.test(path)) return invitationReady
    if (gamePlayedAt(path) === null || cover === undefined) return shellReady
    const ready =
      firstPlays.get(cover) ??
      shellReady.then((shell) => shell && changed(shell, (html) => withCover(html, cover)))
    firstPlays.set(cover, ready)
    return ready
  }

  async function respondFromArchive(request: Request, path: string): Promise<Response> {
    const place = isServed(path) ? archive.get(path) : undefined
    const file = place === undefined ? null : await readArchived(place)
    return file ? respondWithFile(request, path, file, null) : plainText(404, 'Not found\n')
  }
}

/** A script that somebody else inserts into a served page has no hash, so it does not run. */
function hashInlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return Array.from(
    scripts,
    ([, code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`,
  )
}

function respondWithFile(request: Request, path: string, file: StaticFile, version: string | null): Response {
  return conditionalResponse(request, file.body, file.hash, {
    'content-type': file.type,
    'cache-control': cacheControl(path, file, version),
    // To be saved and opened from the disk: served from here it would run under the house's control.
    ...(path === VERIFIER && { 'content-disposition': 'attachment; filename="koi-verify.html"' }),
  })
}

function cacheControl(path: string, file: StaticFile, version: string | null): string {
  if (path.startsWith('/assets/') || version === file.hash.slice(0, 8)) return IMMUTABLE
  // Shell, service worker and manifest have fixed names and change with every release.
  const isAtTop = path.lastIndexOf('/') === 0
  return isAtTop && /\.(html|js|webmanifest)$/.test(path) ? REVALIDATE : ONE_HOUR
}

/** Maps URL to file. Read on demand: hardly any will be requested. */
function listArchive(dir: string): Map<string, string> {
  const places = new Map<string, string>()
  if (!existsSync(dir)) return places
  for (const release of readdirSync(dir).sort()) {
    const assets = join(dir, release, 'assets')
    if (!existsSync(assets)) continue
    for (const path of listFiles(assets)) places.set(`/assets${path}`, join(assets, path))
  }
  return places
}

async function readArchived(place: string): Promise<StaticFile | null> {
  const read = (path: string) => readFile(path).catch(() => null)
  const [plain, br, gzip] = await Promise.all([read(place), read(`${place}.br`), read(`${place}.gz`)])
  return plain && toFile(place, plain, br, gzip)
}

function readFromBuild(staticDir: string | null, name: string): string | null {
  return staticDir === null ? null : (readIfExists(join(staticDir, '.vite', name))?.toString() ?? null)
}

async function shellOf(
  file: StaticFile | undefined,
  { mode, publicOrigin }: Required<Pick<StaticOptions, 'mode' | 'publicOrigin'>>,
): Promise<StaticFile | undefined> {
  if (!file) return undefined
  return changed(file, (html) => {
    const inMode = mode === 'live' ? html.replace(PRACTICE_MODE, LIVE_MODE) : html
    return publicOrigin === null
      ? inMode
      : inMode.replace(SOCIAL_IMAGE, `${SOCIAL_IMAGE.slice(0, -1)}${publicOrigin}/`)
  })
}

/** Compresses again only if the text changes. */
async function changed(page: StaticFile, change: (html: string) => string): Promise<StaticFile> {
  const html = page.body.plain.toString()
  const told = change(html)
  if (told === html) return page
  const plain = Buffer.from(told)
  return { body: await encodeBody(plain), hash: contentHash(plain), type: page.type }
}

/** Not compressed: few open each of them. */
function previewed(page: StaticFile, preview: Preview): StaticFile {
  const plain = Buffer.from(withPreview(page.body.plain.toString(), preview))
  return { body: { plain }, hash: contentHash(plain), type: page.type }
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}
