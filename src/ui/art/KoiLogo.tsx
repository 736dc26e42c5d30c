import { useId } from 'react'
import { koiBody, koiFin, koiSpot } from './koi-drawing.ts'

interface KoiLogoProps {
  size?: number
  /** Accessible name; without it the drawing is hidden from assistive technology. */
  title?: string
  /** Both koi in the text colour, for orange or coloured backgrounds. */
  mono?: boolean
  className?: string
}

/** Two circling koi. The first has the text colour: white on dark and ink on light. */
export function KoiLogo({ size = 30, title, mono, className }: KoiLogoProps) {
  const id = useId()
  const orange = mono ? 'currentColor' : `url(#${id})`
  return (
    <svg
      width={size}
      height={size}
      viewBox="-31 -31 62 62"
      className={className}
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <linearGradient id={id} x2="1" y2="1">
        <stop stopColor="#ffab5e" />
        <stop offset="1" stopColor="#ff4f14" />
      </linearGradient>
      {[orange, 'currentColor'].map((fill, i) => (
        <g
          key={i}
          fill={fill}
          transform={i ? 'rotate(180)' : undefined}
          opacity={mono && !i ? 0.6 : undefined}
        >
          <path opacity=".65" d={koiFin} />
          <path fillRule="evenodd" d={mono ? `${koiBody}${koiSpot}` : koiBody} />
          {!mono && <path d={koiSpot} fill={i ? orange : 'currentColor'} />}
        </g>
      ))}
    </svg>
  )
}
