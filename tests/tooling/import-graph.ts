import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

interface ImportEdge {
  readonly from: string
  readonly to: string
  /** `import()`: it runs later, so it cannot cause a cycle at load time. */
  readonly isDynamic: boolean
}

const IMPORT = /^(?:import|export)\b[^;'"]*?from\s*'([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm

function resolve(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  if (!specifier.startsWith('#')) return undefined
  return specifier.startsWith('#server/') ? specifier.slice(1) : `src/${specifier.slice(1)}`
}

/** Every import of the TypeScript files in a folder, including type imports. */
export function importEdges(root: string): ImportEdge[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(root, path.replaceAll('\\', '/')))
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
  const known = new Set(files)
  return files.flatMap((from) =>
    Array.from(readFileSync(from, 'utf8').matchAll(IMPORT), ([, named, bare, dynamic]) => {
      const to = resolve(named ?? bare ?? dynamic ?? '', from)
      return to !== undefined && known.has(to) ? [{ from, to, isDynamic: dynamic !== undefined }] : []
    }).flat(),
  )
}

/** A graph from the edges, with each end renamed by `nameOf`. */
export function graphOf(edges: readonly ImportEdge[], nameOf: (path: string) => string): ImportGraph {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    if (nameOf(from) === nameOf(to)) continue
    const imports = graph.get(nameOf(from)) ?? new Set()
    graph.set(nameOf(from), imports.add(nameOf(to)))
  }
  return graph
}

/** One cycle of each strongly connected part: `['a', 'b', 'a']`. */
export function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (name: string) => {
    const start = path.indexOf(name)
    if (start >= 0) cycles.push([...path.slice(start), name])
    if (start >= 0 || done.has(name)) return
    path.push(name)
    for (const next of graph.get(name) ?? []) visit(next)
    path.pop()
    done.add(name)
  }
  for (const name of graph.keys()) visit(name)
  return cycles
}
