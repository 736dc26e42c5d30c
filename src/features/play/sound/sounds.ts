import type { WinTier } from '#features/play/session/win-tier.ts'
import type { Audio } from './audio.ts'
import { playBell, playNote, playRustle } from './voices.ts'

/** Hertz of a scale of five tones, in which nothing sounds wrong together. */
const SCALE = [392, 440, 523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1174.66, 1318.51, 1567.98] as const
const tone = (step: number) => SCALE[Math.max(0, Math.min(SCALE.length - 1, step))] ?? SCALE[0]

export function tick(audio: Audio, at = 0, hertz = 1_900): void {
  playRustle(audio, { at, hertz, seconds: 0.035, gain: 1.3, narrowness: 3 })
}

/** A card or a tile turns. */
export function flip(audio: Audio): void {
  playRustle(audio, { hertz: 900, toHertz: 3_200, seconds: 0.09, gain: 0.5, swell: 0.4 })
  tick(audio, 0.07, 1_300)
}

/** A drop falls into the pond. */
export function drop(audio: Audio, at = 0): void {
  playNote(audio, { at, hertz: 360, toHertz: 840, seconds: 0.11, gain: 0.26 })
  playNote(audio, { at: at + 0.09, hertz: 620, toHertz: 1_050, seconds: 0.08, gain: 0.12 })
}

/** Something rolls and comes to rest. */
export function roll(audio: Audio, seconds: number): void {
  const knocks = 7
  for (let knock = 0; knock < knocks; knock += 1) {
    const share = knock / knocks
    tick(audio, seconds * share ** 1.5, 1_500 - 90 * knock)
  }
}

export function climb(audio: Audio, seconds: number): void {
  playRustle(audio, { hertz: 280, toHertz: 1_900, seconds, gain: 0.34, narrowness: 0.9, swell: 0.75 })
}

/** @param way of the ball at each row: -1 to the left, 1 to the right */
export function fall(audio: Audio, ways: readonly (-1 | 1)[], seconds: number): void {
  let place = 0
  ways.forEach((way, row) => {
    place += way
    const at = (seconds * (row + 1)) / (ways.length + 1)
    playNote(audio, {
      at,
      hertz: tone(5 + Math.trunc(place / 2)) * 1.5,
      seconds: 0.05,
      gain: 0.14,
      shape: 'triangle',
    })
  })
}

export function timedTone(audio: Audio, hertz: number, at: number): void {
  playNote(audio, { at, hertz, seconds: 0.09, gain: 0.22, shape: 'triangle' })
}

/** Steps of the scale, and seconds between them; none takes longer than 1.2 s. */
const MELODIES: Record<WinTier, { steps: readonly number[]; every: number; seconds: number }> = {
  won: { steps: [2, 4], every: 0.07, seconds: 0.28 },
  good: { steps: [2, 4, 5], every: 0.08, seconds: 0.36 },
  big: { steps: [2, 4, 5, 7, 9], every: 0.09, seconds: 0.5 },
  huge: { steps: [0, 2, 4, 5, 7, 9, 10], every: 0.09, seconds: 0.62 },
}

export function won(audio: Audio, tier: WinTier): void {
  const { steps, every, seconds } = MELODIES[tier]
  steps.forEach((step, index) =>
    playBell(audio, { at: index * every, hertz: tone(step), seconds, gain: 0.19 }),
  )
  if (tier === 'big' || tier === 'huge') {
    playRustle(audio, { at: 0.1, hertz: 5_200, toHertz: 8_000, seconds: 0.9, gain: 0.07, swell: 0.3 })
  }
}

/** Calm and short. */
export function lost(audio: Audio): void {
  playNote(audio, { hertz: 208, toHertz: 165, seconds: 0.16, gain: 0.28 })
}

export function evenResult(audio: Audio): void {
  playNote(audio, { hertz: tone(0), seconds: 0.14, gain: 0.22 })
}
