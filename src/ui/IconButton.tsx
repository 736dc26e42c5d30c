import type { ComponentProps, ReactNode } from 'react'
import { iconButtonClass, type IconButtonVariant } from './icon-button-class.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  label: string
  variant?: IconButtonVariant
  /** An icon of 19 to 22 px with `aria-hidden`. */
  children: ReactNode
}

export function IconButton({ label, variant, className = '', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className={`${iconButtonClass(variant)} ${className}`} />
  )
}
