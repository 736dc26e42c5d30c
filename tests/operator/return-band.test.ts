import { expect, it } from 'vitest'
import { returnBand } from '#operator/games/return-band.ts'

it('a return within three standard errors stands on the band', () => {
  const band = returnBand({ returnBps: 9_895, expectedBps: 9_900, standardErrorBps: 6 })
  expect(band).toMatchObject({ widthBps: 18, isOutside: false })
  expect(band?.measured).toBeGreaterThan(band?.from ?? 1)
  expect(band?.measured).toBeLessThan(0.5)
})

it('a return beyond three standard errors is marked, and stays in the drawing', () => {
  const band = returnBand({ returnBps: 12_000, expectedBps: 9_900, standardErrorBps: 6 })
  expect(band).toMatchObject({ isOutside: true, measured: 1 })
})

it('without a standard error nothing is drawn', () => {
  expect(returnBand({ returnBps: 9_895, expectedBps: 9_900, standardErrorBps: null })).toBeNull()
  expect(returnBand({ returnBps: null, expectedBps: null, standardErrorBps: null })).toBeNull()
})
