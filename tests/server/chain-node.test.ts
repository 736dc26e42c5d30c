import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createChainNode, NodeUnavailable, RpcFailure, type ChainNode } from '#server/chains/chain-node.ts'

let server: Server
let node: ChainNode
/** Turns the id of a request into the node's answer. */
let answerTo: (id: number) => object

beforeEach(async () => {
  server = createServer((request, response) => {
    void json(request).then((asked) => {
      const { id } = asked as { id: number }
      response.end(JSON.stringify({ jsonrpc: '2.0', ...answerTo(id) }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  node = createChainNode(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

it('accepts only the answer with the id of its request, and gives each request its own id', async () => {
  const ids: number[] = []
  answerTo = (id) => {
    ids.push(id)
    return { id, result: '0x7' }
  }
  expect([await node.request('eth_gasPrice', []), await node.request('eth_gasPrice', [])]).toEqual([
    '0x7',
    '0x7',
  ])
  expect(new Set(ids).size).toBe(2)
  answerTo = (id) => ({ id, error: { code: 3, message: 'execution reverted' } })
  await expect(node.request('eth_call', [])).rejects.toThrow(RpcFailure)
})

it.each<[string, (id: number) => object]>([
  ['an answer with another id', (id) => ({ id: id - 1, result: null })],
  ['an answer without an id', () => ({ result: null })],
  ['an error with another id', (id) => ({ id: id + 1, error: { code: 3, message: 'no' } })],
  ['an error without an id', () => ({ id: null, error: { code: -32005, message: 'too many requests' } })],
])('refuses %s', async (_, answer) => {
  answerTo = answer
  await expect(node.request('eth_getTransactionReceipt', ['0xfeed'])).rejects.toThrow(NodeUnavailable)
})
