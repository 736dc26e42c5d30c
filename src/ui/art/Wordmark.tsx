import { KoiLogo } from './KoiLogo.tsx'

interface WordmarkProps {
  /** Height of the disc in pixels; the word scales with it. */
  size?: number
  className?: string
}

/** Screen readers read it once, as "koi". */
export function Wordmark({ size = 30, className = '' }: WordmarkProps) {
  return (
    <span className={`inline-flex items-center ${className}`} style={{ gap: size * 0.3 }}>
      <KoiLogo size={size} />
      <span
        translate="no"
        style={{
          fontSize: `${(size * 0.7) / 16}rem`,
          fontWeight: 800,
          letterSpacing: '-0.035em',
          lineHeight: 1,
        }}
      >
        koi
      </span>
    </span>
  )
}
