import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCycles, graphOf, importEdges } from './import-graph.ts'

/** `main.tsx` starts the app, and the generated tree of routes is read by its router: neither is a layer. */
const isOutside = (path: string) => posix.dirname(path) === 'src'

const edges = importEdges('src').filter(({ from, to }) => !isOutside(from) && !isOutside(to))

describe('imports in src', () => {
  it('finds a way around, and says which', () => {
    const graph = new Map([
      ['a', new Set(['b', 'd'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ])
    expect(findCycles(graph)).toEqual([['b', 'c', 'b']])
    expect(edges.length).toBeGreaterThan(2_000)
  })

  it('go round in no circle between files', () => {
    expect(
      findCycles(
        graphOf(
          edges.filter(({ isDynamic }) => !isDynamic),
          (path) => path,
        ),
      ),
    ).toEqual([])
  })

  it('go round in no circle between folders, inner ones of a feature included', () => {
    expect(findCycles(graphOf(edges, posix.dirname))).toEqual([])
  })
})
