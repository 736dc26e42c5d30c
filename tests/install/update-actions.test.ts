// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as UpdateActions from '#features/install/update/update.actions.ts'
import type * as UpdateStateModule from '#features/install/update/update.state.ts'

let reload: ReturnType<typeof vi.spyOn>
let actions: typeof UpdateActions
let update: typeof UpdateStateModule.update

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  actions = await import('#features/install/update/update.actions.ts')
  update = (await import('#features/install/update/update.state.ts')).update
})
afterEach(() => vi.useRealTimers())

describe('an update', () => {
  it('is offered, can be put off, and is offered again by the next check', () => {
    expect(update.state).toEqual({ status: 'none' })
    actions.offerUpdate()
    expect(update.state).toEqual({ status: 'waiting', isDismissed: false })
    actions.dismissUpdate()
    expect(update.state).toEqual({ status: 'waiting', isDismissed: true })
    actions.offerUpdate()
    expect(update.state).toEqual({ status: 'waiting', isDismissed: false })
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads once, when the worker has taken over and the player asked in this tab', () => {
    actions.offerUpdate()
    actions.reloadToUpdate()
    expect(update.state).toEqual({ status: 'reloading' })
    expect(reload).not.toHaveBeenCalled()
    actions.noteTakeOver()
    actions.noteTakeOver()
    vi.advanceTimersByTime(10_000)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('reloads all the same when the worker does not take over in time', () => {
    actions.offerUpdate()
    actions.reloadToUpdate()
    vi.advanceTimersByTime(4_000)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('that another tab let in is only offered', () => {
    actions.noteTakeOver()
    expect(update.state).toEqual({ status: 'taken-over', isDismissed: false })
    expect(reload).not.toHaveBeenCalled()
    actions.dismissUpdate()
    actions.offerUpdate()
    expect(update.state).toEqual({ status: 'taken-over', isDismissed: false })
    actions.reloadToUpdate()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('waits while a form or a bet would be lost', async () => {
    // A fresh copy of the guard belongs to the fresh copy of the actions.
    const guard = await import('#lib/reload-guard.ts')
    const release = guard.holdReload()
    actions.noteTakeOver()
    actions.reloadToUpdate()
    expect(reload).not.toHaveBeenCalled()
    release()
    actions.reloadToUpdate()
    expect(reload).toHaveBeenCalledTimes(1)
  })
})

describe('a worker that the browser refuses for now', () => {
  it('is registered at the next occasion, and then looked after', async () => {
    vi.stubEnv('PROD', true)
    Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
    const checkForUpdate = vi.fn(async () => false)
    const registerServiceWorker = vi
      .fn(async () => ({ checkForUpdate, activateWaiting: () => undefined }))
      .mockRejectedValueOnce(new DOMException('The script has an unsupported MIME type', 'SecurityError'))
    vi.doMock('#features/install/update/service-worker.ts', () => ({ registerServiceWorker }))
    actions.followUpdates()
    await vi.waitFor(() => expect(registerServiceWorker).toHaveBeenCalledOnce())
    await vi.advanceTimersByTimeAsync(1)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(checkForUpdate).toHaveBeenCalledOnce())
    expect(registerServiceWorker).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(registerServiceWorker).toHaveBeenCalledTimes(2)
    expect(checkForUpdate).toHaveBeenCalledTimes(2)
    vi.unstubAllEnvs()
  })
})
