// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"disableCSSFileLoading":true,"handleDisabledFileLoadingAsSuccess":true}}
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import { followLastScreen, forgetLastScreen, LAST_SCREEN_KEY, LastScreenSchema } from '#app/last-screen.ts'

const LOBBY = `<div id="root"><header><b data-private>12.50</b></header><main>
  <a href="/games/dice" style="--from: red"><img src="/covers/dice.svg" alt=""></a>
</main></div>`

const SCALE = Math.min(window.devicePixelRatio, 2)

/** Shows markup at the lobby's address, everything of it on screen, and waits until it had time to be kept. */
async function show(markup: string): Promise<void> {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/app-1.css">'
  document.body.innerHTML = markup
  const box = { top: 0, bottom: 10, left: 0, right: 10, width: 10, height: 10 } as DOMRect
  for (const element of document.querySelectorAll('*')) element.getBoundingClientRect = () => box
  stop = followLastScreen()
  await new Promise((resolve) => setTimeout(resolve, 60))
}

let stop = () => {}
const kept = () => {
  const text = localStorage.getItem(LAST_SCREEN_KEY)
  return text === null ? null : v.parse(LastScreenSchema, JSON.parse(text))
}

beforeEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/')
  // No image is loaded and no canvas drawn on here.
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLImageElement.prototype, 'clientWidth', 'get').mockReturnValue(112)
  vi.spyOn(HTMLImageElement.prototype, 'clientHeight', 'get').mockReturnValue(150)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => {},
  } as unknown as RenderingContext)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type,
  ) {
    done(new Blob([`${this.width}x${this.height}`], { type }))
  })
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

describe('the still of the lobby', () => {
  it('holds what is on screen, with its covers, and without style attributes', async () => {
    await show(LOBBY)
    const { html, path, style } = kept() ?? {}
    expect({ path, style }).toEqual({ path: '/', style: '/assets/app-1.css' })
    expect(html).toContain(`src="data:image/webp;base64,${btoa(`${112 * SCALE}x${150 * SCALE}`)}"`)
    expect(html).toContain('data-style="--from: red"')
    expect(html).not.toContain(' style=')
  })

  it('keeps the address of a cover that cannot be read', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(() => {
      throw new DOMException('not ours', 'SecurityError')
    })
    await show(LOBBY.replace('dice.svg', 'mines.svg'))
    expect(kept()?.html).toContain('src="/covers/mines.svg"')
  })

  it('leaves out what is private', async () => {
    await show(LOBBY)
    expect(kept()?.html).toContain('<b data-private="">')
    expect(kept()?.html).not.toContain('12.50')
  })

  it.each([
    ['of another page', () => window.history.replaceState(null, '', '/settings'), LOBBY],
    ['that still loads', () => {}, LOBBY.replace('<header>', '<header aria-busy="true">')],
    ['under a dialog', () => {}, `${LOBBY}<dialog open></dialog>`],
    ['without games', () => {}, '<div id="root"><main></main></div>'],
  ])('is none %s', async (_, prepare, markup) => {
    prepare()
    await show(markup)
    expect(kept()).toBeNull()
  })

  it('can be forgotten', async () => {
    await show(LOBBY)
    forgetLastScreen()
    expect(kept()).toBeNull()
  })
})
