// Loaded before a server of `npm run bench:crash`. On SIGUSR2 it collects garbage and prints the memory in use; the
// process's memory alone depends on the time of the last collection.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

process.on('SIGUSR2', () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  process.stdout.write(`held ${heapUsed + external}\n`)
})
