import * as v from 'valibot'

const ManifestSchema = v.record(
  v.string(),
  v.object({
    file: v.string(),
    isEntry: v.optional(v.boolean()),
    imports: v.optional(v.array(v.string())),
    css: v.optional(v.array(v.string())),
  }),
)
type Manifest = v.InferOutput<typeof ManifestSchema>

/** Keys of the chunks the router splits off: `src/routes/games.$slug.tsx?tsr-split=component`. */
const ROUTE_CHUNK = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/

/** Answers that a page asks for as soon as it runs. */
const DATA_OF_PAGE: Record<string, readonly string[]> = {
  '/': ['/api/games', '/api/categories'],
  '/games': ['/api/games', '/api/categories'],
}

/** The value of a page's `Link` header; null when there is nothing to say. */
export type Preloads = (path: string, options: { withData: boolean }) => string | null

/**
 * Reads Vite's manifest into hints for each page: the route's own chunks, which the browser would otherwise
 * find out about only after the entry has run, and `withData` the answers it asks for first. A manifest that
 * is missing or odd only costs the hints.
 */
export function createPreloads(manifestJson: string | null): Preloads {
  const manifest = parseManifest(manifestJson)
  const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const loadedAnyway = closureOf(manifest, entry)
  const routes: { pattern: RegExp; links: string[] }[] = []
  for (const key of Object.keys(manifest)) {
    const name = ROUTE_CHUNK.exec(key)?.[1]
    // The root is part of the entry; the 404 page (`$`) would match everything.
    if (name === undefined || name === '$' || name.startsWith('__root')) continue
    const chunks = [...closureOf(manifest, [key])].filter((chunk) => !loadedAnyway.has(chunk))
    routes.push({ pattern: patternOf(name), links: chunks.flatMap((chunk) => linksOf(manifest, chunk)) })
  }

  return (path, { withData }) => {
    const links = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ links }) => links))
    for (const url of withData ? (DATA_OF_PAGE[path] ?? []) : []) {
      links.add(`<${url}>; rel=preload; as=fetch; crossorigin=anonymous`)
    }
    return links.size > 0 ? [...links].join(', ') : null
  }
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

/** A chunk and all it imports statically. */
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
    `</${chunk.file}>; rel=modulepreload`,
    ...(chunk.css ?? []).map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
  ]
}

/** The paths of a route file by TanStack's naming: `games.index` → `/games`, `games.$slug` → `/games/:any`. */
function patternOf(name: string): RegExp {
  const segments = name
    .split(/[./]/)
    .filter((segment) => segment !== 'index' && !segment.startsWith('_'))
    .map((segment) => (segment.startsWith('$') ? '[^/]+' : segment.replace(/[^\w-]/g, '')))
  return new RegExp(`^/${segments.join('/')}/?$`)
}
