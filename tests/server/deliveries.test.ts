import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createDeliveries } from '#server/live/deliveries.ts'
import { encodeEvent, type EventStream } from '#server/live/event-stream.ts'

const MANY = 1_000
const event = (id: string) => encodeEvent({ id, name: 'crash', data: '{}' })

const all = async (got: readonly unknown[][], count: number) => {
  while (got.some(({ length }) => length !== count)) await nextTurn()
}

function manyStreams() {
  const got: unknown[][] = Array.from({ length: MANY }, () => [])
  const streams = got.map(
    (own) => ({ send: (each: unknown) => void own.push(each) }) as unknown as EventStream,
  )
  return { got, streams: new Set(streams) }
}

it('lets other work run between streams, and keeps the order of events in each stream', async () => {
  const { got, streams } = manyStreams()
  const deliveries = createDeliveries()
  const [first, second] = [event('1'), event('2')]
  deliveries.hand(first, streams)
  deliveries.hand(second, streams)
  const reached = () => got.filter(({ length }) => length > 0).length
  expect(reached()).toBeGreaterThan(0)
  await nextTurn()
  expect(reached()).toBeLessThan(MANY)
  // Except for the very first streams, both events are sent together.
  while (got.at(-1)?.length === 0) await nextTurn()
  expect(got.filter(({ length }) => length === 1).length).toBeLessThan(MANY / 10)
  await all(got, 2)
  expect(got.every(([one, two]) => one === first && two === second)).toBe(true)
})

it('sends an urgent event and those before it without pauses, and only those', async () => {
  const { got, streams } = manyStreams()
  const deliveries = createDeliveries()
  const [first, second] = [event('1'), event('2')]
  deliveries.hand(first, streams)
  for (let turns = 0; turns < 50; turns += 1) await nextTurn()
  expect(got.at(-1)).toEqual([])
  deliveries.hand(second, streams, true)
  // Enough turns to serve a few streams in each.
  for (let turns = 0; turns < MANY / 2; turns += 1) await nextTurn()
  expect(got.every(([one, two]) => one === first && two === second)).toBe(true)
})

it('sends to the streams that were open, and at once to a stream that catches up', async () => {
  const { got, streams } = manyStreams()
  const deliveries = createDeliveries()
  const [first, second] = [event('1'), event('2')]
  deliveries.hand(first, streams)
  deliveries.hand(second, streams)
  const late: unknown[] = []
  streams.add({ send: (each: unknown) => void late.push(each) } as unknown as EventStream)
  const last = [...streams][MANY - 1]
  if (last) deliveries.catchUp(last)
  expect(got.at(-1)).toEqual([first, second])
  expect(got.at(-2)).toEqual([])
  await all(got, 2)
  expect(got.every((own) => own.length === 2 && own[0] === first && own[1] === second)).toBe(true)
  expect(late).toEqual([])
})

it('sends many events without delay, in their order', async () => {
  const { got, streams } = manyStreams()
  const deliveries = createDeliveries()
  const events = Array.from({ length: 200 }, (_, n) => event(String(n)))
  for (const each of events) deliveries.hand(each, streams)
  expect(got.at(-1)?.length).toBeGreaterThan(100)
  await all(got, 200)
  expect(got.every((own) => own.every((each, n) => each === events[n]))).toBe(true)
})
