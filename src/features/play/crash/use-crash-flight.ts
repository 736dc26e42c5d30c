import { useEffect, useRef, useState, type RefObject } from 'react'
import { crashEndOf, crashTimeOf } from '#rules/crash/crash-curve.ts'
import type { CrashTable, CrashView } from '#features/play/crash-table.ts'
import { isMotionReduced } from '#features/play/session/play-motion.ts'
import { crashAxis, type CrashAxis } from './crash-axis.ts'
import { startTicks } from './crash-ticks.ts'
import {
  followMotions,
  rocketAt,
  startMotion,
  stillMs,
  type FlightPhase,
  type Motion,
} from './flight-motion.ts'
import { curvePath, placeAt, type FlightBox } from './flight-path.ts'

/** The rocket hides where the curve ends, so a curve that lags a little behind is not seen. */
const CURVE_MS = 100
const STILL_MS = 250
const FALL_MS = 320
const SPLASH_MS = 700
const CALM_MS = 600
/** How far the rocket flies on while it falls, as a share of the box. */
const FALL_ACROSS = 0.07
const FALL_TURN = 132
/** Between a label and its dot, how far it may stand to the left of the box, and between two labels. */
const TAG_GAP = 12
const TAG_OUTSIDE = 36
const TAG_APART = 30

interface Flight {
  readonly phase: FlightPhase
  readonly startAt: number
  /** From the start of the curve to its end; undefined while it rises. */
  readonly endMs: number | undefined
}

export function flightOf(view: CrashView | undefined): Flight {
  const { status, startAt = null, point = null } = view?.round ?? {}
  if (point !== null && status !== 'void')
    return { phase: 'crashed', startAt: startAt ?? 0, endMs: crashEndOf(Math.round(point * 100)) }
  if (status === 'running' && startAt !== null) return { phase: 'flying', startAt, endMs: undefined }
  return { phase: 'pad', startAt: 0, endMs: undefined }
}

/** Rocket and skies move on the compositor; the curve and its tags are placed some times a second. */
export function useCrashFlight(
  ref: RefObject<HTMLElement | null>,
  table: CrashTable,
  view: CrashView | undefined,
): void {
  const [box, setBox] = useState<FlightBox>()
  const motions = useRef<readonly Motion[]>([])
  const { phase, startAt, endMs } = flightOf(view)

  useEffect(() => {
    const element = ref.current?.querySelector('[data-box]')
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setBox({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])

  useEffect(() => {
    const root = ref.current
    if (!root || !box) return
    const moving = [...root.querySelectorAll<HTMLElement>('[data-flight]')]
    motions.current = moving.map((element) => {
      const name = element.dataset['flight'] ?? ''
      return { name, motion: startMotion(element, name, box) }
    })
    return () => {
      motions.current.forEach(({ motion }) => motion.cancel())
      motions.current = []
    }
  }, [ref, box])

  // Each happens once, and not to who comes later.
  const before = useRef(phase)
  useEffect(() => {
    const root = ref.current
    const was = before.current
    before.current = phase
    if (!root || !box || was === phase || isMotionReduced()) return
    if (phase === 'flying') splash(root, 'start', 0, box.height)
    else if (phase === 'crashed') fall(root, endMs ?? 0, box)
    else calm(root)
  }, [ref, box, phase, endMs])

  useEffect(() => {
    const root = ref.current
    if (!root || !box) return
    const isStill = isMotionReduced()
    const ranMs = () => endMs ?? Math.max(0, table.now() - startAt)
    followMotions(motions.current, phase, ranMs(), isStill)
    if (phase === 'pad') return
    const draw = () => drawCurve(root, isStill ? stillMs(ranMs()) : ranMs(), box)
    draw()
    if (phase === 'crashed') return
    return startTicks(
      () => (isStill ? STILL_MS : CURVE_MS),
      () => {
        draw()
        if (isStill) followMotions(motions.current, phase, ranMs(), true)
      },
    )
  }, [ref, table, view, box, phase, startAt, endMs])
}

function drawCurve(root: HTMLElement, ranMs: number, box: FlightBox): void {
  const axis = crashAxis(ranMs)
  placeTags(root, axis, box)
  const path = curvePath(ranMs, axis, box)
  for (const element of root.querySelectorAll('path')) {
    const isArea = element.dataset['area'] !== undefined
    element.setAttribute('d', isArea ? `${path}V${box.height}H0Z` : path)
  }
}

/**
 * Labels stand to the upper left of their dots. One that would cover another is left out: an own one never, and a later
 * one before an earlier one.
 */
function placeTags(root: HTMLElement, axis: CrashAxis, box: FlightBox): void {
  const taken: number[] = []
  const isOwn = (tag: HTMLElement) => tag.dataset['own'] !== undefined
  const atOf = (tag: HTMLElement) => Number(tag.dataset['at'])
  const tags = [...root.querySelectorAll<HTMLElement>('[data-at]')].toSorted(
    (one, other) => Number(isOwn(other)) - Number(isOwn(one)) || atOf(other) - atOf(one),
  )
  // Measured before anything is moved: the page is laid out once.
  const labels = tags.map(({ lastElementChild: label }) =>
    label instanceof HTMLElement ? { label, width: label.offsetWidth } : undefined,
  )
  for (const [index, tag] of tags.entries()) {
    const { x, y } = placeAt(crashTimeOf(atOf(tag) * 100), axis, box)
    tag.style.translate = `${x.toFixed(1)}px ${y.toFixed(1)}px`
    const { label, width = 0 } = labels[index] ?? {}
    if (!label) continue
    const left = Math.max(-TAG_OUTSIDE - x, -width - TAG_GAP)
    label.style.translate = `${left.toFixed(1)}px 0`
    const isShown = isOwn(tag) || taken.every((other) => Math.abs(other - y) > TAG_APART)
    label.style.visibility = isShown ? '' : 'hidden'
    if (isShown) taken.push(y)
  }
}

function fall(root: HTMLElement, endMs: number, box: FlightBox): void {
  const from = rocketAt(endMs, box)
  const { x } = placeAt(endMs, crashAxis(endMs), box)
  const to = x + box.width * FALL_ACROSS
  const rocket = root.querySelector('[data-flight="rocket"]')
  rocket?.animate(
    [
      { ...from, opacity: 1, easing: 'cubic-bezier(0.5, 0, 0.9, 0.5)' },
      {
        translate: `${to}px ${box.height + 8}px`,
        rotate: `${Number.parseFloat(from.rotate) + FALL_TURN}deg`,
        opacity: 1,
      },
    ],
    { duration: FALL_MS },
  )
  splash(root, 'end', to, box.height, FALL_MS - 60)
}

function splash(root: HTMLElement, name: string, x: number, y: number, delay = 0): void {
  root.querySelector<HTMLElement>(`[data-splash="${name}"]`)?.animate(
    [
      { translate: `${x}px ${y}px`, scale: '0.3 0.1', opacity: 0 },
      { translate: `${x}px ${y}px`, scale: '1', opacity: 1, offset: 0.3 },
      { translate: `${x}px ${y}px`, scale: '1.2 0.5', opacity: 0 },
    ],
    { duration: SPLASH_MS, delay, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
  )
}

/** The evening comes back over the pond, and the next rocket stands on its pad. */
function calm(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-sky], [data-flight="rocket"]')) {
    const isRocket = element.dataset['sky'] === undefined
    element.animate([{ opacity: isRocket ? 0 : getComputedStyle(element).opacity }, {}], {
      duration: CALM_MS,
    })
  }
}
