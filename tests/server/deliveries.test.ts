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
  // But for the very first ones, both are sent together.
  while (got.at(-1)?.length === 0) await nextTurn()
  expect(got.filter(({ length }) => length === 1).length).toBeLessThan(MANY / 10)
  await all(got, 2)
  expect(got.every(([one, two]) => one === first && two === second)).toBe(true)
})

it('hurries with what is urgent and what comes before it, and with nothing else', async () => {
  const { got, streams } = manyStreams()
  const deliveries = createDeliveries()
  const [first, second] = [event('1'), event('2')]
  deliveries.hand(first, streams)
  for (let turns = 0; turns < 50; turns += 1) await nextTurn()
  expect(got.at(-1)).toEqual([])
  deliveries.hand(second, streams, true)
  // So many turns as the streams need, a few of them at a time.
  for (let turns = 0; turns < MANY / 2; turns += 1) await nextTurn()
  expect(got.every(([one, two]) => one === first && two === second)).toBe(true)
})

it('sends to the streams that there were, and to one at once when it is to be sent something else', async () => {
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

it('lets no number of events wait, and keeps their order', async () => {
  const { got, streams } = manyStreams()
  const deliveries = createDeliveries()
  const events = Array.from({ length: 200 }, (_, n) => event(String(n)))
  for (const each of events) deliveries.hand(each, streams)
  expect(got.at(-1)?.length).toBeGreaterThan(100)
  await all(got, 200)
  expect(got.every((own) => own.every((each, n) => each === events[n]))).toBe(true)
})
