import { expect, it } from 'vitest'
import { holdReload, isReloadHeld } from '#lib/reload-guard.ts'

it('the reload guard counts holds, and each release only once', () => {
  const first = holdReload()
  const second = holdReload()
  first()
  first()
  expect(isReloadHeld.get()).toBe(true)
  second()
  expect(isReloadHeld.get()).toBe(false)
})
