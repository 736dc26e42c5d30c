import { expect, it } from 'vitest'
import { createKeeper, type Open } from '../support/keeper.ts'

function opens(name: string, log: string[]): Open<string> {
  return () => {
    log.push(`${name} opened`)
    return Promise.resolve({
      value: name,
      close: () => Promise.resolve(log.push(`${name} closed`)),
    })
  }
}

it('the keeper opens each value once, keeps the last two, and closes the others', async () => {
  const log: string[] = []
  const [one, two, three] = ['one', 'two', 'three'].map((name) => opens(name, log)) as [
    Open<string>,
    Open<string>,
    Open<string>,
  ]
  const { keep, closeAll } = createKeeper()
  expect(await keep(one)).toBe('one')
  expect(await keep(two)).toBe('two')
  expect(await keep(one)).toBe('one')
  expect(log).toEqual(['one opened', 'two opened'])
  // The least recently used value is closed.
  expect(await keep(three)).toBe('three')
  expect(log.slice(2)).toEqual(['two closed', 'three opened'])
  await closeAll()
  expect(log.slice(4)).toEqual(['one closed', 'three closed'])
})

it('the keeper keeps nothing that failed to open, so the next test tries again', async () => {
  let tries = 0
  const open: Open<string> = () => {
    tries += 1
    return tries === 1
      ? Promise.reject(new Error('no port'))
      : Promise.resolve({ value: 'open', close: () => Promise.resolve() })
  }
  const { keep } = createKeeper()
  await expect(keep(open)).rejects.toThrow('no port')
  expect(await keep(open)).toBe('open')
})
