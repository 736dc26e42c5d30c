import { wakeAudio } from '#features/play/session/play-sound.ts'

const RISE_FROM_HERTZ = 196
/** Higher tones hurt. */
const HIGHEST_HERTZ = 2_000
const RISE_VOLUME = 0.03

/**
 * @param growth of the curve in a second, as an exponent
 * @param seconds since the curve began
 * @returns stops the tone
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
