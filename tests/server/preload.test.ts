import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createPreloads } from '#server/site/preload.ts'

const HTML = `<script data-en-us="/assets/messages-1.js">boot()</script>
<script type="module" crossorigin src="/assets/app-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/vendor-1.js">
<link rel="stylesheet" crossorigin href="/assets/app-1.css">
<link rel="preload" as="font" type="font/woff2" crossorigin="" href="/assets/figtree-1.woff2">`
const MANIFEST = JSON.stringify({
  '_app.js': {
    file: 'assets/app-1.js',
    imports: ['_vendor.js'],
    css: ['assets/app-1.css'],
    assets: ['assets/hero-1.svg', 'assets/figtree-1.woff2'],
  },
  '_vendor.js': { file: 'assets/vendor-1.js' },
  '_tile.js': { file: 'assets/tile-1.js', imports: ['_vendor.js'] },
  'src/routes/index.tsx?tsr-split=component': {
    file: 'assets/home-1.js',
    imports: ['_vendor.js', '_tile.js', '_app.js'],
    css: ['assets/home-1.css'],
  },
  'src/routes/games.index.tsx?tsr-split=component': { file: 'assets/games-1.js', imports: ['_tile.js'] },
  'src/routes/games.$slug.tsx?tsr-split=component': { file: 'assets/game-1.js', imports: ['_gone.js'] },
  'src/routes/games.$slug_.play.tsx?tsr-split=component': { file: 'assets/play-1.js' },
  '_kit.js': { file: 'assets/kit-1.js', imports: ['_vendor.js'], css: ['assets/kit-1.css'] },
  'src/app/play-screens.ts': { file: 'assets/screens-1.js' },
  'src/features/play/dice/DiceScreen.tsx': { file: 'assets/dice-1.js', imports: ['_kit.js', '_app.js'] },
  'src/features/play/limbo/LimboScene.tsx': { file: 'assets/scene-1.js', imports: ['_kit.js'] },
  'src/features/play/limbo/LimboScreen.tsx': { file: 'assets/limbo-1.js', imports: ['_kit.js'] },
  'src/routes/gift.tsx?tsr-split=component': { file: 'assets/gift-1.js', imports: ['_kit.js'] },
  'src/features/play/gift-wheel/VisitorWheel.tsx': { file: 'assets/wheel-1.js', imports: ['_kit.js'] },
  'src/features/gift/CodeForm.tsx': { file: 'assets/code-1.js', imports: ['_tile.js'] },
  'src/i18n/en-US/account.po': { file: 'assets/account-en-1.js' },
  'src/i18n/en-US/play.po': { file: 'assets/play-en-1.js' },
  'src/i18n/zh-CN/play.po': { file: 'assets/play-zh-1.js' },
  'src/routes/history.tsx?tsr-split=component': { file: 'assets/history-1.js', imports: ['_kit.js'] },
  'src/routes/forgot-password.tsx?tsr-split=component': { file: 'assets/forgot-1.js' },
  'src/routes/forgot-password.tsx?tsr-split=errorComponent': { file: 'assets/error-1.js' },
  'src/routes/$.tsx?tsr-split=component': { file: 'assets/missing-1.js' },
  'src/routes/__root.tsx?tsr-split=component': { file: 'assets/root-1.js' },
})
const module = (name: string) => `</assets/${name}-1.js>; rel=modulepreload; fetchpriority=low`
const style = (name: string) => `</assets/${name}-1.css>; rel=preload; as=style; crossorigin`
const data = (path: string) =>
  `</api/${path}>; rel=preload; as=fetch; crossorigin=anonymous; fetchpriority=low`
const image = (path: string) => `<${path}>; rel=preload; as=image; fetchpriority=low`
const OWN = [
  style('app'),
  '</assets/figtree-1.woff2>; rel=preload; as=font; crossorigin',
  '</assets/app-1.js>; rel=modulepreload',
  '</assets/vendor-1.js>; rel=modulepreload',
]
const LOBBY = [data('games'), data('categories'), data('providers')]
const list = (...links: string[]) => links.join(', ')

