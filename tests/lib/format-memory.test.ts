// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { awaitFirstPaint, firstPaint, tellFirstPaint } from '#lib/first-paint.ts'
import { createFormatMemory } from '#lib/format-memory.ts'

/**
 * Simulates a launch that shows `bps` as a percentage on its first screen.
 * @returns how often it had to format
 */
async function launch(locale: string, ...shown: number[]) {
  awaitFirstPaint()
  const format = vi.fn((bps: number) => `${locale} ${bps / 100}%`)
  const { remember, isFilled } = createFormatMemory(locale)
  const percent = remember('percent', format)
  const texts = shown.map((bps) => percent(bps))
  tellFirstPaint()
  await vi.waitFor(() => expect(firstPaint.get()).toBe(true))
  return { texts, isFilled, percent, formatted: () => format.mock.calls.length }
}

describe('numbers of the first screen', () => {
  beforeEach(() => localStorage.clear())
  afterEach(() => localStorage.clear())

  it('are formatted only by the first launch', async () => {
    const first = await launch('en-US', 100, 18_000)
    expect([first.isFilled, first.formatted()]).toEqual([false, 2])
    const second = await launch('en-US', 100, 18_000)
    expect([second.isFilled, second.formatted()]).toEqual([true, 0])
    expect(second.texts).toEqual(first.texts)
  })

  it('are formatted again after they changed, and the old ones are dropped', async () => {
    await launch('en-US', 100, 200)
    const second = await launch('en-US', 100, 300)
    expect(second.texts).toEqual(['en-US 1%', 'en-US 3%'])
    expect(second.formatted()).toBe(1)
    expect((await launch('en-US', 200)).formatted()).toBe(1)
  })

  it('belong to the language on screen', async () => {
    await launch('en-US', 100)
    const other = await launch('zh-CN', 100)
    expect([other.isFilled, ...other.texts]).toEqual([false, 'zh-CN 1%'])
  })

  it('are not read or stored after the first screen', async () => {
    await launch('en-US', 100)
    const { percent, formatted } = await launch('en-US')
    expect([percent(100), formatted()]).toEqual(['en-US 1%', 1])
    expect((await launch('en-US', 100)).formatted()).toBe(1)
  })

  it.each(['nonsense', '{"locale":"en-US","texts":{"percent 100":7}}', '[]'])(
    'are formatted when %s is stored',
    async (stored) => {
      localStorage.setItem('first-formats', stored)
      const { texts, isFilled } = await launch('en-US', 100)
      expect([isFilled, ...texts]).toEqual([false, 'en-US 1%'])
    },
  )
})
