// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { clearAccessToken, readAccessToken } from '#session/access-token.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

it('reads and clears the stored token', () => {
  localStorage.setItem('access_token', 'abcdefghijklmnop')
  expect(readAccessToken()).toBe('abcdefghijklmnop')
  clearAccessToken()
  expect(readAccessToken()).toBeNull()
})

it.each(['', 'short', 'has spaces in the middle', 'line\nbreak-and-more-letters', 'undefined'])(
  'takes %j for no token',
  (stored) => {
    localStorage.setItem('access_token', stored)
    expect(readAccessToken()).toBeNull()
  },
)
