// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
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
  it('is offered, can be postponed, and is offered again by the next check', () => {
    expect(update.state).toEqual({ status: 'none' })
    actions.offerUpdate()
    expect(update.state).toEqual({ status: 'waiting', isDismissed: false })
    actions.dismissUpdate()
    expect(update.state).toEqual({ status: 'waiting', isDismissed: true })
    actions.offerUpdate()
    expect(update.state).toEqual({ status: 'waiting', isDismissed: false })
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads once, when the worker has taken over and the player accepted in this tab', () => {
    actions.offerUpdate()
    actions.reloadToUpdate()
    expect(update.state).toEqual({ status: 'reloading' })
    expect(reload).not.toHaveBeenCalled()
    actions.noteTakeOver()
    actions.noteTakeOver()
    vi.advanceTimersByTime(10_000)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('reloads even if the worker does not take over in time', () => {
    actions.offerUpdate()
    actions.reloadToUpdate()
    vi.advanceTimersByTime(4_000)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is only offered when another tab accepted it', () => {
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
    // The new copy of the actions imports this new copy of the guard.
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

describe('a worker that fails to load', () => {
  const checkForUpdate = vi.fn(async () => false)
  const registerServiceWorker = vi.fn(async () => ({ checkForUpdate, activateWaiting: () => undefined }))
  const occasion = async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(1)
  }
  const start = async () => {
    actions.followUpdates()
    await vi.waitFor(() => expect(registerServiceWorker).toHaveBeenCalledOnce())
    await vi.advanceTimersByTimeAsync(1)
  }

  let listened: MockInstance<typeof document.addEventListener>

  beforeEach(() => {
    listened = vi.spyOn(document, 'addEventListener')
    vi.stubEnv('PROD', true)
    Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
    checkForUpdate.mockReset().mockResolvedValue(false)
    registerServiceWorker.mockClear()
    vi.doMock('#features/install/update/service-worker.ts', () => ({ registerServiceWorker }))
  })
  afterEach(() => {
    // The page never removes its listeners, so the test does.
    for (const [type, listener] of listened.mock.calls) document.removeEventListener(type, listener)
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  it('is registered at the next check, and checked from then on', async () => {
    registerServiceWorker.mockRejectedValueOnce(
      new DOMException('The script has an unsupported MIME type', 'SecurityError'),
    )
    await start()
    await occasion()
    await vi.waitFor(() => expect(checkForUpdate).toHaveBeenCalledOnce())
    expect(registerServiceWorker).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(registerServiceWorker).toHaveBeenCalledTimes(2)
    expect(checkForUpdate).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['installed', new Error('The worker could not be installed')],
    ['found on the server', new TypeError('A bad HTTP response code (404)')],
  ])('is not fetched at every return to the page when it cannot be %s', async (_, error) => {
    checkForUpdate.mockRejectedValue(error)
    await start()
    for (let time = 0; time < 10; time += 1) await occasion()
    expect(checkForUpdate).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(60_000)
    await occasion()
    expect(checkForUpdate).toHaveBeenCalledTimes(3)
  })

  it('is requested at every return to the page while there is no connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    checkForUpdate.mockRejectedValue(new TypeError('Failed to fetch'))
    await start()
    for (let time = 0; time < 10; time += 1) await occasion()
    expect(checkForUpdate).toHaveBeenCalledTimes(11)
  })
})
