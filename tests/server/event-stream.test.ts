import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createEventStream } from '#server/live/event-stream.ts'

it('ends without an error when the client leaves during the opening', async () => {
  let ends = 0
  const server = createServer((_, response) => {
    response.on('close', () => {
      const stream = createEventStream(() => (ends += 1))
      stream.send({ name: 'open', data: '{}' })
      stream.send({ name: 'gap', data: '[]' })
      stream.flowTo(response)
      stream.send({ name: 'late', data: '{}' })
    })
    client.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nhost: koi\r\n\r\n')
  await expect.poll(() => ends).toBe(1)
  server.close()
  await once(server, 'close')
})
