import { describe, expect, it } from 'vitest'
import { drawSeries } from '#features/play/session/stats-chart.ts'

describe('the chart of a session', () => {
  it('is a flat line in the middle without bets', () => {
    expect(drawSeries([0n], 100, 40)).toEqual({ line: 'M0 20', area: 'M0 20L0 20L0 20Z', zeroY: 20 })
    expect(drawSeries([0n, 0n], 100, 40).line).toBe('M0 20L100 20')
  })

  it('fills the width, and the height from lowest to highest', () => {
    const { line, area, zeroY } = drawSeries([0n, 10n, -10n, 30n], 90, 40)
    expect(line).toBe('M0 30L30 20L60 40L90 0')
    expect(zeroY).toBe(30)
    expect(area).toBe('M0 30L30 20L60 40L90 0L90 30L0 30Z')
  })

  it('draws amounts above the safe integers', () => {
    const huge = 10n ** 30n
    expect(drawSeries([0n, huge, huge / 2n], 10, 10).line).toBe('M0 10L5 0L10 5')
  })
})
