import { crashCurveAt } from '#rules/crash/crash-curve.ts'
import type { CrashAxis } from './crash-axis.ts'

/** The box in which the curve is drawn, in CSS pixels. The curve begins in its lower left corner. */
export interface FlightBox {
  readonly width: number
  readonly height: number
}

interface Place {
  readonly x: number
  readonly y: number
}

/** Cubic curves follow an exponential one closely if each spans only a part of it. */
const PARTS = 8
/** Growth of the curve in a millisecond, as an exponent. */
const GROWTH = Math.log(crashCurveAt(1_000)) / 1_000
/** In degrees from upright. A rocket that lies flatter does not look as if it climbs. */
const FLATTEST = 64
/** It leaves its pad upright. */
const TURN_MS = 500

export function placeAt(ms: number, { spanMs, top }: CrashAxis, { width, height }: FlightBox): Place {
  return {
    x: (ms / spanMs) * width,
    y: height - ((crashCurveAt(ms) - 1) / (top - 1)) * height,
  }
}

/** @returns the `d` of an SVG path */
export function curvePath(ranMs: number, axis: CrashAxis, box: FlightBox): string {
  const step = ranMs / PARTS
  const third = step / 3
  let path = `M0 ${rounded(box.height)}`
  for (let part = 0; part < PARTS; part += 1) {
    const from = part * step
    const to = from + step
    const a = placeAt(from, axis, box)
    const b = placeAt(to, axis, box)
    const across = (third / axis.spanMs) * box.width
    path += `C${rounded(a.x + across)} ${rounded(a.y - climbAt(from, axis, box) * third)} ${rounded(b.x - across)} ${rounded(b.y + climbAt(to, axis, box) * third)} ${rounded(b.x)} ${rounded(b.y)}`
  }
  return path
}

/** Where the rocket points, in degrees from upright. */
export function headingAt(ms: number, axis: CrashAxis, box: FlightBox): number {
  const across = box.width / axis.spanMs
  const heading = (Math.atan2(across, climbAt(ms, axis, box)) * 180) / Math.PI
  return Math.min(FLATTEST, heading) * (1 - Math.exp(-ms / TURN_MS))
}

/** In pixels in a millisecond. */
function climbAt(ms: number, { top }: CrashAxis, { height }: FlightBox): number {
  return (GROWTH * crashCurveAt(ms) * height) / (top - 1)
}

const rounded = (value: number) => Math.round(value * 10) / 10
