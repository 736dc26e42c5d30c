import { useEffect, useRef, useState } from 'react'
import { KoiLogo } from './art/KoiLogo.tsx'
import { UsdtMark } from './art/UsdtMark.tsx'
import { Skeleton } from './Skeleton.tsx'

interface QrCodeProps {
  /** The encoded text. */
  text: string
  /** Text alternative: the purpose of the code. */
  label: string
  /** Maximum side length in pixels; the code shrinks with its container. */
  size?: number
  /** Picture in the middle: the Koi logo, or the coin to send. */
  mark?: 'koi' | 'usdt' | undefined
}

// Scanners need dark on light, in the dark theme too.
const DARK = '#0a0e13'
const LIGHT = '#ffffff'
/** Transparent image: makes the library leave a hole for the logo, which is drawn above it. */
const HOLE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='64' height='64'/%3E"
/** Width of the white border in dots; with less, a scanner may not find the code (ISO/IEC 18004). */
const QUIET_DOTS = 4
/** Characters; a longer text makes more than 45 rows of dots. */
const LONG = 120
/** Share of the code's side that the logo covers: the hole is some 5% of the code, and level M corrects 15%. */
const LOGO_SHARE = 0.195

/** The drawing library loads with the first code. Until then nothing is visible. */
export function QrCode({ text, label, size = 208, mark }: QrCodeProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  /** Side length of the drawn code in pixels, without the white border. */
  const [codeSize, setCodeSize] = useState<number>()
  const hasMark = mark !== undefined
  useEffect(() => {
    const host = ref.current
    let isCurrent = true
    const draw = async () => {
      const { default: QrCodeStyling } = await import('qr-code-styling')
      if (!isCurrent || !host) return
      const code = new QrCodeStyling({
        type: 'svg',
        width: size,
        height: size,
        data: text,
        qrOptions: { errorCorrectionLevel: 'M' },
        ...(hasMark && { image: HOLE }),
        imageOptions: { saveAsBlob: false, hideBackgroundDots: true, imageSize: 0.32, margin: 4 },
        // Rounded dots of a long text are too small for some scanners.
        dotsOptions: { type: text.length > LONG ? 'square' : 'rounded', color: DARK, roundSize: false },
        cornersSquareOptions: { type: 'extra-rounded', color: DARK },
        cornersDotOptions: { type: hasMark ? 'extra-rounded' : 'dot', color: DARK },
        backgroundOptions: { color: LIGHT },
      })
      const rows = code._qr?.getModuleCount() ?? 0
      const dot = size / (rows + 2 * QUIET_DOTS)
      code.update({ margin: QUIET_DOTS * dot })
      host.replaceChildren()
      code.append(host)
      for (const side of ['width', 'height']) host.firstElementChild?.setAttribute(side, '100%')
      setCodeSize(rows * dot)
    }
    draw().catch(() => isCurrent && setHasFailed(true))
    return () => {
      isCurrent = false
    }
  }, [text, size, hasMark])
  if (hasFailed) return null
  const isDrawn = codeSize !== undefined
  const markSize = Math.round((codeSize ?? 0) * LOGO_SHARE)
  return (
    <div
      className="relative w-full aspect-square rounded-4 overflow-hidden"
      style={{ maxWidth: size, color: DARK, ...(isDrawn && { background: LIGHT }) }}
    >
      <div ref={ref} role="img" aria-label={label} className="size-full" />
      {hasMark && isDrawn ? (
        <span aria-hidden className="absolute inset-0 grid place-items-center pointer-events-none">
          {mark === 'usdt' ? <UsdtMark size={markSize} /> : <KoiLogo size={markSize} />}
        </span>
      ) : null}
      {isDrawn ? null : <Skeleton shape="box" height="100%" className="absolute inset-0" />}
    </div>
  )
}
