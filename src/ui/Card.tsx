import type { ElementType, HTMLAttributes, ReactNode, Ref } from 'react'

export type CardTone = 'raised' | 'flat' | 'pond' | 'brand'
export type CardPadding = 'none' | 'sm' | 'md' | 'lg'

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: ElementType
  ref?: Ref<HTMLElement>
  /** `raised` stands out from the page or a sheet, `flat` is quieter, `pond` and `brand` are for offers. */
  tone?: CardTone
  padding?: CardPadding
  children?: ReactNode
}

const TONE: Record<CardTone, string> = {
  raised: 'bg-surface-2 border border-line',
  flat: 'bg-surface-1 border border-line',
  pond: 'bg-grad-pond border border-line',
  brand: 'bg-grad-brand text-on-brand',
}
const PADDING: Record<CardPadding, string> = {
  none: 'rounded-3 overflow-hidden',
  sm: 'rounded-3 px-3 py-2.75',
  md: 'rounded-3 p-3.5',
  lg: 'rounded-4 p-5',
}

export function Card({
  as: Tag = 'div',
  tone = 'raised',
  padding = 'md',
  className = '',
  ...rest
}: CardProps) {
  return <Tag {...rest} className={`relative ${TONE[tone]} ${PADDING[padding]} ${className}`} />
}
