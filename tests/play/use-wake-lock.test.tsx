// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useWakeLock } from '#features/play/crash/use-wake-lock.ts'

/** Locks that the browser gave, oldest first. As in a browser, hiding the page releases them. */
let locks: { isHeld: boolean }[] = []
let visibility: DocumentVisibilityState = 'visible'

const held = () => locks.filter(({ isHeld }) => isHeld).length

async function turn(to: DocumentVisibilityState): Promise<void> {
  visibility = to
  if (to === 'hidden') for (const lock of locks) lock.isHeld = false
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
}

async function mount(isOn: boolean) {
  const hook = renderHook((on: boolean) => useWakeLock(on), { initialProps: isOn })
  await act(async () => undefined)
  return {
    set: async (on: boolean) => {
      hook.rerender(on)
      await act(async () => undefined)
    },
    leave: async () => {
      hook.unmount()
      await act(async () => undefined)
    },
  }
}

beforeEach(() => {
  locks = []
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  const request = async () => {
    const lock = { isHeld: true }
    locks.push(lock)
    return { release: async () => void (lock.isHeld = false) }
  }
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
})

afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
  vi.restoreAllMocks()
})

it('the screen stays awake while a bet is in a round, and no longer', async () => {
  const page = await mount(false)
  expect(held()).toBe(0)
  await page.set(true)
  expect(held()).toBe(1)
  await page.set(false)
  expect(held()).toBe(0)
  await page.set(true)
  await page.leave()
  expect(held()).toBe(0)
})

it('a page that becomes visible with a bet keeps the screen awake again', async () => {
  const page = await mount(true)
  await turn('hidden')
  expect(held()).toBe(0)
  await turn('visible')
  expect(held()).toBe(1)
  await page.set(false)
  await turn('hidden')
  await turn('visible')
  expect(held()).toBe(0)
})

it('a lock that arrives after the bet is released', async () => {
  let give: () => void = () => undefined
  const late = new Promise<void>((resolve) => {
    give = resolve
  })
  const { wakeLock } = navigator
  const request = wakeLock.request.bind(wakeLock)
  wakeLock.request = async (type) => {
    await late
    return await request(type)
  }
  const page = await mount(true)
  await page.set(false)
  give()
  await act(async () => late)
  expect(locks).toHaveLength(1)
  expect(held()).toBe(0)
})

it('play goes on when the browser refuses the lock or does not have it', async () => {
  navigator.wakeLock.request = () => Promise.reject(new DOMException('The battery is low', 'NotAllowedError'))
  const refused = await mount(true)
  await refused.leave()
  Reflect.deleteProperty(navigator, 'wakeLock')
  const unknown = await mount(true)
  await turn('visible')
  await unknown.leave()
  expect(held()).toBe(0)
})
