import type { Rolldown } from 'vite'

type Groups = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']

/**
 * A few chunks for what many pages share, in place of dozens of tiny ones: `vendor`, the libraries of the
 * first load, which change seldom; `app`, our own code of the first load and of the home page, whose tiles
 * most pages show; `play`, the engine and what games share; `account`,
 * what the pages of the account share; `parts`, what at least two other pages share. The
 * rest stays with the one page that needs it. `entry`, `home` and `games` are absolute file names; what the games
 * page has from `src/ui` counts as the first load, too, and so do all styles there: one file, fetched once.
 */
export function chunkGroups(entry: string, home: string, games: string): Groups {
  const closures = new Map<string, Set<string>>()
  const isIn = (start: string, id: string, context: Rolldown.ChunkingContext) => {
    const closure = closures.get(start) ?? staticClosure(start, (module) => importsOf(module, context))
    closures.set(start, closure)
    return closure.has(id)
  }

  return [
    {
      name: (id, context) => {
        if (id.includes('rolldown/runtime')) return 'vendor'
        const isFirst =
          isIn(entry, id, context) ||
          isIn(`${home}?tsr-split=component`, id, context) ||
          (id.includes('/src/ui/') &&
            (id.endsWith('.module.css') || isIn(`${games}?tsr-split=component`, id, context)))
        if (!isFirst) return null
        return id.includes('/node_modules/') ? 'vendor' : 'app'
      },
      priority: 3,
    },
    {
      name: 'play',
      test: /\/(?:src\/(?:features\/play|fair)\/|src\/lib\/play-|node_modules\/(?:@noble\/hashes|idb)\/)/,
      minShareCount: 2,
      priority: 2,
    },
    {
      name: 'account',
      test: /\/(?:src\/features\/(?:account|security|responsible-play)\/|node_modules\/(?:react-hook-form|@hookform)\/)/,
      minShareCount: 2,
      priority: 2,
    },
    {
      name: 'parts',
      test: /\/(?:src\/(?:ui|i18n|lib|features)|node_modules\/lucide-react)\/.*\.(?:m?[jt]sx?|module\.css)$/,
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
