import { afterEach, expect, it, vi } from 'vitest'
import { playRisingTone } from '#features/play/crash/rising-tone.ts'
import { tellMoment } from '#features/play/session/play-moments.ts'
import { followSounds, playSample } from '#features/play/sound/follow-sounds.ts'

const RESULT = { id: '1', game: 'dice', coin: 'demo', symbol: 'DEMO', decimals: 2, isDemo: true } as const

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['has none', undefined],
  [
    'gives none',
    class {
      constructor() {
        throw new DOMException('The number of hardware contexts is too high', 'NotSupportedError')
      }
    },
  ],
])('play goes on without sound when the browser %s', (_, audio) => {
  vi.stubGlobal('AudioContext', audio)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('navigator', {})
  const stop = followSounds()
  expect(() => {
    tellMoment({ type: 'bet', game: 'dice' })
    tellMoment({ type: 'step', game: 'mines' })
    tellMoment({ type: 'tones', tones: [{ atMs: 0, hertz: 400 }] })
    tellMoment({ type: 'shown', result: { ...RESULT, stake: 1n, payout: 20n, multiplier: 200_000 } })
    playSample()
    playRisingTone(1, 0)()
  }).not.toThrow()
  stop()
})

it('nothing is made before the first touch, since all of it would be heard at once then', () => {
  let made = 0
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        made += 1
        throw new Error('Only its making is counted')
      }
    },
  )
  const userActivation = { hasBeenActive: false }
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('navigator', { userActivation })
  playSample()
  expect(made).toBe(0)
  userActivation.hasBeenActive = true
  playSample()
  expect(made).toBe(1)
})
