// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/dom'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guardStrayTaps } from '#ui/stray-taps.ts'

/** A tap as browsers report it: pointer down, then click with its count. */
function tap(element: Element, { at, x = 100, y = 100 }: { at: number; x?: number; y?: number }): void {
  const press = new MouseEvent('pointerdown', { bubbles: true, clientX: x, clientY: y })
  Object.defineProperty(press, 'timeStamp', { value: at })
  fireEvent(element, press)
  fireEvent.click(element, { detail: 1, clientX: x, clientY: y })
}

describe('the guard against stray taps', () => {
  let now = 0
  const taken: string[] = []
  const button = (name: string, action?: string) => {
    const made = document.createElement('button')
    if (action !== undefined) made.dataset['action'] = action
    made.addEventListener('click', () => taken.push(name))
    document.body.append(made)
    return made
  }

  beforeAll(guardStrayTaps)
  beforeEach(() => {
    now += 10_000
    taken.length = 0
    document.body.replaceChildren()
  })

  it.each([0, 100, 300, 500])(
    'cancels a second tap after %i ms on an element that the first has brought',
    (gap) => {
      const [opener, logout] = [button('opener'), button('logout')]
      tap(opener, { at: now })
      tap(logout, { at: now + gap })
      tap(logout, { at: now + gap * 2 })
      expect(taken).toEqual(['opener'])
      tap(logout, { at: now + 2_000 })
      expect(taken).toEqual(['opener', 'logout'])
    },
  )

  it('allows repeated taps on the same element, and taps elsewhere', () => {
    const [bet, tile] = [button('bet', 'bet'), button('tile')]
    tap(bet, { at: now })
    tap(bet, { at: now + 80 })
    tap(tile, { at: now + 160, y: 300 })
    expect(taken).toEqual(['bet', 'bet', 'tile'])
  })

  it('cancels a tap on a button that has become another one', () => {
    const action = button('action', 'cash-out')
    tap(action, { at: now })
    action.dataset['action'] = 'bet'
    tap(action, { at: now + 200 })
    expect(taken).toEqual(['action'])
  })

  it('allows a tap after the player typed something', () => {
    const [opener, next] = [button('opener'), button('next')]
    tap(opener, { at: now })
    fireEvent.keyDown(document.body, { key: 'a' })
    tap(next, { at: now + 100 })
    expect(taken).toEqual(['opener', 'next'])
  })

  it('allows a press by keyboard or assistive technology', () => {
    const [opener, next] = [button('opener'), button('next')]
    tap(opener, { at: now })
    fireEvent(next, new MouseEvent('pointerdown', { bubbles: true, clientX: 100, clientY: 100 }))
    next.click()
    expect(taken).toEqual(['opener', 'next'])
  })
})
