import { useId } from 'react'
import { avatarDrawing } from './avatar-drawing.ts'

interface TokenPictureProps {
  contract: string
  id: string
  size: number
}

/**
 * Replaces the NFT's own picture, which would come from a stranger's server. Same token, same picture. Hidden from
 * assistive technology.
 */
export function TokenPicture({ contract, id, size }: TokenPictureProps) {
  const key = useId()
  const { water, body, turn, spots, ripple } = avatarDrawing(hashOf(`${contract.toLowerCase()}/${id}`))
  const [deep, light] = water
  return (
    <svg width={size} height={size} viewBox="-36 -36 72 72" aria-hidden className="shrink-0 rounded-2">
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
