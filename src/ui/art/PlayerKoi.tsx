import { useId } from 'react'
import { avatarDrawing } from './avatar-drawing.ts'
import { koiBody, koiFin } from './koi-drawing.ts'

/** The koi that belongs to a player's number, in its own pond; decoration. */
export function PlayerKoi({ uid, size }: { uid: number; size: number }) {
  const id = useId()
  const { water, body, turn, isMirrored, spots, ripple } = avatarDrawing(uid)
  const [deep, light] = water
  return (
    <svg width={size} height={size} viewBox="-36 -36 72 72" aria-hidden>
      <radialGradient id={`${id}w`} cx=".85" cy=".1" r="1.1">
        <stop stopColor={light} />
        <stop offset="1" stopColor={deep} />
      </radialGradient>
      <clipPath id={`${id}b`}>
        <path d={koiBody} />
      </clipPath>
      <rect x="-36" y="-36" width="72" height="72" fill={`url(#${id}w)`} />
      <g fill="none" stroke="#fff" strokeOpacity=".16" strokeWidth="1.4">
        <circle cx={ripple.x} cy={ripple.y} r={ripple.r} />
        <circle cx={ripple.x} cy={ripple.y} r={ripple.r + 9} />
      </g>
      <g transform={`rotate(${turn}) scale(${isMirrored ? -0.92 : 0.92} .92) translate(-8 3)`}>
        <path d={koiFin} fill={body} opacity=".7" />
        <path d={koiBody} fill={body} stroke="#fff" strokeOpacity=".22" strokeWidth=".8" />
        <g clipPath={`url(#${id}b)`}>
          {spots.map(({ x, y, r, fill }) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={r} fill={fill} />
          ))}
        </g>
      </g>
    </svg>
  )
}
