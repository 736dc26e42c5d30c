import { wakeAudio } from '#features/play/session/play-sound.ts'

/** The lowest tone of a curve, and how far ahead its way up is laid down. */
const RISE_FROM_HERTZ = 196
const RISE_AHEAD_SECONDS = 60
const HIGHEST_HERTZ = 2_000
const RISE_VOLUME = 0.03

/**
 * A soft tone that rises as a curve does that began so many seconds ago and grows by `growth` a second, until the
 * function that it returns is called.
 */
export function playRisingTone(growth: number, seconds: number): () => void {
  if (typeof AudioContext === 'undefined') return () => undefined
  const audio = wakeAudio()
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  const hertzAfter = (ran: number) => Math.min(HIGHEST_HERTZ, RISE_FROM_HERTZ * Math.exp(growth * ran))
  oscillator.type = 'sine'
  oscillator.frequency.setValueAtTime(hertzAfter(seconds), audio.currentTime)
  oscillator.frequency.exponentialRampToValueAtTime(
    hertzAfter(seconds + RISE_AHEAD_SECONDS),
    audio.currentTime + RISE_AHEAD_SECONDS,
  )
  gain.gain.setValueAtTime(0, audio.currentTime)
  gain.gain.linearRampToValueAtTime(RISE_VOLUME, audio.currentTime + 0.2)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start()
  return () => {
    gain.gain.cancelScheduledValues(audio.currentTime)
    gain.gain.setTargetAtTime(0, audio.currentTime, 0.03)
    oscillator.stop(audio.currentTime + 0.2)
  }
}
