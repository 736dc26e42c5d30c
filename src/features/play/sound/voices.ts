import type { Audio } from './audio.ts'

/** Without it a sound begins with a click. */
const ATTACK_SECONDS = 0.006
const SILENCE = 0.0001

interface Note {
  /** Seconds from now. */
  readonly at?: number
  readonly hertz: number
  /** Where the pitch glides to. */
  readonly toHertz?: number
  readonly seconds: number
  readonly gain: number
  readonly shape?: OscillatorType
}

export function playNote(
  audio: Audio,
  { at = 0, hertz, toHertz, seconds, gain, shape = 'sine' }: Note,
): void {
  const { context } = audio
  const start = context.currentTime + at
  const oscillator = context.createOscillator()
  oscillator.type = shape
  oscillator.frequency.setValueAtTime(hertz, start)
  if (toHertz !== undefined) oscillator.frequency.exponentialRampToValueAtTime(toHertz, start + seconds)
  oscillator.connect(envelope(audio, { start, seconds, gain }))
  oscillator.start(start)
  oscillator.stop(start + seconds)
}

/** A struck bell: the note and two softer, shorter partials. */
export function playBell(audio: Audio, { hertz, seconds, gain, at = 0 }: Note): void {
  playNote(audio, { at, hertz, seconds, gain })
  playNote(audio, { at, hertz: hertz * 2.01, seconds: seconds * 0.6, gain: gain * 0.35 })
  playNote(audio, { at, hertz: hertz * 3.98, seconds: seconds * 0.25, gain: gain * 0.12 })
}

interface Rustle {
  readonly at?: number
  /** The band of the noise glides between these. */
  readonly hertz: number
  readonly toHertz?: number
  readonly seconds: number
  readonly gain: number
  /** Narrower bands have more of a pitch. */
  readonly narrowness?: number
  /** The share of the time in which it swells. */
  readonly swell?: number
}

export function playRustle(
  audio: Audio,
  { at = 0, hertz, toHertz = hertz, seconds, gain, narrowness = 1.2, swell }: Rustle,
): void {
  const { context } = audio
  const start = context.currentTime + at
  const source = context.createBufferSource()
  source.buffer = noiseOf(context)
  source.loop = true
  const band = context.createBiquadFilter()
  band.type = 'bandpass'
  band.Q.value = narrowness
  band.frequency.setValueAtTime(hertz, start)
  band.frequency.exponentialRampToValueAtTime(toHertz, start + seconds)
  const attack = swell === undefined ? undefined : seconds * swell
  source.connect(band).connect(envelope(audio, { start, seconds, gain, attack }))
  source.start(start)
  source.stop(start + seconds)
}

function envelope(
  { context, out }: Audio,
  {
    start,
    seconds,
    gain,
    attack = ATTACK_SECONDS,
  }: { start: number; seconds: number; gain: number; attack?: number | undefined },
): GainNode {
  const node = context.createGain()
  node.gain.setValueAtTime(SILENCE, start)
  node.gain.linearRampToValueAtTime(gain, start + Math.min(attack, seconds / 2))
  node.gain.exponentialRampToValueAtTime(SILENCE, start + seconds)
  node.connect(out)
  return node
}

let noise: AudioBuffer | undefined

function noiseOf(context: AudioContext): AudioBuffer {
  if (noise) return noise
  noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate)
  const samples = noise.getChannelData(0)
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1
  return noise
}
