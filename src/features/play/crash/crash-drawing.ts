import { crashCurveAt } from '#rules/crash/crash-curve.ts'
import { crashAxis, crashTicks } from './crash-axis.ts'

/** Colours and fonts, read once and not with every frame. */
export interface CrashInk {
  readonly line: string
  readonly text: string
  readonly faint: string
  readonly rising: string
  readonly crashed: string
  readonly own: string
  readonly font: string
}

export interface CrashFrame {
  /** Milliseconds from the start of the curve to its tip; undefined while there is no curve. */
  readonly ranMs: number | undefined
  readonly hasCrashed: boolean
  readonly figure: string
  readonly words: string
  /** Multipliers at which the player cashed out. */
  readonly marks: readonly number[]
  readonly isStill: boolean
}

const POINTS = 72
const LEFT = 42
const BOTTOM = 22
const TIP = 6
const MARK = 4.5
/** The figure stands over the lines. */
const FAINT_LINES = 0.6
const MOST_LETTERS = 112

/** @param size in CSS pixels; the context is already scaled */
export function drawCrash(
  canvas: CanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  frame: CrashFrame,
  ink: CrashInk,
  second: string,
): void {
  canvas.clearRect(0, 0, width, height)
  const ranMs = frame.ranMs ?? 0
  const { spanMs, top } = crashAxis(ranMs, frame.isStill)
  const right = width - LEFT
  const floor = height - BOTTOM
  const xOf = (ms: number) => LEFT + (ms / spanMs) * right
  const yOf = (multiplier: number) => floor - ((multiplier - 1) / (top - 1)) * floor

  drawAxes()
  if (frame.ranMs !== undefined) drawCurve(frame.ranMs)
  drawFigure()

  function drawAxes(): void {
    canvas.strokeStyle = ink.line
    canvas.globalAlpha = FAINT_LINES
    canvas.fillStyle = ink.faint
    canvas.lineWidth = 1
    canvas.font = `600 11px ${ink.font}`
    canvas.textAlign = 'right'
    canvas.textBaseline = 'middle'
    canvas.beginPath()
    for (const tick of crashTicks(1, top)) {
      const y = Math.round(yOf(tick)) + 0.5
      if (y < 8) continue
      canvas.moveTo(LEFT, y)
      canvas.lineTo(width, y)
      canvas.globalAlpha = 1
      canvas.fillText(`${trimmed(tick)}×`, LEFT - 7, y)
      canvas.globalAlpha = FAINT_LINES
    }
    canvas.moveTo(LEFT, floor + 0.5)
    canvas.lineTo(width, floor + 0.5)
    canvas.stroke()
    canvas.globalAlpha = 1
    canvas.textAlign = 'center'
    canvas.textBaseline = 'top'
    for (const tick of crashTicks(0, spanMs / 1_000)) {
      const x = xOf(tick * 1_000)
      if (x < width - 12) canvas.fillText(`${trimmed(tick)} ${second}`, x, floor + 7)
    }
  }

  function drawCurve(ms: number): void {
    const color = frame.hasCrashed ? ink.crashed : ink.rising
    canvas.beginPath()
    for (let point = 0; point <= POINTS; point += 1) {
      const at = (ms * point) / POINTS
      canvas.lineTo(xOf(at), yOf(crashCurveAt(at)))
    }
    canvas.strokeStyle = color
    canvas.lineWidth = 4
    canvas.lineCap = 'round'
    canvas.lineJoin = 'round'
    canvas.stroke()
    canvas.lineTo(xOf(ms), floor)
    canvas.lineTo(LEFT, floor)
    canvas.closePath()
    canvas.globalAlpha = 0.14
    canvas.fillStyle = color
    canvas.fill()
    canvas.globalAlpha = 1
    for (const mark of frame.marks) {
      const at = (Math.log(mark) / Math.log(crashCurveAt(1_000))) * 1_000
      drawDot(xOf(at), yOf(mark), MARK, ink.own)
    }
    drawDot(xOf(ms), yOf(crashCurveAt(ms)), TIP, color)
  }

  function drawDot(x: number, y: number, radius: number, color: string): void {
    canvas.beginPath()
    canvas.arc(x, y, radius, 0, Math.PI * 2)
    canvas.fillStyle = color
    canvas.fill()
  }

  function drawFigure(): void {
    const middle = LEFT + right / 2
    const size = Math.min(MOST_LETTERS, (right / Math.max(4, frame.figure.length)) * 1.3, height * 0.3)
    canvas.textAlign = 'center'
    canvas.textBaseline = 'alphabetic'
    canvas.fillStyle = frame.hasCrashed ? ink.crashed : ink.text
    canvas.font = `850 ${size}px ${ink.font}`
    const y = height * 0.4 + size * 0.2
    canvas.fillText(frame.figure, middle, y)
    canvas.fillStyle = ink.faint
    canvas.font = `650 14px ${ink.font}`
    canvas.fillText(frame.words, middle, y + 26)
  }
}

/** At most two decimals, without trailing zeros. */
const trimmed = (value: number) => String(Math.round(value * 100) / 100)
