import { useEffect, useRef, useState } from 'react'
import { KoiLogo } from './art/KoiLogo.tsx'
import { UsdtMark } from './art/UsdtMark.tsx'
import { Skeleton } from './Skeleton.tsx'

interface QrCodeProps {
  /** What the code says. */
  text: string
  /** What it is for whoever cannot see it. */
  label: string
  /** Pixels of its side at most; it shrinks with its container. */
  size?: number
  /** What is drawn in the middle: the sign of the house, or the coin to send. */
  mark?: 'koi' | 'usdt' | undefined
}

// Scanners want dark on light, in the dark theme too.
const DARK = '#0a0e13'
const LIGHT = '#ffffff'
/** Keeps the dots away from the logo, which is drawn above. */
const HOLE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='64' height='64'/%3E"
/** Share of the side that stays white on each side: four dots of the longest code we draw. */
const QUIET_SHARE = 0.07
/** Characters of a text that makes more than 45 rows of dots. */
const LONG = 120
/** Share of the side that the logo takes: the hole is some 5% of the code, and level M mends 15%. */
const LOGO_SHARE = 0.17

/** A QR code, drawn by a library that is fetched with the first one. Without it there is nothing to see. */
export function QrCode({ text, label, size = 208, mark }: QrCodeProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<'pending' | 'done' | 'failed'>('pending')
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
        margin: Math.round(size * QUIET_SHARE),
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
      code.applyExtension((svg) => {
        svg.setAttribute('width', '100%')
        svg.setAttribute('height', '100%')
      })
      host.replaceChildren()
      code.append(host)
      setDrawn('done')
    }
    draw().catch(() => isCurrent && setDrawn('failed'))
    return () => {
      isCurrent = false
    }
  }, [text, size, hasMark])
  if (drawn === 'failed') return null
  const markSize = Math.round(size * LOGO_SHARE)
  return (
    <div
      className="relative w-full aspect-square rounded-4 overflow-hidden"
      style={{ maxWidth: size, color: DARK, ...(drawn === 'done' && { background: LIGHT }) }}
    >
      <div ref={ref} role="img" aria-label={label} className="size-full" />
      {hasMark && drawn === 'done' ? (
        <span aria-hidden className="absolute inset-0 grid place-items-center pointer-events-none">
          {mark === 'usdt' ? <UsdtMark size={markSize} /> : <KoiLogo size={markSize} />}
        </span>
      ) : null}
      {drawn === 'pending' ? <Skeleton shape="box" height="100%" className="absolute inset-0" /> : null}
    </div>
  )
}
