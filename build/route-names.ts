import type { Plugin } from 'vite'

const CHILDREN = /(const rootRouteChildren)[^=]*= \{([^}]*)\}/

/**
 * Makes the routes of the generated tree a list. As an object they have names, which only types read, and which would
 * be in the first load.
 */
export function routeNames(routeTree: string): Plugin {
  return {
    name: 'koi-route-names',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: routeTree },
      handler(code) {
        if (!CHILDREN.test(code)) throw new Error(`${routeTree} has no object of routes`)
        const listed = code.replace(
          CHILDREN,
          (_, name: string, routes: string) => `${name} = [${routes.replace(/\w+:/g, '')}]`,
        )
        return { code: listed, map: null }
      },
    },
  }
}
