import * as v from 'valibot'

const RoutesSchema = v.array(v.pipe(v.string(), v.startsWith('/')))

/**
 * Matches paths with the router's patterns, as the build wrote them (`/games/$slug`). If the list is missing or
 * invalid, every path is a page.
 */
export function createKnownPages(routesJson: string | null): (path: string) => boolean {
  const routes = parseRoutes(routesJson)
  if (routes === null) return () => true
  const patterns = routes.map(patternOf)
  return (path) => patterns.some((pattern) => pattern.test(path))
}

function parseRoutes(json: string | null): readonly string[] | null {
  if (json === null) return null
  try {
    const read = v.safeParse(RoutesSchema, JSON.parse(json))
    return read.success ? read.output : null
  } catch {
    return null
  }
}

function patternOf(route: string): RegExp {
  const parts = route.split('/').filter(Boolean)
  const fixed = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const path = parts.map((part) => `/${part.startsWith('$') ? '[^/]+' : fixed(part)}`).join('')
  return new RegExp(`^${path}/?$`)
}
