import type { Rolldown } from 'vite'

type Groups = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']

/**
 * Three chunks for what many pages share, in place of dozens of tiny ones: `vendor`, the libraries of the
 * first load, which change seldom; `app`, our own code of the first load; `parts`, what at least two lazy
 * pages share. Everything else stays with the one page that needs it.
 */
export function chunkGroups(entry: string): Groups {
  let firstLoad: Set<string> | undefined

  return [
    {
      name: (id, context) => {
        firstLoad ??= staticClosure(entry, (module) => context.getModuleInfo(module)?.importedIds ?? [])
        if (!firstLoad.has(id) || id === entry) return null
        return id.includes('/node_modules/') ? 'vendor' : 'app'
      },
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
