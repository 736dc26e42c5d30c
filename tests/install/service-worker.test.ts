// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { registerServiceWorker } from '#features/install/update/service-worker.ts'

class FakeWorker extends EventTarget {
  state = 'installing'
  scriptURL = 'http://localhost:3000/sw.js'
  postMessage = vi.fn()
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}
class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = new FakeWorker()
  waiting: FakeWorker | null = null
  active: FakeWorker | null = null
  update = vi.fn(async () => undefined)
  /** The browser drops a registration whose first installation fails. */
  refuse() {
    const worker = this.installing
    this.installing = null
    worker?.become('redundant')
  }
  install() {
    const worker = this.installing
    this.installing = null
    if (this.active) this.waiting = worker
    else this.active = worker
    worker?.become('installed')
  }
}

/** Waits for the answers of the browser. */
const turn = () => new Promise((resolve) => setTimeout(resolve))

let registrations: FakeRegistration[]
let register: ReturnType<typeof vi.fn>
const events = { onWaiting: vi.fn(), onTakenOver: vi.fn() }

beforeEach(() => {
  // The build inserts this constant.
  vi.stubGlobal('__WORKER_WITHDRAWN__', false)
  registrations = []
  register = vi.fn(async () => {
    const registration = new FakeRegistration()
    registrations.push(registration)
    return registration
  })
  const container = Object.assign(new EventTarget(), { controller: null, register })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  Object.defineProperty(document, 'readyState', { value: 'complete', configurable: true })
})

describe('the worker of the page', () => {
  it.each([
    ['before', false],
    ['after', true],
  ])(
    "is registered again after its first installation was refused %s the browser's answer",
    async (_, isLate) => {
      const worker = await registerServiceWorker(events)
      const first = worker?.checkForUpdate()
      if (isLate) await turn()
      registrations[0]?.refuse()
      await expect(first).rejects.toThrow(/could not be installed/)

      const second = worker?.checkForUpdate()
      await turn()
      expect(registrations).toHaveLength(2)
      registrations[1]?.install()
      expect(await second).toBe(false)

      expect(await worker?.checkForUpdate()).toBe(false)
      expect(registrations).toHaveLength(2)
    },
  )

  it('is checked again after a newer release was refused, and activates it when it arrives', async () => {
    const worker = await registerServiceWorker(events)
    const [registration] = registrations
    registration?.install()
    const find = async () => {
      if (registration) registration.installing = new FakeWorker()
      return undefined
    }
    registration?.update.mockImplementationOnce(() => find())
    const refused = worker?.checkForUpdate()
    await turn()
    registration?.refuse()
    await expect(refused).rejects.toThrow(/could not be installed/)

    registration?.update.mockImplementationOnce(() => find())
    const found = worker?.checkForUpdate()
    await turn()
    registration?.install()
    expect(await found).toBe(true)
    worker?.activateWaiting()
    expect(registration?.waiting?.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
  })

  it.each([
    ['was refused', true],
    ['could not be downloaded', false],
  ])('reports a waiting release although a newer one %s', async (_, isFound) => {
    const worker = await registerServiceWorker(events)
    const registration = registrations[0] as FakeRegistration
    registration.install()
    registration.waiting = new FakeWorker()
    registration.update.mockImplementationOnce(async () => {
      if (!isFound) throw new TypeError('A bad HTTP response code (404)')
      registration.installing = new FakeWorker()
      return undefined
    })
    const told = worker?.checkForUpdate()
    await turn()
    registration.refuse()
    expect(await told).toBe(true)
  })

  it('leaves nothing behind when the browser refuses it', async () => {
    register.mockRejectedValueOnce(
      new DOMException('The script has an unsupported MIME type', 'SecurityError'),
    )
    await expect(registerServiceWorker(events)).rejects.toThrow(/MIME/)
    navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))
    navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))
    expect(events.onTakenOver).not.toHaveBeenCalled()
  })
})
