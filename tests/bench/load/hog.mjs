// One player with many parallel calls, again and again, in a separate thread.
import { parentPort, workerData } from 'node:worker_threads'
import { openClient } from './client.mjs'

const { origin, token, parallel, from } = workerData
const { call, close } = openClient(origin)
let isStopped = false
const statuses = {}
parentPort.once('message', () => (isStopped = true))
parentPort.postMessage('going')
const lane = async () => {
  while (!isStopped) {
    const { status } = await call('GET', '/transactions', { token, from })
    statuses[status] = (statuses[status] ?? 0) + 1
  }
}
await Promise.all(Array.from({ length: parallel }, lane))
close()
parentPort.postMessage(statuses)
