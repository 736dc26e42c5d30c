// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { readAhead } from '#app/start/query-persistence.ts'
import { createStore } from '#lib/store.ts'
import type { StorageHealth } from '#lib/durable-storage.ts'
import { ANSWERS_KEY } from '#lib/stored-answers.ts'

const storage = () => {
  const asked: string[] = []
  return {
    asked,
    health: createStore<StorageHealth>('durable'),
    get: (key: string) => (asked.push(key), Promise.resolve(`stored ${key}`)),
    set: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  }
}

afterEach(() => {
  window.koiStoredAnswers = undefined
})

it('returns the value read ahead once, and reads from storage afterwards', async () => {
  window.koiStoredAnswers = Promise.resolve('read ahead')
  const behind = storage()
  const ahead = readAhead(behind)
  expect(await ahead.get('another key')).toBe('stored another key')
  expect(await ahead.get(ANSWERS_KEY)).toBe('read ahead')
  expect(await ahead.get(ANSWERS_KEY)).toBe(`stored ${ANSWERS_KEY}`)
  expect(behind.asked).toEqual(['another key', ANSWERS_KEY])
})

it.each([
  ['found nothing', Promise.resolve(undefined)],
  ['never was there', undefined],
])('reads from storage when reading ahead %s', async (_, reading) => {
  window.koiStoredAnswers = reading
  expect(await readAhead(storage()).get(ANSWERS_KEY)).toBe(`stored ${ANSWERS_KEY}`)
})
