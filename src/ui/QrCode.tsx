import { useEffect, useRef, useState } from 'react'
import { Skeleton } from './Skeleton.tsx'

interface QrCodeProps {
  /** What the code says. */
  text: string
  /** What it is for whoever cannot see it. */
  label: string
  /** Pixels of its side. */
  size?: number
}

// Scanners want dark on light, in the dark theme too.
const DARK = '#0a0e13'
const LIGHT = '#ffffff'

/** A QR code, drawn by a library that is fetched with the first one. Without it there is nothing to see. */
export function QrCode({ text, label, size = 208 }: QrCodeProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<'pending' | 'done' | 'failed'>('pending')
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
        margin: 12,
        data: text,
        qrOptions: { errorCorrectionLevel: 'M' },
        dotsOptions: { type: 'rounded', color: DARK },
        cornersSquareOptions: { type: 'extra-rounded', color: DARK },
        cornersDotOptions: { type: 'dot', color: DARK },
        backgroundOptions: { color: LIGHT },
      })
      host.replaceChildren()
      code.append(host)
      setDrawn('done')
    }
    draw().catch(() => isCurrent && setDrawn('failed'))
    return () => {
      isCurrent = false
    }
  }, [text, size])
  if (drawn === 'failed') return null
  return (
    <div className="relative rounded-3 overflow-hidden" style={{ width: size, height: size }}>
      <div ref={ref} role="img" aria-label={label} />
      {drawn === 'pending' ? <Skeleton shape="box" height="100%" className="absolute inset-0" /> : null}
    </div>
  )
}
