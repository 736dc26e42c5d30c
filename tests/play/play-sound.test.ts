import { afterEach, expect, it, vi } from 'vitest'
import { playRisingTone } from '#features/play/crash/rising-tone.ts'
import { playResultSound, playStepSound, playTimedTones } from '#features/play/session/play-sound.ts'

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
  expect(() => {
    playResultSound({ stake: 1n, payout: 2n, multiplier: 20_000 })
    playStepSound()
    playTimedTones([{ atMs: 0, hertz: 400 }])
    playRisingTone(1, 0)()
  }).not.toThrow()
})
