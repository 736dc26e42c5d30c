import type { ComponentProps, ReactNode } from 'react'
import { chipClass } from './chip-class.ts'
import { TextElements } from './TextElements.tsx'

interface ChipProps extends ComponentProps<'button'> {
  selected?: boolean
  /** A 15 px icon with `aria-hidden`. */
  icon?: ReactNode
}

/** A toggle in a row of choices. If the choice is in the URL, use a `Link` with `chipClass`. */
export function Chip({
  selected = false,
  icon,
  children,
  className = '',
  type = 'button',
  ...rest
}: ChipProps) {
  return (
    <button {...rest} type={type} aria-pressed={selected} className={`${chipClass(selected)} ${className}`}>
      {icon}
      <TextElements>{children}</TextElements>
    </button>
  )
}
