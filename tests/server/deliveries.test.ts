import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createDeliveries } from '#server/live/deliveries.ts'
import { encodeEvent, type EventStream } from '#server/live/event-stream.ts'

const MANY = 1_000
const event = (id: string) => encodeEvent({ id, name: 'crash', data: '{}' })

function manyStreams() {
  const got: unknown[][] = Array.from({ length: MANY }, () => [])
  const streams = got.map(
    (own) => ({ send: (each: unknown) => void own.push(each) }) as unknown as EventStream,
  )
  return { got, streams: new Set(streams) }
}

it('gives other work its turn between some streams, and each stream its events in order', async () => {
  const { got, streams } = manyStreams()
  const deliveries = createDeliveries()
  const [first, second] = [event('1'), event('2')]
  deliveries.hand(first, streams)
  deliveries.hand(second, streams)
  const reached = () => got.filter(({ length }) => length > 0).length
  expect(reached()).toBeGreaterThan(0)
  await nextTurn()
  expect(reached()).toBeLessThan(MANY)
  while (got.at(-1)?.length !== 2) await nextTurn()
  expect(got.every(([one, two]) => one === first && two === second)).toBe(true)
})

it('sends to the streams that there were, and at once when something else is to be sent', () => {
  const { got, streams } = manyStreams()
  const deliveries = createDeliveries()
  const first = event('1')
  deliveries.hand(first, streams)
  const late: unknown[] = []
  streams.add({ send: (each: unknown) => void late.push(each) } as unknown as EventStream)
  deliveries.flush()
  expect(got.every((own) => own.length === 1 && own[0] === first)).toBe(true)
  expect(late).toEqual([])
})

it('lets no number of events wait', () => {
  const { got, streams } = manyStreams()
  const deliveries = createDeliveries()
  for (let n = 0; n < 200; n += 1) deliveries.hand(event(String(n)), streams)
  expect(got.at(-1)?.length).toBeGreaterThan(100)
  deliveries.flush()
  expect(got.every((own) => own.length === 200)).toBe(true)
})
