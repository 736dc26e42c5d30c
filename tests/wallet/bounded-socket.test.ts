import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeHangingSockets, loadWithBoundedSockets } from '#features/wallet/connection/bounded-socket.ts'

class HungSocket extends EventTarget {
  isClosed = false
  close() {
    this.isClosed = true
    this.dispatchEvent(new Event('close'))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', HungSocket)
})
afterEach(() => vi.useRealTimers())

const load = async () => {
  const Bounded = await loadWithBoundedSockets(async () => WebSocket)
  return () => new Bounded('ws://relay') as unknown as HungSocket
}

it('gives up a handshake after 8 s, and keeps an open socket', async () => {
  const open = await load()
  const [hung, answered] = [open(), open()]
  answered.dispatchEvent(new Event('open'))
  vi.advanceTimersByTime(7_999)
  expect(hung.isClosed).toBe(false)
  vi.advanceTimersByTime(1)
  expect([hung.isClosed, answered.isClosed]).toEqual([true, false])
})

it('gives up a handshake at once for a new attempt, unless it has just begun', async () => {
  const open = await load()
  const hung = open()
  vi.advanceTimersByTime(1_000)
  const fresh = open()
  closeHangingSockets()
  expect([hung.isClosed, fresh.isClosed]).toEqual([true, false])
})

it('does not change sockets of the page itself', async () => {
  await load()
  expect(WebSocket).toBe(HungSocket)
  await expect(loadWithBoundedSockets(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(WebSocket).toBe(HungSocket)
})
