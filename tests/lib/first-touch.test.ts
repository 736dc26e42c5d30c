// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { firstTouch, touch } from '#lib/first-touch.ts'

const DAY_MS = 24 * 60 * 60_000
const AT = Date.parse('2026-11-30T12:00:00Z')
const stored = () => localStorage.getItem('invited_with')

describe('the first invitation that is opened on a device', () => {
  beforeEach(() => {
    localStorage.clear()
    // The page itself remembers one that is over by then.
    touch('ZZZZZZZZ', 0)
    localStorage.clear()
  })

  it('counts for 30 days, and no later one replaces it', () => {
    expect(touch('0123abcd', AT)).toBe('0123ABCD')
    expect(touch('HJKMNPQR', AT + 29 * DAY_MS)).toBe('0123ABCD')
    expect(firstTouch(AT + 30 * DAY_MS - 1)).toBe('0123ABCD')
    expect(firstTouch(AT + 30 * DAY_MS)).toBe('')
    expect(touch('HJKMNPQR', AT + 30 * DAY_MS)).toBe('HJKMNPQR')
  })

  it.each(['', 'ABC', 'not a code', '<script>'])('is not %j', (text) => {
    expect(touch(text, AT)).toBe('')
    expect(stored()).toBeNull()
  })

  it.each(['null', '{"code":"0123ABCD"}', '{"code":"nonsense","at":1}', 'no JSON'])(
    'is not read from %s',
    (text) => {
      localStorage.setItem('invited_with', text)
      expect(firstTouch(AT)).toBe('')
    },
  )

  it('does not count if it is of the future, where a clock was wrong', () => {
    touch('0123ABCD', AT + DAY_MS)
    expect(firstTouch(AT)).toBe('')
  })
})
