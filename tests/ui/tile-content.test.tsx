// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { awaitFirstPaint, firstPaint, tellFirstPaint } from '#lib/first-paint.ts'
import { TileContent } from '#ui/TileContent.tsx'

const colors = ['#ff8a4c', '#b4230a'] as const
const image = () => document.querySelector('img')

describe('TileContent', () => {
  it('reserves its space and loads lazily unless it is on the first screen', () => {
    const { rerender } = render(<TileContent cover="/a.svg" colors={colors} title="Dice" />)
    expect(image()?.getAttribute('loading')).toBe('lazy')
    expect([image()?.getAttribute('width'), image()?.getAttribute('height')]).toEqual(['300', '400'])
    rerender(<TileContent cover="/a.svg" colors={colors} title="Dice" fetchCover="soon" />)
    expect(image()?.getAttribute('loading')).toBe('eager')
  })

  it('delays a cover of the second screen until the first has been painted', async () => {
    awaitFirstPaint()
    render(<TileContent cover="/a.svg" colors={colors} title="Dice" fetchCover="soon" />)
    expect(image()).toBeNull()
    await act(async () => {
      tellFirstPaint()
      await vi.waitFor(() => expect(firstPaint.get()).toBe(true))
    })
    expect(image()?.getAttribute('fetchpriority')).toBe('high')
  })

  it('loads a cover of the first paint at once', async () => {
    awaitFirstPaint()
    render(<TileContent cover="/a.svg" colors={colors} title="Dice" fetchCover="first" />)
    expect(image()?.getAttribute('fetchpriority')).toBe('high')
    tellFirstPaint()
    await vi.waitFor(() => expect(firstPaint.get()).toBe(true))
  })

  it('removes a cover that fails, and tries again with another', () => {
    const { rerender } = render(<TileContent cover="/a.svg" colors={colors} title="Dice" />)
    const first = image()
    if (!first) throw new Error('cover missing')
    fireEvent.error(first)
    expect(image()).toBeNull()
    expect(screen.getByText('Dice')).toBeTruthy()
    rerender(<TileContent cover="/b.svg" colors={colors} title="Dice" />)
    expect(image()?.getAttribute('src')).toBe('/b.svg')
  })
})
