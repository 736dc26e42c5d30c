import { expect, it } from 'vitest'
import { classNames } from '../../build/class-names.ts'

it('a class is named after itself and its file, in any project folder', () => {
  const name = classNames('/one')('bar', '/one/src/ui/Bar.module.css')
  expect(name).toMatch(/^bar_[\da-f]{5}$/)
  expect(classNames('/other')('bar', '/other/src/ui/Bar.module.css')).toBe(name)
  const named = classNames('/one')
  expect(named('bar', '/one/src/app/Bar.module.css')).not.toBe(name)
  expect(named('bar', '/one/src/app/Bar.module.css').slice(4)).toBe(
    named('foo', '/one/src/app/Bar.module.css').slice(4),
  )
})

it('two files with the same names are refused', () => {
  const named = classNames('/one')
  // A thousand of a million hashes are taken, so a collision comes soon.
  const all = () => {
    for (let n = 0; n < 10_000; n++) named('bar', `/one/src/${n}.module.css`)
  }
  expect(all).toThrow(/^src\/\d+\.module\.css and src\/\d+\.module\.css have the same hash/)
})
