import type { ComponentProps } from 'react'

/** An offer in plain words; put the part that names the action into `strong`. */
export function TextButton({ className = '', type = 'button', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type={type}
      className={`inline-flex flex-wrap items-center justify-center gap-1.5 min-h-11 px-2 rounded-1 text-fs-3 text-text-2 hover:text-text ${className}`}
    />
  )
}
