// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearAccessToken, followTokenElsewhere, storeAccessToken } from '#session/access-token.actions.ts'
import { readAccessToken } from '#session/access-token.ts'
import { messages } from '#i18n/en-US/messages.po'
import { shortLogInNotice } from '#session/short-log-in.ts'

const told = () => {
  const notice = shortLogInNotice()
  return notice && messages[notice.id]?.toString()
}

const TOKEN = 'abcdefghijklmnop'
const OTHER = 'ponmlkjihgfedcba'

/** A storage that can be made to throw on writes. */
class FakeStorage {
  isRefusing = false
  kept = new Map<string, string>()
  getItem = (key: string) => this.kept.get(key) ?? null
  removeItem = (key: string) => void this.kept.delete(key)
  setItem = (key: string, value: string) => {
    if (this.isRefusing) throw new DOMException('full', 'QuotaExceededError')
    this.kept.set(key, value)
  }
}
let device: FakeStorage
let tab: FakeStorage

async function reload() {
  vi.resetModules()
  return await import('#session/access-token.ts')
}

beforeEach(() => {
  device = new FakeStorage()
  tab = new FakeStorage()
  vi.stubGlobal('localStorage', device)
  vi.stubGlobal('sessionStorage', tab)
  clearAccessToken()
})
afterEach(() => vi.unstubAllGlobals())

it('reads and clears the stored token', () => {
  device.kept.set('access_token', TOKEN)
  expect(readAccessToken()).toBe(TOKEN)
  clearAccessToken()
  expect(readAccessToken()).toBeNull()
})

it.each(['', 'short', 'has spaces in the middle', 'line\nbreak-and-more-letters', 'undefined'])(
  'ignores %j in storage',
  (stored) => {
    device.kept.set('access_token', stored)
    expect(readAccessToken()).toBeNull()
  },
)

describe('a log-in', () => {
  it('applies to every tab, without a notice', () => {
    storeAccessToken(TOKEN)
    expect(device.getItem('access_token')).toBe(TOKEN)
    expect(tab.getItem('access_token')).toBeNull()
    expect(shortLogInNotice()).toBeUndefined()
  })

  it('survives a reload of its tab when localStorage refuses, and the player is told', async () => {
    device.kept.set('access_token', OTHER)
    device.isRefusing = true
    storeAccessToken(TOKEN)
    expect(readAccessToken()).toBe(TOKEN)
    expect(told()).toContain('until you close this tab')
    expect((await reload()).readAccessToken()).toBe(TOKEN)
    clearAccessToken()
    expect(readAccessToken()).toBeNull()
    expect((await reload()).readAccessToken()).toBeNull()
  })

  it('lasts as long as the page when both storages refuse, and the player is told', () => {
    device.isRefusing = tab.isRefusing = true
    storeAccessToken(TOKEN)
    expect(readAccessToken()).toBe(TOKEN)
    expect(told()).toContain('until you leave or reload this page')
  })

  it('in another tab replaces one that only this tab has', () => {
    device.isRefusing = true
    storeAccessToken(TOKEN)
    const stop = followTokenElsewhere(() => undefined)
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: null }))
    expect(readAccessToken()).toBeNull()
    stop()
  })
})
