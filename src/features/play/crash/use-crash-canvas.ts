import { useEffect, useRef, type RefObject } from 'react'
import type { CrashTable } from '#features/play/crash-table.ts'
import { isMotionReduced } from '#features/play/session/play-motion.ts'
import { drawCrash } from './crash-drawing.ts'
import { crashFrame, isCrashMoving, type CrashWords } from './crash-frame.ts'
import { followTheme, readCrashInk } from './crash-ink.ts'

/** Pixels of the canvas for one CSS pixel: nobody sees more, and more cost time. */
const MOST_PIXELS = 2

/** With reduced motion. */
const STILL_MS = 250
/** The countdown shows tenths of a second. */
const COUNTDOWN_MS = 100

/** Draws where the curve is by the clock of the table. Size, colours and fonts are read when they change, not in a frame. */
export function useCrashCanvas(
  ref: RefObject<HTMLCanvasElement | null>,
  table: CrashTable,
  words: CrashWords,
): void {
  const latest = useRef(words)
  const redraw = useRef<() => void>(undefined)
  useEffect(() => {
    latest.current = words
    redraw.current?.()
  }, [words])
  useEffect(() => {
    const element = ref.current
    const canvas = element?.getContext('2d')
    if (!element || !canvas) return
    let size = { width: 0, height: 0 }
    let ink = readCrashInk(element)
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined

    const draw = () => {
      frame = 0
      const view = table.view.get()
      if (size.width > 0) {
        const shown = crashFrame(view, table.now(), latest.current, isMotionReduced())
        drawCrash(canvas, size, shown, ink, latest.current.second)
      }
      if (!isCrashMoving(view)) return
      if (isMotionReduced()) timer ??= setTimeout(askLater, STILL_MS)
      else if (view?.round.status === 'betting') timer ??= setTimeout(askLater, COUNTDOWN_MS)
      else ask()
    }
    const askLater = () => {
      timer = undefined
      ask()
    }
    const ask = () => {
      frame ||= requestAnimationFrame(draw)
    }
    redraw.current = ask
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      const scale = Math.min(MOST_PIXELS, window.devicePixelRatio)
      size = { width, height }
      element.width = Math.round(width * scale)
      element.height = Math.round(height * scale)
      canvas.setTransform(scale, 0, 0, scale, 0, 0)
      ask()
    })
    observer.observe(element)
    const stops = [
      table.view.subscribe(ask),
      followTheme(() => {
        ink = readCrashInk(element)
        ask()
      }),
    ]
    ask()
    return () => {
      redraw.current = undefined
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      observer.disconnect()
      stops.forEach((stop) => stop())
    }
  }, [ref, table])
}
