import { useId } from 'react'

const body =
  'M-13.8 13.6C-12.8 20.6 -5.6 23.6 2.4 23.4C17 23 28.9 12.4 28.9 -2C28.9 -9.6 25.6 -14.4 21.6 -20C20 -23.8 18.4 -27.8 14.6 -30C12.4 -29.4 10.6 -28.2 9.2 -26.8C4.6 -30 -2.4 -30.8 -9.2 -28.600C-2.2 -27.6 4.2 -25.6 8.8 -22.8C11.6 -21 14.6 -20 16.2 -17.8C19 -13.2 17.6 -6.6 13.6 -2C9.4 2.8 3.4 5.6 -4 6.6C-6.4 6.9 -8.4 7.6 -10.4 7.6C-13.2 7.6 -14.4 9.8 -13.8 13.6Z'
const spot = 'M-8.4 14.2a3.2 3.2 0 1 0 6.4 0 3.2 3.2 0 1 0-6.4 0'
const fin = 'M13.4 1.6C10.6-2.6 5.6-4.2 1.2-2.8 1.8.8 4.4 4.6 8.6 6.4Z'

interface KoiLogoProps {
  size?: number
  /** Names the drawing for assistive technology; without it the drawing is decorative. */
  title?: string
  /** Both koi in the text colour, for orange or coloured grounds. */
  mono?: boolean
  className?: string
}

/** Two koi circling as one disc. The first takes the text colour, so it is white on dark and ink on light. */
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
          <path opacity=".65" d={fin} />
          <path fillRule="evenodd" d={mono ? `${body}${spot}` : body} />
          {!mono && <path d={spot} fill={i ? orange : 'currentColor'} />}
        </g>
      ))}
    </svg>
  )
}
