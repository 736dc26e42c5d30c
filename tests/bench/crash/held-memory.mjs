// Loaded before a server of `npm run bench:crash`: on SIGUSR2 it prints what it holds once all garbage is collected, as
// its memory alone shows when garbage was collected last.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

process.on('SIGUSR2', () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  process.stdout.write(`held ${heapUsed + external}\n`)
})
