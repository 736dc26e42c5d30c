import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import { readSettings } from './settings.ts'
import { openStudio } from './studio.ts'

const HOST = '127.0.0.1'

const settings = readSettings(process.env)
if (process.env['KOI_MODE'] === 'live') {
  process.stderr.write('Demo Studio plays for practice money only, and does not start in live mode.\n')
  process.exit(1)
}

let home = ''
const studio = openStudio({
  folder: settings.folder,
  walletUrl: settings.walletUrl,
  origin: () => settings.origin ?? home,
  home: () => home,
  files: fileURLToPath(new URL('.', import.meta.url)),
})
const server = createAdaptorServer({ fetch: studio.fetch })
server.on('error', (error: Error) => {
  process.stderr.write(`Demo Studio cannot listen: ${error.message}\n`)
  process.exit(1)
})
server.listen(settings.port, HOST, () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  home = `http://${HOST}:${port}`
  if (process.send) process.send({ url: home })
  else process.stdout.write(`Demo Studio is ready at ${home}, and calls ${settings.walletUrl}\n`)
})

function stop(): void {
  studio.close()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// The server that has started it has gone.
process.on('disconnect', stop)
