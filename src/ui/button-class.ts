export type ButtonVariant = 'primary' | 'ink' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'sm'

export interface ButtonLook {
  /** `primary` is for the one thing to do next, `ink` for the same on a bright card; at most one is visible. */
  variant?: ButtonVariant
  size?: ButtonSize
  /** Fills the width of the container. */
  block?: boolean
  /** Does not move when pressed, which saves a frame. */
  still?: boolean
}

const VARIANT: Record<ButtonVariant, string> = {
  primary: 'bg-grad-brand text-on-brand',
  ink: 'bg-on-brand text-on-cover',
  secondary: 'bg-surface-2 border border-line text-text',
  ghost: 'bg-transparent border border-transparent text-text-2 hover:bg-surface-2 hover:text-text',
  danger: 'bg-danger-soft border border-danger text-danger',
}
const SIZE: Record<ButtonSize, string> = {
  md: 'min-h-12 px-5 py-2 text-fs-4',
  sm: 'min-h-10 px-4 py-2 text-fs-3 tap',
}

/** Also for a router `Link` that looks like a `Button`. */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  block = false,
  still = false,
}: ButtonLook = {}): string {
  return `${still ? '' : 'press'} relative inline-flex items-center justify-center gap-2 rounded-2 font-750 leading-2 text-center select-none disabled:opacity-50 ${VARIANT[variant]} ${SIZE[size]} ${block ? 'w-full' : ''}`
}
