import { useId, useState } from 'react'
import { avatarDrawing } from './art/avatar-drawing.ts'
import { koiBody, koiFin } from './art/koi-drawing.ts'
import { KoiLogo } from './art/KoiLogo.tsx'

interface AvatarProps {
  /** 0 for a visitor, who gets the logo. */
  uid: number
  /** URL of the uploaded picture; empty for the picture drawn from the number. */
  avatar: string
  size?: number
  className?: string
}

/** Hidden from assistive technology: the name stands beside it. */
export function Avatar({ uid, avatar, size = 54, className = '' }: AvatarProps) {
  const [missing, setMissing] = useState('')
  const isPicture = avatar !== '' && avatar !== missing
  return (
    <span
      className={`grid place-items-center shrink-0 rounded-3 border border-line bg-grad-pond text-text overflow-hidden ${className}`}
      style={{ width: size, height: size }}
      data-testid="avatar"
    >
      {isPicture ? (
        <img
          src={avatar}
          alt=""
          width={size}
          height={size}
          className="size-full object-cover"
          onError={() => setMissing(avatar)}
        />
      ) : uid > 0 ? (
        <PlayerKoi uid={uid} size={size} />
      ) : (
        <KoiLogo size={Math.round(size * 0.63)} />
      )}
    </span>
  )
}

function PlayerKoi({ uid, size }: { uid: number; size: number }) {
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
