import type { Rolldown } from 'vite'

type Groups = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']

/**
 * A few chunks for what many pages share, in place of dozens of tiny ones: `vendor`, the libraries of the
 * first load, which change seldom; `app`, our own code of the first load; `home`, what the home page adds
 * to it; `parts`, what at least two other pages share. The rest stays with the one page that needs it.
 * `entry` and `home` are absolute file names.
 */
export function chunkGroups(entry: string, home: string): Groups {
  const closures = new Map<string, Set<string>>()
  const closureOf = (start: string, context: Rolldown.ChunkingContext) => {
    const known = closures.get(start)
    if (known) return known
    const closure = staticClosure(start, (module) => context.getModuleInfo(module)?.importedIds ?? [])
    closures.set(start, closure)
    return closure
  }

  return [
    {
      name: (id, context) => {
        if (!closureOf(entry, context).has(id) || id === entry) return null
        return id.includes('/node_modules/') ? 'vendor' : 'app'
      },
      priority: 3,
    },
    {
      name: (id, context) => (closureOf(`${home}?tsr-split=component`, context).has(id) ? 'home' : null),
      priority: 2,
    },
    {
      name: 'parts',
      test: /\/(?:src\/(?:ui|i18n|lib|features)|node_modules\/lucide-react)\/.*\.[jt]sx?$/,
      minShareCount: 2,
      priority: 1,
    },
  ]
}

/** A module and all it imports statically, however deep. */
function staticClosure(start: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set([start])
  for (const id of found) for (const imported of importsOf(id)) found.add(imported)
  return found
}
