// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveFile } from '#ui/save-file.ts'
import { clearToasts, toasts } from '#ui/toast.ts'

const FILE = new Blob(['[]'], { type: 'application/json' })

let downloaded: string[]
let shared: string[]
/** Results of the share sheet, in order; undefined is a shared file. */
let refusals: (string | undefined)[]

function device({ isStandalone, canShare = true }: { isStandalone: boolean; canShare?: boolean }): void {
  vi.stubGlobal('navigator', {
    standalone: isStandalone,
    canShare: () => canShare,
    share: ({ files }: { files: File[] }) => {
      const refusal = refusals.shift()
      if (refusal !== undefined) return Promise.reject(new DOMException('refused', refusal))
      shared.push(...files.map(({ name }) => name))
      return Promise.resolve()
    },
  })
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en-US', messages: {} })
  downloaded = []
  shared = []
  refusals = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloaded.push(this.download)
  })
})
afterEach(() => clearToasts())

it('downloads a file in a browser with downloads', async () => {
  device({ isStandalone: false })
  saveFile(FILE, 'koi.json')
  await settle()
  expect([downloaded, shared]).toEqual([['koi.json'], []])
})

it("shares the file in an iPhone's home-screen app, which has no downloads", async () => {
  device({ isStandalone: true })
  saveFile(FILE, 'koi.json')
  await settle()
  expect([downloaded, shared]).toEqual([[], ['koi.json']])
})

it('downloads the file when it cannot be shared or sharing fails', async () => {
  device({ isStandalone: true, canShare: false })
  saveFile(FILE, 'one.json')
  device({ isStandalone: true })
  refusals = ['DataError']
  saveFile(FILE, 'two.json')
  await settle()
  expect([downloaded, shared]).toEqual([['one.json', 'two.json'], []])
})

it.each(['AbortError', 'InvalidStateError'])('does nothing more after %s', async (refusal) => {
  device({ isStandalone: true })
  refusals = [refusal]
  saveFile(FILE, 'koi.json')
  await settle()
  expect([downloaded, shared, toasts.get()]).toEqual([[], [], []])
})

it('asks for another tap when the file was ready too late for the first', async () => {
  device({ isStandalone: true })
  refusals = ['NotAllowedError']
  saveFile(FILE, 'koi.json')
  await settle()
  expect([downloaded, shared]).toEqual([[], []])
  const [told] = toasts.get()
  expect(told).toMatchObject({ message: 'koi.json is ready', action: { label: 'Save' } })
  told?.action?.onPress()
  await settle()
  expect([downloaded, shared]).toEqual([[], ['koi.json']])

  refusals = ['NotAllowedError', 'NotAllowedError']
  saveFile(FILE, 'more.json')
  await settle()
  toasts.get().at(-1)?.action?.onPress()
  await settle()
  expect(downloaded).toEqual(['more.json'])
})
