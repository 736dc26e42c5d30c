import type { SettledBet } from '#features/play/play-engine.ts'

/** Frequencies in hertz, one after the other. */
const WIN_TONES = [523.25, 659.25, 783.99] as const
const BIG_WIN_TONES = [523.25, 659.25, 783.99, 1046.5, 1318.51] as const
const LOSS_TONES = [196] as const
const EVEN_TONES = [392] as const
const CLICK_TONES = [130.81] as const

const TONE_SECONDS = 0.09
const VOLUME = 0.06
/** Ten times the stake, in ten-thousandths. */
const BIG_MULTIPLIER = 100_000
/** Fast play would otherwise sound like a siren. */
const QUIET_MS = 60

let context: AudioContext | undefined
let lastAt = -Infinity

/** A few soft tones that tell a win from a loss. Made here, so that there is nothing to fetch. */
export function playResultSound({ stake, payout, multiplier }: SettledBet): void {
  const now = performance.now()
  if (now - lastAt < QUIET_MS || typeof AudioContext === 'undefined') return
  lastAt = now
  if (payout === stake) playTones(EVEN_TONES)
  else if (payout < stake) playTones(LOSS_TONES)
  else playTones(multiplier >= BIG_MULTIPLIER ? BIG_WIN_TONES : WIN_TONES)
}

/** One short click, as for a tile that was opened. */
export function playStepSound(): void {
  if (typeof AudioContext !== 'undefined') playTones(EVEN_TONES)
}

/** Short clicks, so many milliseconds from now each: as of reels that stop one after the other. */
export function playClicks(delaysMs: readonly number[]): void {
  if (typeof AudioContext === 'undefined') return
  for (const delay of delaysMs) playTones(CLICK_TONES, delay / 1_000)
}

function playTones(tones: readonly number[], delaySeconds = 0): void {
  context ??= new AudioContext()
  // Browsers start it only after a touch, and a hidden page may have stopped it.
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
  const audio = context
  tones.forEach((frequency, index) => {
    const start = audio.currentTime + delaySeconds + index * TONE_SECONDS
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    oscillator.type = 'sine'
    oscillator.frequency.value = frequency
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(VOLUME, start + 0.01)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + TONE_SECONDS * 2)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(start)
    oscillator.stop(start + TONE_SECONDS * 2)
  })
}
