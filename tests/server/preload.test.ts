import { describe, expect, it } from 'vitest'
import { createPreloads } from '#server/preload.ts'

const MANIFEST = JSON.stringify({
  'index.html': {
    file: 'assets/index-1.js',
    isEntry: true,
    imports: ['_vendor.js'],
    css: ['assets/index-1.css'],
  },
  '_vendor.js': { file: 'assets/vendor-1.js' },
  '_tile.js': { file: 'assets/tile-1.js', imports: ['_vendor.js'] },
  'src/routes/index.tsx?tsr-split=component': {
    file: 'assets/home-1.js',
    imports: ['_vendor.js', '_tile.js', 'index.html'],
    css: ['assets/home-1.css'],
  },
  'src/routes/games.index.tsx?tsr-split=component': { file: 'assets/games-1.js', imports: ['_tile.js'] },
  'src/routes/games.$slug.tsx?tsr-split=component': { file: 'assets/game-1.js', imports: ['_gone.js'] },
  'src/routes/forgot-password.tsx?tsr-split=component': { file: 'assets/forgot-1.js' },
  'src/routes/forgot-password.tsx?tsr-split=errorComponent': { file: 'assets/error-1.js' },
  'src/routes/$.tsx?tsr-split=component': { file: 'assets/missing-1.js' },
  'src/routes/__root.tsx?tsr-split=component': { file: 'assets/root-1.js' },
})
const GAMES = '</api/games>; rel=preload; as=fetch; crossorigin=anonymous'
const CATEGORIES = '</api/categories>; rel=preload; as=fetch; crossorigin=anonymous'

describe('preload hints', () => {
  const of = createPreloads(MANIFEST)

  it.each([
    [
      '/',
      `</assets/home-1.js>; rel=modulepreload, </assets/home-1.css>; rel=preload; as=style; crossorigin, </assets/tile-1.js>; rel=modulepreload, ${GAMES}, ${CATEGORIES}`,
    ],
    [
      '/games',
      `</assets/games-1.js>; rel=modulepreload, </assets/tile-1.js>; rel=modulepreload, ${GAMES}, ${CATEGORIES}`,
    ],
    ['/games/dice', '</assets/game-1.js>; rel=modulepreload'],
    ['/games/dice/', '</assets/game-1.js>; rel=modulepreload'],
    ['/forgot-password', '</assets/forgot-1.js>; rel=modulepreload'],
    ['/games/dice/more', null],
    ['/nowhere', null],
  ])('%s', (path, link) => {
    expect(of(path, { withData: true })).toBe(link)
  })

  it('leave the data out for who has it', () => {
    expect(of('/games', { withData: false })).toBe(
      '</assets/games-1.js>; rel=modulepreload, </assets/tile-1.js>; rel=modulepreload',
    )
  })

  it.each([
    ['none', null],
    ['no JSON', '<html>'],
    ['a list', '[]'],
    ['entries of another shape', '{"index.html": {"src": 1}}'],
    ['an empty one', '{}'],
  ])('do without when the manifest is %s', (_, manifest) => {
    const hints = createPreloads(manifest)
    expect(hints('/games/dice', { withData: true })).toBeNull()
    expect(hints('/', { withData: true })).toBe(`${GAMES}, ${CATEGORIES}`)
  })
})
