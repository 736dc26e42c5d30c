import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentHash } from '#server/base/content-hash.ts'
import { createStaticFiles, type StaticFiles } from '#server/site/static.ts'

const SHELL =
  '<!doctype html><title>Koi</title><meta name="koi-mode" content="practice" /><meta property="og:title" content="Koi" /><meta property="og:image" content="/og.png" />' +
  '<div class="pond" hidden>\n<img\nsrc="/assets/koi.svg"\nloading="lazy"\n/></div>'
const SHELL_OF_A_FIRST_VISIT = SHELL.replace(' hidden', '').replace('\nloading="lazy"', '')
const SCRIPT = 'console.log("koi")'
const COVER = '<svg/>'

let root: string
let files: StaticFiles

function write(path: string, content: string, isCompressed = false): void {
  const place = join(root, path)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, content)
  if (!isCompressed) return
  writeFileSync(`${place}.br`, brotliCompressSync(content))
  writeFileSync(`${place}.gz`, gzipSync(content))
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'koi-static-'))
  write('client/index.html', SHELL, true)
  write('client/sw.js', SCRIPT)
  write('client/manifest.webmanifest', '{}')
  write('client/robots.txt', 'User-agent: *')
  write('client/assets/index-1.js', SCRIPT, true)
  write('client/assets/practice/practice-1.js', SCRIPT, true)
  write('previous/1000/assets/practice/practice-0.js', 'old')
  write('client/covers/dice.svg', COVER)
  write('client/.vite/manifest.json', '{}')
  write(
    'client/.vite/routes.json',
    '["/","/accout","/practice-mail","/games","/games/$slug","/games/$slug/play","/r/$code"]',
  )
  write('client/.well-known/security.txt', 'Contact: x')
  write('client/icons/icon 1.png', 'png')
  write('previous/1000/assets/index-0.js', 'old', true)
  write('previous/900/assets/deep/index-00.js', 'older')
  write('secret.txt', 'secret')
  files = createStaticFiles(join(root, 'client'), join(root, 'previous'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const get = (path: string, init: RequestInit = {}) =>
  files.respond(new Request(`http://koi.test${path}`, init))

describe('static files', () => {
  it.each([
    [
      '/assets/index-1.js',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable, no-transform',
    ],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache, no-transform'],
    ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache, no-transform'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache, no-transform'],
    ['/robots.txt', 'text/plain; charset=utf-8', 'public, max-age=3600'],
    ['/covers/dice.svg', 'image/svg+xml; charset=utf-8', 'public, max-age=3600'],
    ['/icons/icon%201.png', 'image/png', 'public, max-age=3600'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8', 'public, max-age=3600'],
  ])('%s', async (path, type, cacheControl) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe(cacheControl)
    expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
    expect(Number(response.headers.get('content-length'))).toBe((await response.arrayBuffer()).byteLength)
  })

  it('may be cached for ever when their address has their hash', async () => {
    const version = contentHash(COVER).slice(0, 8)
    expect(files.version('/covers/dice.svg')).toBe(version)
    expect(files.version('/covers/none.svg')).toBeNull()
    const cacheControl = async (v: string) =>
      (await get(`/covers/dice.svg?v=${v}`)).headers.get('cache-control')
    expect(await cacheControl(version)).toBe('public, max-age=31536000, immutable, no-transform')
    expect(await cacheControl('00000000')).toBe('public, max-age=3600')
  })

  it('are sent as the build compressed them', async () => {
    const br = await get('/assets/index-1.js', { headers: { 'accept-encoding': 'br, gzip' } })
    expect(br.headers.get('content-encoding')).toBe('br')
    expect(br.headers.get('vary')).toBe('Accept-Encoding')
    expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(SCRIPT)
    const gzip = await get('/assets/index-1.js', { headers: { 'accept-encoding': 'gzip' } })
    expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(SCRIPT)
    const none = await get('/sw.js', { headers: { 'accept-encoding': 'br' } })
    expect(none.headers.get('content-encoding')).toBeNull()
  })

  it('are not sent again to a browser that has them', async () => {
    const headers = { 'accept-encoding': 'br' }
    const etag = (await get('/assets/index-1.js', { headers })).headers.get('etag') ?? ''
    const again = await get('/assets/index-1.js', { headers: { ...headers, 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(again.headers.get('cache-control')).toContain('immutable')
  })

  it('answer HEAD, and refuse writes', async () => {
    const head = await get('/sw.js', { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(SCRIPT.length))
    expect(await head.text()).toBe('')
    const post = await get('/sw.js', { method: 'POST' })
    expect(post.status).toBe(405)
    expect(post.headers.get('allow')).toBe('GET, HEAD')
  })
})

describe('the page', () => {
  it.each(['/', '/games', '/games/dice', '/accout', '/games/', '/games/dice/play', '/games?category=live'])(
    'is the answer to %s',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
      expect(await response.text()).toBe(path === '/' ? SHELL_OF_A_FIRST_VISIT : SHELL)
    },
  )

  it.each([
    ...['/no/such/page', '/accouts', '/games/dice/play/more'],
    ...['/games/100%', '/%', '/nothing/%zz', '/%C0%AF', '/games/%/play'],
  ])('is sent with 404 for %s, which is not a route, and in full every time', async (path) => {
    const etag = (await get('/')).headers.get('etag') ?? ''
    const response = await get(path, { headers: { 'if-none-match': etag } })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toBe(SHELL)
  })

  it('names its image by a full address when the server knows its own', async () => {
    const live = createStaticFiles(join(root, 'client'), null, { publicOrigin: 'https://koi.example' })
    const request = new Request('http://koi.test/games', { headers: { 'accept-encoding': 'br' } })
    const response = await live.respond(request)
    const etag = response.headers.get('etag') ?? ''
    const body = Buffer.from(await response.arrayBuffer())
    const html = response.headers.has('content-encoding') ? brotliDecompressSync(body) : body
    expect(html.toString()).toBe(SHELL.replace('"/og.png"', '"https://koi.example/og.png"'))
    const again = new Request(request, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })
    expect((await live.respond(again)).status).toBe(304)
  })

  it('says in its preview that a friend invites, for every code alike', async () => {
    const [one, other] = [await get('/r/0123ABCD'), await get('/r/ZZZZZZZZ')]
    expect(one.status).toBe(200)
    const html = await one.text()
    expect(html).toContain('property="og:title" content="A friend invites you to Koi"')
    expect(await other.text()).toBe(html)
    expect(await (await get('/games')).text()).toContain('property="og:title" content="Koi"')
  })

  it('tells the mode of its server', async () => {
    const modeOf = async (mode: 'practice' | 'live') => {
      const server = createStaticFiles(join(root, 'client'), null, { mode })
      const html = await (await server.respond(new Request('http://koi.test/withdraw'))).text()
      return /name="koi-mode" content="(\w+)"/.exec(html)?.[1]
    }
    expect([await modeOf('practice'), await modeOf('live')]).toEqual(['practice', 'live'])
  })

  it('has preload hints only for a browser that opens it', async () => {
    const link = async (mode?: string) =>
      (await get('/', mode === undefined ? {} : { headers: { 'sec-fetch-mode': mode } })).headers.get('link')
    expect(await link('navigate')).toContain('</api/games>')
    expect(await link()).toContain('</api/games>')
    expect(await link('same-origin')).toBeNull()
    expect((await get('/index.html')).headers.get('link')).toBeNull()
  })

  it('hints at data only on the first visit of a day', async () => {
    const first = await get('/')
    expect(first.headers.get('set-cookie')).toBe(
      'koi_visited=1; Max-Age=86400; Path=/; SameSite=Lax; HttpOnly',
    )
    const second = await get('/', { headers: { cookie: 'a=b; koi_visited=1' } })
    expect(second.headers.get('set-cookie')).toBeNull()
    expect(second.headers.get('link')).toBeNull()
    const kept = await get('/', { headers: { 'sec-fetch-mode': 'cors' } })
    expect(kept.headers.get('set-cookie')).toBeNull()
  })

  it('shows the picture of the lobby while it loads, only on a first visit', async () => {
    const html = async (path: string, headers = {}) => (await get(path, { headers })).text()
    expect(await html('/')).toBe(SHELL_OF_A_FIRST_VISIT)
    expect(await html('/', { cookie: 'koi_visited=1' })).toBe(SHELL)
    expect(await html('/', { 'sec-fetch-mode': 'cors' })).toBe(SHELL)
    expect(await html('/games')).toBe(SHELL)
    expect(await html('/index.html')).toBe(SHELL)
  })

  it('shows the cover of a game while it loads, only on a first visit', async () => {
    const covers = createStaticFiles(join(root, 'client'), null, {
      imagesOf: async (path) => (path.startsWith('/games/dice') ? ['/covers/dice.svg?v=1'] : []),
    })
    const html = async (path: string, headers = {}) =>
      (await covers.respond(new Request(`http://koi.test${path}`, { headers }))).text()
    const shown = await html('/games/dice/play')
    expect(shown).toContain('<img class="cover" src="/covers/dice.svg?v=1"')
    expect(shown).not.toContain('class="pond"')
    expect(await html('/games/dice/play', { cookie: 'koi_visited=1' })).toBe(SHELL)
    expect(await html('/games/dice')).toBe(SHELL)
    expect(await html('/games/none/play')).toBe(SHELL)
  })

  it.each([
    '/assets/index-9.js',
    '/assets/',
    '/assets/no-extension',
    '/assets/%2e%2e/index.html',
    '/favicon.ico',
    '/covers/none.svg',
    '/.vite/manifest.json',
    '/assets/index-1.js.br',
  ])('is never sent for a missing file: %s', async (path) => {
    const response = await get(path)
    // Dot segments are resolved before the server sees the path, which then names the page itself.
    if (path.includes('%2e')) return expect(await response.text()).toBe(SHELL)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).not.toContain('<')
  })

  it('is a hint as long as there is no build', async () => {
    const response = await createStaticFiles(null, null).respond(new Request('http://koi.test/'))
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('npm run build')
  })
})

describe('assets of earlier releases', () => {
  it.each([
    ['/assets/index-0.js', 'old'],
    ['/assets/deep/index-00.js', 'older'],
  ])('%s is still served', async (path, content) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable, no-transform')
    expect(await response.text()).toBe(content)
  })

  it('are compressed too', async () => {
    const response = await get('/assets/index-0.js', { headers: { 'accept-encoding': 'br' } })
    expect(brotliDecompressSync(await response.arrayBuffer()).toString()).toBe('old')
  })
})

describe('refuses a path that leaves the directory:', () => {
  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/%2e%2e/secret.txt',
    '/assets/....//....//secret.txt',
    '/assets/%5c..%5c..%5csecret.txt',
    '//secret.txt',
    '/%00/secret.txt',
    '/assets/index-0.js/../../../../secret.txt',
    '/%E0%A4%A',
  ])('%s', async (path) => {
    const response = await get(path)
    expect([200, 400, 404]).toContain(response.status)
    const text = await response.text()
    expect(text).not.toContain('secret')
    if (response.status === 200) expect(text).toBe(SHELL)
  })
})

describe('pages of practice mode', () => {
  const paths = ['/assets/practice/practice-1.js', '/assets/practice/practice-0.js', '/practice-mail']

  it.each(paths)('%s is served for practice money, and unknown in live mode', async (path) => {
    expect((await get(path)).status).toBe(200)
    const live = createStaticFiles(join(root, 'client'), join(root, 'previous'), { mode: 'live' })
    const ask = async (address: string) => {
      const answer = await live.respond(new Request(`http://koi.test${address}`))
      return [answer.status, await answer.text(), answer.headers.get('cache-control')]
    }
    expect((await ask(path))[0]).toBe(404)
    const unknown = path.startsWith('/assets/') ? '/assets/practice/nothing-1.js' : '/no-such-page'
    expect(await ask(path)).toEqual(await ask(unknown))
  })
})
