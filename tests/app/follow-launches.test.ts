// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { followLaunches } from '#app/follow-launches.ts'
import { handedFile } from '#lib/shared-file.ts'

interface Launch {
  targetURL?: string
  files: { getFile: () => Promise<File> }[]
}

function begin(openedWith = `${location.origin}/?launch`) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: openedWith } as PerformanceEntry])
  let consume: ((launch: Launch) => void) | undefined
  const launchQueue = { setConsumer: (consumer: typeof consume) => (consume = consumer) }
  Object.assign(window, { launchQueue })
  const push = vi.fn()
  followLaunches({ history: { push } })
  const launch = (address: string, files: Launch['files'] = []) =>
    consume?.({ targetURL: location.origin + address, files })
  return { push, launch }
}

describe('a launch of the installed app', () => {
  beforeEach(() => handedFile.set(null))

  it('by the icon only brings the open page to the front', () => {
    const { push, launch } = begin()
    launch('/?launch')
    launch('/?launch')
    expect(push).not.toHaveBeenCalled()
  })

  it('by a shortcut goes to its address, except when it has opened the page', () => {
    const { push, launch } = begin(`${location.origin}/rewards`)
    launch('/rewards')
    expect(push).not.toHaveBeenCalled()
    launch('/rewards')
    launch('/?panel=deposit')
    expect(push.mock.calls).toEqual([['/rewards'], ['/?panel=deposit']])
  })

  it('never leads to another site', () => {
    const { push, launch } = begin()
    launch('.elsewhere.example/')
    expect(push).not.toHaveBeenCalled()
  })

  it('with a file hands it to the page that verifies it', async () => {
    const { push, launch } = begin()
    const file = new File(['{}'], 'koi-account.json')
    launch('/verify', [{ getFile: () => Promise.resolve(file) }])
    await vi.waitFor(() => expect(push).toHaveBeenCalledWith('/verify'))
    expect(handedFile.get()).toBe(file)
    launch('/verify', [{ getFile: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }])
    await vi.waitFor(() => expect(push).toHaveBeenLastCalledWith('/verify?file=lost'))
  })

  it('is left to the browser where it has no queue', () => {
    Object.assign(window, { launchQueue: undefined })
    expect(() => followLaunches({ history: { push: vi.fn() } })).not.toThrow()
  })
})
