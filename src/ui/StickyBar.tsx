import type { ComponentProps } from 'react'

/** Stays below the bar on top while what is under it scrolls by; `className` places it. */
export function StickyBar({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`sticky z-2 bg-bg ${className}`} />
}
