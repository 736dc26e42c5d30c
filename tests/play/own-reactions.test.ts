import { expect, test, vi } from 'vitest'
import { createOwnReactions } from '#features/play/crash/own-reactions.ts'
import { api } from '#session/api.ts'

vi.mock('#session/api.ts', () => ({ api: { call: vi.fn(() => Promise.resolve({})) } }))

test('a player sends three reactions at once, and then one a second', () => {
  let now = 0
  const own = createOwnReactions(() => now)
  const send = (times: number) => Array.from({ length: times }, () => own.send('koi'))
  expect(send(4)).toEqual([true, true, true, false])
  now += 1_000
  expect(send(2)).toEqual([true, false])
  expect(api.call).toHaveBeenCalledTimes(4)
})

test('own reactions, which were shown when they were sent, are not shown again', () => {
  let now = 0
  const own = createOwnReactions(() => now)
  own.send('koi')
  own.send('star')
  expect(own.ofOthers({ koi: 3 })).toEqual({ koi: 2 })
  expect(own.ofOthers({ koi: 1, star: 1 })).toEqual({ koi: 1, star: 0 })
  own.send('koi')
  now += 10_000
  // One that was refused never comes.
  expect(own.ofOthers({ koi: 1 })).toEqual({ koi: 1 })
})
