import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const HOST = '127.0.0.1'
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

/** A worker that caches every file at its installation and answers from the cache. */
const workerOf = (files) => `
addEventListener('install', (event) => event.waitUntil(caches.open('v1').then((cache) => cache.addAll(${JSON.stringify(files)}))))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((hit) => hit ?? fetch(event.request))))
`

/**
 * Builds a minimal app with the libraries of Koi's first load (minimal-app/) and serves it with a minimal service
 * worker. Its lobby shows `games`, the text of Koi's own answer, with covers from `clientDir`, Koi's built client.
 */
export async function startMinimalApp({ games, clientDir }) {
  const { build } = await import('vite')
  const outDir = mkdtempSync(join(tmpdir(), 'koi-minimal-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, 'minimal-app'),
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      target: 'baseline-widely-available',
    },
  })
  const html = readFileSync(join(outDir, 'index.html'), 'utf8')
  const assets = Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path]) => path)
  const covers = JSON.parse(games).data.map(({ cover }) => cover)
  const worker = workerOf(['/', '/api/games', ...assets, ...covers])

  const read = (path) => {
    if (path === '/') return { type: '.html', body: html }
    if (path === '/sw.js') return { type: '.js', body: worker }
    if (path === '/api/games') return { type: '.json', body: games }
    const folder = path.startsWith('/assets/') ? outDir : clientDir
    const file = join(folder, path)
    return existsSync(file) ? { type: extname(path), body: readFileSync(file) } : undefined
  }
  const server = createServer((request, response) => {
    const found = read((request.url ?? '/').split('?')[0])
    if (!found) return response.writeHead(404).end()
    response.setHeader('content-type', TYPES[found.type] ?? 'application/octet-stream')
    response.setHeader(
      'cache-control',
      request.url?.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
    )
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync(found.body))
  })
  const listen = (port) => new Promise((done) => server.listen(port, HOST, done))
  const close = () =>
    new Promise((done) => {
      server.close(done)
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address()
  return {
    origin: `http://${HOST}:${port}`,
    /** Closes its server, as when the player is offline. */
    stop: close,
    restart: () => listen(port),
    remove: async () => {
      if (server.listening) await close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
