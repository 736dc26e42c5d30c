import type { SettledBet } from '#features/play/play-engine.ts'

/** Frequencies in hertz, one after the other. */
const WIN_TONES = [523.25, 659.25, 783.99] as const
const BIG_WIN_TONES = [523.25, 659.25, 783.99, 1046.5, 1318.51] as const
const LOSS_TONES = [196] as const
const EVEN_TONES = [392] as const

const TONE_SECONDS = 0.09
const CLICK_SECONDS = 0.06
const VOLUME = 0.06
/** Ten times the stake, in ten-thousandths. */
const BIG_MULTIPLIER = 100_000
/** Fast play would otherwise sound like a siren. */
const QUIET_MS = 60

let context: AudioContext | undefined
let lastAt = -Infinity

/** Soft tones that tell a win from a loss. Synthesized, so that there is nothing to fetch. */
export function playResultSound({
  stake,
  payout,
  multiplier,
}: Pick<SettledBet, 'stake' | 'payout' | 'multiplier'>): void {
  const now = performance.now()
  if (now - lastAt < QUIET_MS) return
  lastAt = now
  if (payout === stake) playTones(EVEN_TONES)
  else if (payout < stake) playTones(LOSS_TONES)
  else playTones(multiplier >= BIG_MULTIPLIER ? BIG_WIN_TONES : WIN_TONES)
}

export function playStepSound(): void {
  playTones(EVEN_TONES)
}

export interface TimedTone {
  /** From now. */
  readonly atMs: number
  readonly hertz: number
}

/** Short tones along a movement on the stage, such as the clicks of a wheel. */
export function playTimedTones(tones: readonly TimedTone[]): void {
  const audio = wakeAudio()
  if (!audio) return
  for (const { atMs, hertz } of tones) playTone(audio, hertz, audio.currentTime + atMs / 1_000, CLICK_SECONDS)
}

function playTones(tones: readonly number[]): void {
  const audio = wakeAudio()
  if (!audio) return
  tones.forEach((hertz, index) => {
    playTone(audio, hertz, audio.currentTime + index * TONE_SECONDS, TONE_SECONDS * 2)
  })
}

/** One for the whole page, since browsers allow few. Undefined if the browser has no audio or refuses it. */
export function wakeAudio(): AudioContext | undefined {
  try {
    context ??= new AudioContext()
  } catch {
    return undefined
  }
  // Browsers start it only after a touch, and a hidden page may have stopped it.
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
  return context
}

function playTone(audio: AudioContext, hertz: number, start: number, seconds: number): void {
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = 'sine'
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(VOLUME, start + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + seconds)
}
