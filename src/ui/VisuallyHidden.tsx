import type { ElementType, HTMLAttributes } from 'react'

interface VisuallyHiddenProps extends HTMLAttributes<HTMLElement> {
  as?: ElementType
}

export function VisuallyHidden({ as: Tag = 'span', className = '', ...rest }: VisuallyHiddenProps) {
  return <Tag {...rest} className={`sr-only ${className}`} />
}
