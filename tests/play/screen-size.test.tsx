// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toggleFullScreen } from '#features/play/screen/full-screen.ts'
import { toggleTheatre, useIsTheatre } from '#features/play/session/theatre.ts'

function showWide(isWide: boolean): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => Object.assign(new EventTarget(), { matches: isWide }) as unknown as MediaQueryList,
  )
}

beforeEach(() => showWide(true))
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

it('theatre mode is remembered on the device, and is nothing to a narrow screen', () => {
  const wide = renderHook(useIsTheatre)
  expect(wide.result.current).toBe(false)
  act(toggleTheatre)
  expect(wide.result.current).toBe(true)
  expect(localStorage.getItem('theatre')).toBe('on')
  showWide(false)
  expect(renderHook(useIsTheatre).result.current).toBe(false)
  act(toggleTheatre)
  expect(localStorage.getItem('theatre')).toBeNull()
})

it('full screen that the browser refuses leaves the page as it is', async () => {
  const play = document.createElement('div')
  play.className = 'screen'
  const refuse = vi.fn(() => Promise.reject(new TypeError('Permissions check failed')))
  Object.assign(play, { requestFullscreen: refuse })
  vi.spyOn(document, 'querySelector').mockReturnValue(play)
  toggleFullScreen()
  await vi.waitFor(() => expect(refuse).toHaveBeenCalledOnce())
})
