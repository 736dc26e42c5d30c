import type { ComponentProps } from 'react'

export type HeadingSize = 'display' | 'title' | 'section' | 'card'

interface HeadingProps extends ComponentProps<'h1'> {
  /** Level in the outline; does not change the look. */
  level: 1 | 2 | 3 | 4
  size?: HeadingSize
}

const SIZE: Record<HeadingSize, string> = {
  display: 'text-fs-8 font-850 tracking-4 leading-1 wrap-anywhere',
  title: 'text-fs-7 font-850 tracking-3 leading-2',
  section: 'text-fs-5 lg:text-fs-6 font-750 tracking-1 leading-2',
  card: 'text-fs-4 font-750 leading-2',
}

export function Heading({ level, size = 'section', className = '', ...rest }: HeadingProps) {
  const Tag = `h${level}` as const
  return <Tag {...rest} className={`${SIZE[size]} ${className}`} />
}
