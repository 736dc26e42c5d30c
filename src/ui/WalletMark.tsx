import { useState } from 'react'
import type { GivenName } from '#contract/given-name.ts'

interface WalletMarkProps {
  /** Logo URL; null for a mark drawn from the name. */
  src: string | null
  name: GivenName
  /** Side length in pixels. */
  size?: number
}

/** Background colours, each dark enough for white letters. */
const GROUNDS = [
  '#1f5fbf',
  '#7a3fc4',
  '#0a7556',
  '#b8480f',
  '#a32a5a',
  '#2b4a63',
  '#5a5f12',
  '#8a3434',
] as const

function groundOf(name: string): string {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return GROUNDS[sum % GROUNDS.length] ?? GROUNDS[0]
}

/**
 * A wallet's logo, or its first letter if there is no logo or it fails to load. Hidden from assistive technology: the
 * name stands beside it.
 */
export function WalletMark({ src, name: given, size = 44 }: WalletMarkProps) {
  const name = String(given)
  const [broken, setBroken] = useState<string | null>(null)
  const isPicture = src !== null && src !== broken
  const letter = [...name.trim()][0] ?? '?'
  return (
    <span
      aria-hidden
      className="grid place-items-center shrink-0 overflow-hidden border border-line bg-surface-3 text-on-cover font-850 leading-1"
      style={{
        width: size,
        height: size,
        borderRadius: Math.round(size * 0.31),
        fontSize: Math.round(size * 0.42),
        ...(!isPicture && { background: groundOf(name) }),
      }}
    >
      {isPicture ? (
        <img
          key={src}
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(src)}
        />
      ) : (
        letter.toUpperCase()
      )}
    </span>
  )
}
