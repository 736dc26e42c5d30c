import type { ComponentProps } from 'react'

/** Sticks below the top bar while the content scrolls. */
export function StickyBar({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`sticky z-2 bg-bg ${className}`} />
}
