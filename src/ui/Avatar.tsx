import { useState } from 'react'
import { KoiLogo } from './art/KoiLogo.tsx'
import { PlayerKoi } from './art/PlayerKoi.tsx'

interface AvatarProps {
  /** The player's number; 0 for a visitor, who has the sign of the house. */
  uid: number
  /** Address of the uploaded picture; empty for the one drawn from the number. */
  avatar: string
  size?: number
  className?: string
}

/** A player's picture; decoration, because the name stands beside it. */
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
