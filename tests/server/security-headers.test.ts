import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { startKoi, type KoiProcess } from '../../scripts/lib/koi-process.mjs'
import { APP_PAGES } from '../support/app-pages.ts'

interface Address {
  readonly what: string
  readonly path: string
  readonly status: number
  readonly init?: RequestInit
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Everything that a browser can show or run: pages, files, and each kind of API answer. */
const ADDRESSES: readonly Address[] = [
  ...APP_PAGES.map(({ path, title }) => ({
    what: 'page',
    path,
    status: title === 'Page not found' ? 404 : 200,
  })),
  { what: 'page of any game', path: '/games/no-such-game/play/', status: 200 },
  { what: 'page with a search', path: '/accout?from=%2Fsecurity', status: 200 },
  { what: 'page asked for by HEAD', path: '/security', status: 200, init: { method: 'HEAD' } },
  { what: 'page sent to', path: '/security', status: 405, init: { method: 'POST' } },
  { what: 'worker', path: '/sw.js', status: 200 },
  { what: 'manifest', path: '/manifest.webmanifest', status: 200 },
  { what: 'icon', path: '/icons/icon-192.png', status: 200 },
  { what: 'drawing', path: '/covers/dice.svg', status: 200 },
  { what: 'missing file', path: '/missing.png', status: 404 },
  { what: 'missing asset', path: '/assets/missing.js', status: 404 },
  { what: 'way out of the client', path: '/..%2f..%2fpackage.json', status: 404 },
  { what: 'broken escape', path: '/%E0%A4%A', status: 404 },
  { what: 'answer', path: '/api/health', status: 200 },
  { what: 'document', path: '/api/openapi.json', status: 200 },
  { what: 'answer without a session', path: '/api/user/me', status: 401 },
  {
    what: 'answer about a dead token',
    path: '/api/user/me',
    status: 401,
    init: { headers: { 'access-token': 'x'.repeat(43) } },
  },
  { what: 'unknown address of the API', path: '/api/nothing', status: 404 },
  { what: 'refused parameter', path: '/api/games/Bad_Slug', status: 400 },
  { what: 'wrong method', path: '/api/auth/login', status: 405 },
  {
    what: 'refused body',
    path: '/api/auth/login',
    status: 400,
    init: { method: 'POST', headers: JSON_TYPE, body: '{' },
  },
  { what: 'refused type', path: '/api/auth/login', status: 415, init: { method: 'POST', body: 'x' } },
  {
    what: 'body too large',
    path: '/api/auth/login',
    status: 413,
    init: { method: 'POST', headers: JSON_TYPE, body: JSON.stringify('x'.repeat(100_000)) },
  },
  { what: 'picture of nobody', path: '/api/avatars/00000000000000000000000000000000.webp', status: 404 },
]

/** Files of a page may do nothing when they are opened by themselves. */
const PART_DIRECTIVES: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'frame-ancestors': "'none'",
}
/** Each directive with everything that it must allow. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'style-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'frame-src': "'none'",
}
const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const DOCUMENT_HEADERS: Readonly<Record<string, string>> = {
  ...HEADERS,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}
const DENIED = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

/** Headers of a document, or of a file of one, that are missing or too weak. */
function weaknesses(headers: Headers, path: string, scripts: string): string[] {
  const isPart = /^\/assets\/|\.(?:png|svg)$/.test(path)
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((each) => {
      const [name = '', ...sources] = each.trim().split(/\s+/)
      return [name, sources.join(' ')]
    }),
  )
  const permissions = (headers.get('permissions-policy') ?? '').split(/,\s*/)
  return [
    ...Object.entries(isPart ? PART_DIRECTIVES : { ...DIRECTIVES, 'script-src': scripts })
      .filter(([name, value]) => policy.get(name) !== value)
      .map(([name]) => `${name} is ${policy.get(name)}`),
    ...[...policy.values()].filter((value) => /unsafe|\*|https?:/.test(value)),
    ...Object.entries(isPart ? HEADERS : DOCUMENT_HEADERS)
      .filter(([name, value]) => headers.get(name) !== value)
      .map(([name]) => `${name} is ${headers.get(name)}`),
    ...(isPart ? [] : DENIED)
      .filter((name) => !permissions.includes(`${name}=()`))
      .map((name) => `${name} is allowed`),
    ...['server', 'x-powered-by'].filter((name) => headers.has(name)).map((name) => `${name} tells too much`),
  ]
}

/** The server's own scripts, and the inline script by its hash. */
function allowedScripts(html: string): string {
  const inPage = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  expect(inPage).toHaveLength(1)
  return `'self' 'sha256-${createHash('sha256')
    .update(inPage[0]?.[1] ?? '')
    .digest('base64')}'`
}

let server: KoiProcess

beforeAll(async () => {
  ensureBuild({ log: () => {} })
  server = await startKoi()
}, 180_000)
afterAll(() => server.stop())

it('every address sends the policy and the security headers with every answer', async () => {
  const scripts = allowedScripts(await (await fetch(server.origin)).text())
  for (const { what, path, status, init } of ADDRESSES) {
    const response = await fetch(server.origin + path, init)
    const name = `${what}: ${init?.method ?? 'GET'} ${path}`
    expect.soft(response.status, name).toBe(status)
    expect.soft(weaknesses(response.headers, path, scripts), name).toEqual([])
    await response.arrayBuffer()
  }
})

it('every file that a page names sends them too, even when it is unchanged', async () => {
  const html = await (await fetch(server.origin)).text()
  const scripts = allowedScripts(html)
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(files.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(2)
  expect(html, 'no style in the page itself, and nothing that runs by an attribute').not.toMatch(
    /<style|\son\w+=/,
  )
  for (const path of new Set(files)) {
    const response = await fetch(server.origin + path)
    expect.soft(response.status, path).toBe(200)
    expect.soft(weaknesses(response.headers, path, scripts), path).toEqual([])
    const etag = response.headers.get('etag')
    await response.arrayBuffer()
    if (etag === null) continue
    const again = await fetch(server.origin + path, { headers: { 'if-none-match': etag } })
    expect.soft(again.status, path).toBe(304)
    expect.soft(weaknesses(again.headers, path, scripts), `${path}, unchanged`).toEqual([])
  }
})
