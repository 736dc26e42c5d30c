export type IconButtonVariant = 'surface' | 'plain' | 'brand'

const VARIANT: Record<IconButtonVariant, string> = {
  surface: 'bg-surface-2 border border-line aria-pressed:text-brand aria-pressed:border-brand',
  plain: 'text-text-2 hover:text-text hover:bg-surface-2',
  brand: 'bg-grad-brand text-on-brand',
}

/** A 40 px box with a 44 px touch target; for buttons and router `Link`s with only an icon. */
export function iconButtonClass(variant: IconButtonVariant = 'surface'): string {
  return `press tap inline-grid place-items-center size-10 shrink-0 rounded-2 disabled:opacity-50 ${VARIANT[variant]}`
}
