import { wakeAudio } from '#features/play/sound/audio.ts'

const RISE_FROM_HERTZ = 196
/** Higher tones hurt. */
const HIGHEST_HERTZ = 2_000
const RISE_VOLUME = 0.05

/**
 * @param growth of the curve in a second, as an exponent
 * @param seconds since the curve began
 * @returns stops the tone
 */
export function playRisingTone(growth: number, seconds: number): () => undefined {
  const audio = wakeAudio()
  if (!audio) return () => undefined
  const { context } = audio
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  const hertz = Math.min(HIGHEST_HERTZ, RISE_FROM_HERTZ * Math.exp(growth * seconds))
  const restSeconds = Math.log(HIGHEST_HERTZ / hertz) / growth
  oscillator.type = 'sine'
  oscillator.frequency.setValueAtTime(hertz, context.currentTime)
  if (restSeconds > 0)
    oscillator.frequency.exponentialRampToValueAtTime(HIGHEST_HERTZ, context.currentTime + restSeconds)
  gain.gain.setValueAtTime(0, context.currentTime)
  gain.gain.linearRampToValueAtTime(RISE_VOLUME, context.currentTime + 0.2)
  oscillator.connect(gain).connect(audio.out)
  oscillator.start()
  return () => {
    gain.gain.cancelScheduledValues(context.currentTime)
    gain.gain.setTargetAtTime(0, context.currentTime, 0.03)
    oscillator.stop(context.currentTime + 0.2)
    return undefined
  }
}
