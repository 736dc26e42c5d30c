import { useId, useState } from 'react'
import { avatarDrawing } from './avatar-drawing.ts'

interface TokenPictureProps {
  /** The token's own picture, from this server; the drawn one stands in without it, or if it does not come. */
  src?: string | undefined
  contract: string
  id: string
  className?: string
}

/** A square as wide as its place. Hidden from assistive technology: the name stands beside it. */
export function TokenPicture({ src, contract, id, className = '' }: TokenPictureProps) {
  const [missing, setMissing] = useState<string>()
  return (
    <span aria-hidden className={`block aspect-square overflow-hidden bg-surface-3 ${className}`}>
      {src === undefined || src === missing ? (
        <Drawing contract={contract} id={id} />
      ) : (
        <img
          src={src}
          alt=""
          width={256}
          height={256}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setMissing(src)}
        />
      )}
    </span>
  )
}

/** Same token, same picture. */
function Drawing({ contract, id }: { contract: string; id: string }) {
  const key = useId()
  const { water, body, turn, spots, ripple } = avatarDrawing(hashOf(`${contract.toLowerCase()}/${id}`))
  const [deep, light] = water
  return (
    <svg viewBox="-36 -36 72 72" className="size-full">
      <linearGradient id={key} x2="1" y2="1">
        <stop stopColor={light} />
        <stop offset="1" stopColor={deep} />
      </linearGradient>
      <rect x="-36" y="-36" width="72" height="72" fill={`url(#${key})`} />
      <g transform={`rotate(${turn})`}>
        <path d="M-52 0a26 26 0 0 0 52 0a26 26 0 0 0 52 0V60H-52z" fill={body} opacity=".85" />
        <path d="M-26 22a26 26 0 0 0 52 0V60h-52z" fill={light} opacity=".55" />
        {spots.map(({ x, y, r, fill }) => (
          <circle key={`${x} ${y}`} cx={x * 1.3} cy={y * 1.3} r={r} fill={fill} opacity=".8" />
        ))}
      </g>
      <circle
        cx={ripple.x}
        cy={ripple.y}
        r={ripple.r}
        fill="none"
        stroke="#fff"
        strokeOpacity=".25"
        strokeWidth="1.6"
      />
    </svg>
  )
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return hash >>> 0
}
