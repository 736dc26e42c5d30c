// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { cacheLobbyImages } from '#features/install/worker-cache.ts'

function stubWorker(extra = {}) {
  const postMessage = vi.fn()
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: Promise.resolve({ active: { postMessage } }) },
    ...extra,
  })
  return postMessage
}

it('sends the first 60 addresses to the worker, each once', async () => {
  const postMessage = stubWorker()
  const urls = Array.from({ length: 100 }, (_, index) => `/covers/${index}.svg`)
  await cacheLobbyImages(['/covers/0.svg', ...urls])
  expect(postMessage).toHaveBeenCalledWith({ type: 'CACHE_IMAGES', urls: urls.slice(0, 60) })
})

it('does nothing when the player saves data', async () => {
  const postMessage = stubWorker({ connection: { saveData: true } })
  await cacheLobbyImages(['/covers/0.svg'])
  expect(postMessage).not.toHaveBeenCalled()
})

it('does nothing without service workers', async () => {
  vi.stubGlobal('navigator', {})
  await expect(cacheLobbyImages(['/covers/0.svg'])).resolves.toBeUndefined()
})

it.each([
  [
    'rejects',
    {
      get ready() {
        return Promise.reject(new DOMException('denied', 'SecurityError'))
      },
    },
  ],
  [
    'throws',
    {
      get ready() {
        throw new DOMException('denied', 'SecurityError')
      },
    },
  ],
])('does nothing when the browser has workers and %s', async (_, serviceWorker) => {
  vi.stubGlobal('navigator', { serviceWorker })
  await expect(cacheLobbyImages(['/covers/0.svg'])).resolves.toBeUndefined()
})
