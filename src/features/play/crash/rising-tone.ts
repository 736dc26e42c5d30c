import { wakeAudio } from '#features/play/session/play-sound.ts'

/** The lowest tone of a curve. */
const RISE_FROM_HERTZ = 196
/** It rises no further: higher tones hurt. */
const HIGHEST_HERTZ = 2_000
const RISE_VOLUME = 0.03

/**
 * A soft tone that rises as a curve does that began so many seconds ago and grows by `growth` a second, until the
 * function that it returns is called.
 */
export function playRisingTone(growth: number, seconds: number): () => undefined {
  const audio = wakeAudio()
  if (!audio) return () => undefined
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  const hertz = Math.min(HIGHEST_HERTZ, RISE_FROM_HERTZ * Math.exp(growth * seconds))
  const restSeconds = Math.log(HIGHEST_HERTZ / hertz) / growth
  oscillator.type = 'sine'
  oscillator.frequency.setValueAtTime(hertz, audio.currentTime)
  if (restSeconds > 0)
    oscillator.frequency.exponentialRampToValueAtTime(HIGHEST_HERTZ, audio.currentTime + restSeconds)
  gain.gain.setValueAtTime(0, audio.currentTime)
  gain.gain.linearRampToValueAtTime(RISE_VOLUME, audio.currentTime + 0.2)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start()
  return () => {
    gain.gain.cancelScheduledValues(audio.currentTime)
    gain.gain.setTargetAtTime(0, audio.currentTime, 0.03)
    oscillator.stop(audio.currentTime + 0.2)
    return undefined
  }
}
