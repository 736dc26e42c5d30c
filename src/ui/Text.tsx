import type { ElementType, HTMLAttributes, ReactNode, Ref } from 'react'

export type TextTone = 'default' | 'muted' | 'subtle' | 'brand' | 'jade' | 'gold' | 'danger' | 'inherit'
export type TextSize = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
export type TextWeight = 500 | 600 | 650 | 700 | 750 | 800 | 850

interface TextProps extends HTMLAttributes<HTMLElement> {
  as?: ElementType
  ref?: Ref<HTMLElement>
  size?: TextSize
  tone?: TextTone
  weight?: TextWeight
  /** Digits of equal width, for amounts, multipliers and percentages. */
  num?: boolean
  /** One line, cut with an ellipsis. */
  truncate?: boolean
  children?: ReactNode
}

const TONE: Record<TextTone, string> = {
  default: 'text-text',
  muted: 'text-text-2',
  subtle: 'text-text-3',
  brand: 'text-brand',
  jade: 'text-jade',
  gold: 'text-gold',
  danger: 'text-danger',
  inherit: 'text-inherit',
}
const SIZE: Record<TextSize, string> = {
  1: 'text-fs-1',
  2: 'text-fs-2',
  3: 'text-fs-3',
  4: 'text-fs-4',
  5: 'text-fs-5 tracking-1',
  6: 'text-fs-6 tracking-2 leading-2',
  7: 'text-fs-7 tracking-3 leading-2',
  8: 'text-fs-8 tracking-4 leading-1',
}
const WEIGHT: Record<TextWeight, string> = {
  500: 'font-500',
  600: 'font-600',
  650: 'font-650',
  700: 'font-700',
  750: 'font-750',
  800: 'font-800',
  850: 'font-850',
}

export function Text({
  as: Tag = 'p',
  size = 4,
  tone = 'default',
  weight,
  num = false,
  truncate = false,
  className = '',
  ...rest
}: TextProps) {
  const look = [
    SIZE[size],
    TONE[tone],
    weight && WEIGHT[weight],
    num && 'num',
    truncate && 'truncate min-w-0',
  ]
  return <Tag {...rest} className={`${look.filter(Boolean).join(' ')} ${className}`} />
}
