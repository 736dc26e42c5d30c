import { createServer } from 'node:http'

const HOST = '127.0.0.1'

const WORKER = `
addEventListener('install', (event) => event.waitUntil(caches.open('v1').then((cache) => cache.add('/'))))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((hit) => hit ?? fetch(event.request))))
`

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * The baseline: a page of plain HTML with `text`, cached by a minimal service worker, on its own origin. Its script
 * only registers the worker.
 */
export async function startPlainPage(text) {
  const paragraphs = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escape(line)}</p>`)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plain</title><link rel="icon" href="data:,"><style>body{font:16px system-ui;margin:16px}</style>${paragraphs.join('')}<script>navigator.serviceWorker.register('/sw.js')</script></html>`
  const server = createServer((request, response) => {
    const isWorker = request.url === '/sw.js'
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html; charset=utf-8')
    response.setHeader('cache-control', 'no-cache')
    response.end(isWorker ? WORKER : html)
  })
  await new Promise((done) => server.listen(0, HOST, done))
  return {
    origin: `http://${HOST}:${server.address().port}`,
    stop: () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  }
}
