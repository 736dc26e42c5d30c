// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { reportReach } from '#api/connection.ts'
import {
  followMissingChunks,
  isRecoverable,
  recoverFromMissingChunk,
} from '#features/install/update/chunk-recovery.ts'
import { reloadToRecover } from '#features/install/update/update.actions.ts'
import { holdReload } from '#lib/reload-guard.ts'
import { tabStorage } from '#lib/tab-storage.ts'
import { api } from '#session/api.ts'

vi.mock('#features/install/update/update.actions.ts', () => ({ reloadToRecover: vi.fn() }))

/** Makes a chunk fail as Vite's loader does, and returns the error of the page that needs it. */
function loseChunk(): Error {
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/GamesPage-1.js')
  window.dispatchEvent(
    Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }),
  )
  return error
}

beforeAll(followMissingChunks)
beforeEach(() => {
  sessionStorage.clear()
  vi.mocked(reloadToRecover).mockClear()
  vi.spyOn(api, 'call').mockResolvedValue({ status: 'ready' })
  reportReach('answered')
})

it('a missing chunk reloads the page, but not twice within a minute', async () => {
  const at = Date.now()
  expect(await recoverFromMissingChunk(loseChunk(), at)).toBe(true)
  expect(await recoverFromMissingChunk(loseChunk(), at + 59_999)).toBe(false)
  expect(reloadToRecover).toHaveBeenCalledTimes(1)
  expect(await recoverFromMissingChunk(loseChunk(), at + 60_000)).toBe(true)
})

it('a timestamp in the future, from a clock that was set back, does not prevent the reload', async () => {
  const at = Date.now()
  expect(await recoverFromMissingChunk(loseChunk(), at + 86_400_000)).toBe(true)
  expect(await recoverFromMissingChunk(loseChunk(), at)).toBe(true)
  expect(await recoverFromMissingChunk(loseChunk(), at + 1_000)).toBe(false)
})

it('other errors do not reload the page', () => {
  expect(isRecoverable(new Error('broken'))).toBe(false)
  expect(isRecoverable('broken')).toBe(false)
})

it('a chunk that fails while it is prefetched does nothing until a page needs it', () => {
  loseChunk()
  expect(reloadToRecover).not.toHaveBeenCalled()
})

it('the page does not reload while the server cannot be reached', () => {
  reportReach('unreachable')
  expect(isRecoverable(loseChunk())).toBe(false)
})

it('a server that answers counts more than a browser that says it is offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(isRecoverable(loseChunk())).toBe(true)
})

it('the page does not reload when a probe cannot reach the server', async () => {
  vi.spyOn(api, 'call').mockRejectedValue(new ApiError('network', 'gone'))
  expect(await recoverFromMissingChunk(loseChunk())).toBe(false)
  expect(reloadToRecover).not.toHaveBeenCalled()
  expect(isRecoverable(loseChunk())).toBe(true)
})

it('a server that answers with an error counts as reachable', async () => {
  vi.spyOn(api, 'call').mockRejectedValue(new ApiError('http', 'starting', { status: 503 }))
  expect(await recoverFromMissingChunk(loseChunk())).toBe(true)
})

it('the page does not reload while a form or a bet would be lost', () => {
  const release = holdReload()
  expect(isRecoverable(loseChunk())).toBe(false)
  release()
})

it('the page does not reload when the tab cannot store that it did', async () => {
  const error = loseChunk()
  vi.spyOn(tabStorage, 'set').mockReturnValue(false)
  expect(await recoverFromMissingChunk(error)).toBe(false)
})

it('the router does not reload by itself', () => {
  const { message } = loseChunk()
  expect(sessionStorage.getItem(`tanstack_router_reload:${message}`)).toBe('1')
})
