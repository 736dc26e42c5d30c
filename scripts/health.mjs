import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from './lib/options.mjs'

const { values } = readOptions({
  usage: `node scripts/health.mjs [--wait <seconds>]

  Asks the server of this machine whether it is ready, at SOCKET, or at HOST and PORT. Ends with 1 and its answer when
  it is not.

  --wait  asks again for so long`,
  options: { wait: { type: 'string' } },
})
const deadline = performance.now() + Number(values.wait ?? 0) * 1_000

for (;;) {
  const { isReady, answer } = await ask()
  if (isReady) break
  if (performance.now() >= deadline) {
    console.error(answer)
    process.exit(1)
  }
  await sleep(250)
}

function ask() {
  const { SOCKET, HOST, PORT } = process.env
  // A server that listens on all addresses is asked at its own.
  const host = ['0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST || 'localhost'
  const place = SOCKET ? { socketPath: SOCKET } : { host, port: PORT || 8080 }
  return new Promise((resolve) => {
    const asked = request({ ...place, path: '/api/health', timeout: 4_000 }, (response) => {
      let answer = ''
      response.on('data', (chunk) => (answer += chunk))
      response.on('end', () => resolve({ isReady: response.statusCode === 200, answer }))
    })
    asked.once('timeout', () => asked.destroy(new Error('The server did not answer in time.')))
    asked.once('error', ({ message }) => resolve({ isReady: false, answer: message }))
    asked.end()
  })
}
