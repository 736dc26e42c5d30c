import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCycles, graphOf, importEdges } from './import-graph.ts'

/** Exceptions: `main.tsx` starts the app, and its router reads the generated tree of routes. */
const isOutside = (path: string) => posix.dirname(path) === 'src'

const edges = importEdges('src').filter(({ from, to }) => !isOutside(from) && !isOutside(to))

describe('the imports in src', () => {
  it('are searched for cycles, which are named', () => {
    const graph = new Map([
      ['a', new Set(['b', 'd'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ])
    expect(findCycles(graph)).toEqual([['b', 'c', 'b']])
    expect(edges.length).toBeGreaterThan(2_000)
  })

  it('have no cycle between files', () => {
    expect(
      findCycles(
        graphOf(
          edges.filter(({ isDynamic }) => !isDynamic),
          (path) => path,
        ),
      ),
    ).toEqual([])
  })

  it('have no cycle between folders, including the inner folders of a feature', () => {
    expect(findCycles(graphOf(edges, posix.dirname))).toEqual([])
  })
})
