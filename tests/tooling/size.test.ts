import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

const SCREEN = 'src/features/play/dice/DiceScreen.tsx'
const noise = (bytes: number) => randomBytes(bytes).toString('base64').slice(0, bytes)

interface Build {
  entry?: string
  css?: string
  modules?: Record<string, string[]>
  notPrecached?: string[]
  worker?: string
  game?: string
  shared?: string
  isGameFirst?: boolean
  /** Chunks that talk to wallets, and to wallets on other devices. */
  wallet?: string
  relay?: string
}

const PRACTICE = 'assets/practice/wallet-1.js'

/** Writes a small build as Vite and Workbox do, and runs the check on it. */
function check({
  entry = 'entry',
  css = 'a{}',
  modules = {},
  notPrecached = [],
  worker,
  game = 'dice',
  shared = 'shared',
  isGameFirst = false,
  wallet = 'wallet',
  relay = 'relay',
}: Build) {
  const dist = mkdtempSync(join(tmpdir(), 'koi-size-'))
  folders.push(dist)
  const files: Record<string, string> = {
    'assets/index-1.js': entry,
    'assets/vendor-1.js': 'vendor',
    'assets/home-1.js': 'home',
    'assets/gift-1.js': 'gift',
    'assets/DiceScreen-1.js': game,
    'assets/DiceScreen-1.css': 'b{}',
    'assets/play-1.js': shared,
    'assets/en-1.js': 'en',
    'assets/zh-1.js': 'zh',
    'assets/index-1.css': `${css}@font-face{src:url(/assets/figtree-1.woff2)}`,
    'assets/figtree-1.woff2': 'font',
    'assets/lazy/wallet-1.js': wallet,
    'assets/lazy/walletconnect-1.js': relay,
    [PRACTICE]: 'practice',
    'index.html':
      '<script data-en-us="/assets/en-1.js">boot()</script><link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/index-1.js">',
  }
  const precached = Object.keys(files).filter(
    (path) => !/\/(?:lazy|practice)\//.test(path) && !notPrecached.includes(path),
  )
  files['sw.js'] = worker ?? `x([${precached.map((url) => `{"revision":null,"url":"${url}"}`).join(',')}])`
  files['.vite/modules.json'] = JSON.stringify({
    [PRACTICE]: ['src/features/practice/practice-wallet.provider.ts'],
    ...modules,
  })
  files['.vite/manifest.json'] = JSON.stringify({
    'index.html': {
      file: 'assets/index-1.js',
      imports: ['_vendor.js', ...(isGameFirst ? [SCREEN] : [])],
      css: ['assets/index-1.css'],
    },
    '_vendor.js': { file: 'assets/vendor-1.js' },
    'src/routes/index.tsx?tsr-split=component': { file: 'assets/home-1.js', imports: ['_vendor.js'] },
    'src/routes/gift.tsx?tsr-split=component': { file: 'assets/gift-1.js' },
    [SCREEN]: {
      file: 'assets/DiceScreen-1.js',
      css: ['assets/DiceScreen-1.css'],
      imports: ['_play.js', '_vendor.js'],
    },
    '_play.js': { file: 'assets/play-1.js' },
    'src/i18n/en-US/messages.po': { file: 'assets/en-1.js' },
    'src/i18n/zh-CN/messages.po': { file: 'assets/zh-1.js' },
  })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, 'client', path)), { recursive: true })
    writeFileSync(join(dist, 'client', path), text)
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/size.mjs', dist], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the size check', () => {
  it('accepts a small first load, and counts boot script, entry, home and one catalog', () => {
    const { status, stdout, stderr } = check({})
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    for (const path of [
      'index.html',
      'index-1.js',
      'vendor-1.js',
      'home-1.js',
      'en-1.js',
      'figtree-1.woff2',
    ]) {
      expect(stdout).toContain(path)
    }
    expect(stdout).not.toContain('zh-1.js')
    expect(stdout).not.toContain('gift-1.js')
  })

  it('refuses too much JavaScript and too much CSS', () => {
    expect(check({ entry: noise(250_000) })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('js is'),
    })
    expect(check({ css: noise(25_000) })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('css is'),
    })
  })

  it.each([
    'node_modules/@web3-onboard/core/dist/index.js',
    'node_modules/@walletconnect/ethereum-provider/dist/index.js',
    'node_modules/qr-code-styling/lib/x.js',
    'src/rules/dice/dice.ts',
    'src/features/play/DiceTable.tsx',
  ])('refuses %s in the first load, and allows it elsewhere', (id) => {
    const inHome = check({ modules: { 'assets/home-1.js': [id] } })
    expect(inHome).toMatchObject({ status: 1, stderr: expect.stringContaining(id) })
    expect(check({ modules: { 'assets/gift-1.js': [id] } }).status).toBe(0)
  })

  it.each([
    'index.html',
    'assets/vendor-1.js',
    'assets/gift-1.js',
    'assets/zh-1.js',
    'assets/figtree-1.woff2',
  ])('refuses a precache without %s', (path) => {
    expect(check({ notPrecached: [path] })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(path),
    })
  })

  it('reports the size of a game, and refuses one that is too large or part of the first load', () => {
    expect(check({}).stdout).toMatch(/^Game dice: 0\.\d kB of 25\.0 kB, its page 0\.\d kB of 72\.5 kB$/m)
    expect(check({ shared: noise(100_000) })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The page of dice'),
    })
    expect(check({ game: noise(45_000) })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The game dice is'),
    })
    expect(check({ isGameFirst: true })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The game dice is in the first load'),
    })
  })

  it('counts all wallet code together, except the way to other devices', () => {
    const modules = {
      'assets/gift-1.js': ['src/features/wallet/WalletPanel.tsx'],
      'assets/lazy/wallet-1.js': ['node_modules/@web3-onboard/core/dist/index.js'],
      'assets/lazy/walletconnect-1.js': ['node_modules/@walletconnect/core/dist/index.js'],
    }
    expect(check({ modules, wallet: noise(100_000) })).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Wallets: \d+\.\d kB of 200\.0 kB, and \d/m),
    })
    expect(check({ modules, wallet: noise(300_000) })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The code of wallets is'),
    })
    expect(check({ modules, relay: noise(300_000) }).status).toBe(0)
  })

  it('requires no precache from a worker that withdraws itself', () => {
    expect(check({ worker: 'self.registration.unregister()' }).status).toBe(0)
    expect(check({ worker: 'self.skipWaiting()' }).status).toBe(1)
  })

  it('says what to do without a build', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/size.mjs', '/nowhere'], {
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('npm run build')
  })

  it('refuses code for practice mode in a chunk that live mode serves', () => {
    const inside = check({ modules: { 'assets/gift-1.js': ['src/features/practice/practice-keys.ts'] } })
    expect(inside.status).toBe(1)
    expect(check({ entry: 'Practice wallet', modules: { 'assets/index-1.js': [] } }).stderr).toContain(
      '"Practice wallet" of practice mode',
    )
  })
})
