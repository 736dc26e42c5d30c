import { subscribe } from 'valtio'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'

export interface Audio {
  readonly context: AudioContext
  /** Everything goes through it: the volume, and behind it a limiter. */
  readonly out: GainNode
}

const FADE_SECONDS = 0.02

let audio: Audio | undefined

/**
 * One for the whole page, since browsers allow few. Undefined if the browser has no audio or refuses it, in a hidden page,
 * and before the first touch: browsers play nothing before it, and then all of it at once.
 */
export function wakeAudio(): Audio | undefined {
  if (document.visibilityState === 'hidden') return undefined
  try {
    if (navigator.userActivation?.hasBeenActive === false) return undefined
    audio ??= createAudio()
  } catch {
    return undefined
  }
  // Stopped by a hidden page, or on a phone by a call.
  if (audio.context.state !== 'running') void audio.context.resume().catch(() => undefined)
  return audio
}

function createAudio(): Audio {
  const context = new AudioContext()
  const out = context.createGain()
  const limiter = context.createDynamicsCompressor()
  limiter.threshold.value = -14
  limiter.ratio.value = 12
  limiter.attack.value = 0.002
  limiter.release.value = 0.12
  out.gain.value = loudness()
  out.connect(limiter).connect(context.destination)
  subscribe(playPreferences, () => out.gain.setTargetAtTime(loudness(), context.currentTime, FADE_SECONDS))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void context.suspend().catch(() => undefined)
  })
  return { context, out }
}

/** An ear hears half as loud what has a quarter of the power. */
const loudness = () => playPreferences.choices.volume ** 2