describe('preload hints', () => {
  const of = createPreloads(HTML, MANIFEST)

  it.each([
    ['/games', [module('games'), module('tile'), ...LOBBY]],
    ['/games/dice', [module('game'), data('games/dice'), ...LOBBY]],
    ['/games/dice/', [module('game'), data('games/dice'), ...LOBBY]],
    [
      '/games/dice/play',
      [
        ...[module('play'), module('screens'), module('dice'), module('kit'), style('kit')],
        ...[module('play-en'), data('games/dice')],
      ],
    ],
    [
      '/games/limbo/play',
      [
        ...[module('play'), module('screens'), module('limbo'), module('kit'), style('kit')],
        ...[module('scene'), module('play-en'), data('games/limbo')],
      ],
    ],
    ['/games/hilo/play', [module('play'), module('screens'), module('play-en'), data('games/hilo')]],
    ['/history', [module('history'), module('kit'), style('kit'), module('play-en')]],
    [
      '/gift',
      [
        ...[module('gift'), module('kit'), style('kit'), module('wheel'), module('code'), module('tile')],
        ...[module('play-en'), module('account-en')],
      ],
    ],
    ['/forgot-password', [module('forgot')]],
    ['/games/dice/more', []],
    ['/nowhere', []],
  ])('%s', (path, links) => {
    expect(of(path, { withData: true })).toBe(list(...OWN, ...links))
  })

  it("list the picture of the lobby's loading screen first", () => {
    const links = [module('home'), style('home'), module('tile'), ...LOBBY, data('promotions')]
    const hero = '</assets/hero-1.svg>; rel=preload; as=image; fetchpriority=high'
    expect(of('/', { withData: true })).toBe(list(hero, ...OWN, ...links))
  })

  it("list the cover in a game's loading screen first", () => {
    const links = [module('play'), module('screens'), module('play-en'), data('games/hilo')]
    const cover = '</covers/hilo.svg?v=1>; rel=preload; as=image; fetchpriority=high'
    const images = ['/covers/hilo.svg?v=1']
    expect(of('/games/hilo/play', { withData: true, images })).toBe(list(cover, ...OWN, ...links))
    expect(of('/games/hilo/play', { withData: false, images })).toBe(
      list(...OWN, module('play'), module('screens')),
    )
  })

  it('list the texts of play in the language of a first visit', () => {
    const links = [module('history'), module('kit'), style('kit')]
    const hints = of('/history', { withData: true, language: 'zh-TW,zh;q=0.9,en;q=0.8' })
    expect(hints).toBe(list(...OWN, ...links, module('play-zh')))
    expect(of('/history', { withData: false, language: 'zh-TW' })).toBe(list(...OWN, ...links))
  })

  it('leave out data and images for a returning visitor', () => {
    const hints = of('/games', { withData: false, images: ['/covers/dice.svg'] })
    expect(hints).toBe(list(...OWN, module('games'), module('tile')))
  })

  it('list the images of the first screen last', () => {
    const hints = of('/games/dice', { withData: true, images: ['/covers/dice.svg?v=1'] })
    expect(hints).toBe(
      list(...OWN, module('game'), data('games/dice'), ...LOBBY, image('/covers/dice.svg?v=1')),
    )
  })

  it.each([
    ['none', null],
    ['no JSON', '<html>'],
    ['a list', '[]'],
    ['entries of another shape', '{"index.html": {"src": 1}}'],
    ['an empty one', '{}'],
  ])('are left out when the manifest is %s', (_, manifest) => {
    const hints = createPreloads('<p>no app</p>', manifest)
    expect(hints('/forgot-password', { withData: true })).toBeNull()
    expect(hints('/games', { withData: true })).toBe(list(...LOBBY))
  })

  it('names modules that exist', () => {
    const source = readFileSync('server/site/preload.ts', 'utf8')
    const named = Array.from(source.matchAll(/'(src\/[\w./-]+\.tsx?)'/g), ([, path]) => path ?? '')
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })
})
