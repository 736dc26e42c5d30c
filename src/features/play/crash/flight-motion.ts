import { crashTimeOf } from '#rules/crash/crash-curve.ts'
import { crashAxis } from './crash-axis.ts'
import { headingAt, placeAt, type FlightBox } from './flight-path.ts'

export type FlightPhase = 'pad' | 'flying' | 'crashed'

/** A moving part, named by its `data-flight`. */
export interface Motion {
  readonly name: string
  readonly motion: Animation
}

/** The clock of the rounds may be corrected while a rocket flies. */
const MOST_DRIFT_MS = 80
/** Later in a flight only the curve bends on. */
const FLIGHT_MS = 120_000
/** Between two places of the rocket, as long as it crosses the stage, and later. */
const NEAR_MS = 400
const FAR_MS = 3_000
const CROSSED_MS = 14_000

/** The multiplier at which each sky begins to show, and at which it hides the one before. */
const SKIES = { violet: [1.7, 2.4], stars: [4.2, 6], planets: [16, 25] } as const

const FLICKER_MS = 240
const FLICKER = [{ scale: '1' }, { scale: '0.86 0.78' }, { scale: '1' }]

/** Multipliers at which the sky steps where motion is reduced; the curve is drawn up to the next one. */
const STEPS = [2, 5, 20, 100, 1_000, 10_000, 100_000, 1_000_000]

/** Soon after its step a sky hides all before it. */
const ALONE = 1.3

/** A curve that does not move is drawn up to here. */
export function stillMs(ranMs: number): number {
  const next = STEPS.find((step) => crashTimeOf(step * 100) > ranMs)
  return next === undefined ? ranMs : crashTimeOf(next * 100)
}

/** The moment at which the sky of the step that was reached last stands alone. */
export function stillSkyMs(ranMs: number): number {
  const reached = STEPS.findLast((step) => crashTimeOf(step * 100) <= ranMs)
  return reached === undefined ? 0 : crashTimeOf(reached * ALONE * 100)
}

const isSky = (name: string): name is keyof typeof SKIES => name in SKIES

/** @param name the `data-flight` of what moves. @returns what it does in a flight, on the compositor alone */
export function startMotion(element: HTMLElement, name: string, box: FlightBox): Animation {
  // An animation of a style sheet would call the page back with each flicker.
  const motion =
    name === 'flame'
      ? element.animate(FLICKER, { duration: FLICKER_MS, iterations: Infinity })
      : element.animate(framesOf(name, box), { duration: FLIGHT_MS, fill: 'both' })
  motion.pause()
  return motion
}

/** Sets all that moves to a moment of the flight. */
export function followMotions(
  motions: readonly Motion[],
  phase: FlightPhase,
  ranMs: number,
  isStill: boolean,
): void {
  for (const { name, motion } of motions) {
    const still = name === 'rocket' ? stillMs : stillSkyMs
    const at = phase === 'pad' ? 0 : isStill ? still(ranMs) : ranMs
    const drift = Math.abs(Number(motion.currentTime) - at)
    // Played after its end, a motion would begin again.
    const isOver = at >= Number(motion.effect?.getComputedTiming().endTime ?? Infinity)
    const isRunning = phase === 'flying' && !isStill && !isOver
    if (!isRunning) motion.pause()
    if (!isRunning || drift > MOST_DRIFT_MS) motion.currentTime = at
    if (isRunning && motion.playState === 'paused') motion.play()
  }
}

function framesOf(name: string, box: FlightBox): Keyframe[] {
  return isSky(name) ? skyFrames(name) : name === 'rocket' ? rocketFrames(box) : driftFrames(name)
}

function skyFrames(name: keyof typeof SKIES): Keyframe[] {
  const [from, to] = SKIES[name]
  return [
    { opacity: 0 },
    { opacity: 0, offset: crashTimeOf(from * 100) / FLIGHT_MS },
    { opacity: 1, offset: crashTimeOf(to * 100) / FLIGHT_MS },
    { opacity: 1 },
  ]
}

function rocketFrames(box: FlightBox): Keyframe[] {
  const frames: Keyframe[] = []
  for (let ms = 0; ms < FLIGHT_MS; ms += ms < CROSSED_MS ? NEAR_MS : FAR_MS)
    frames.push({ ...rocketAt(ms, box), offset: ms / FLIGHT_MS })
  return [...frames, { ...rocketAt(FLIGHT_MS, box), offset: 1 }]
}

export function rocketAt(ms: number, box: FlightBox): { translate: string; rotate: string } {
  const axis = crashAxis(ms)
  const { x, y } = placeAt(ms, axis, box)
  return {
    translate: `${x.toFixed(2)}px ${y.toFixed(2)}px`,
    rotate: `${headingAt(ms, axis, box).toFixed(2)}deg`,
  }
}

/** Clouds and stars sink while the rocket climbs. */
function driftFrames(name: string): Keyframe[] {
  return name === 'clouds'
    ? [
        { translate: '0 0', opacity: 1 },
        { translate: '-4% 34%', opacity: 1, offset: 0.2 },
        { translate: '-7% 60%', opacity: 0, offset: 0.42 },
        { translate: '-7% 60%', opacity: 0 },
      ]
    : [{ translate: '0 0' }, { translate: '-6% 22%' }]
}
