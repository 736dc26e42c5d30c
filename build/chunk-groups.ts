import type { Rolldown } from 'vite'

type Groups = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']

/**
 * A few chunks for what many pages share, in place of dozens of tiny ones: `vendor`, the libraries of the
 * first load, which change seldom; `app`, our own code of the first load and of the home page, whose tiles
 * most pages show; `parts`, what at least two other pages share. The rest stays with the one page that
 * needs it. `entry` and `home` are absolute file names.
 */
export function chunkGroups(entry: string, home: string): Groups {
  const closures = new Map<string, Set<string>>()
  const isIn = (start: string, id: string, context: Rolldown.ChunkingContext) => {
    const closure =
      closures.get(start) ??
      staticClosure(start, (module) => context.getModuleInfo(module)?.importedIds ?? [])
    closures.set(start, closure)
    return closure.has(id)
  }

  return [
    {
      name: (id, context) => {
        if (id.includes('rolldown/runtime')) return 'vendor'
        const isFirst = isIn(entry, id, context) || isIn(`${home}?tsr-split=component`, id, context)
        if (!isFirst) return null
        return id.includes('/node_modules/') ? 'vendor' : 'app'
      },
      priority: 3,
    },
    {
      name: 'parts',
      test: /\/(?:src\/(?:ui|i18n|lib|features)|node_modules\/lucide-react)\/.*\.(?:[jt]sx?|module\.css)$/,
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
