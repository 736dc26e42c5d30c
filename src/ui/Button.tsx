import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { buttonClass, type ButtonLook } from './button-class.ts'
import { Spinner } from './Spinner.tsx'
import { TextElements } from './TextElements.tsx'

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** Shows a spinner and ignores clicks; keeps focus and width. */
  loading?: boolean
  icon?: ReactNode
}

export function Button({
  variant,
  size,
  block,
  still,
  loading = false,
  icon,
  children,
  className = '',
  type = 'button',
  onClick,
  onKeyDown,
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // A busy submit button must not send its form again either.
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  // Ignore the repeated clicks of a key that is held down.
  const handleKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
    onKeyDown?.(event)
  }
  const content = (
    <>
      {icon}
      <TextElements>{children}</TextElements>
    </>
  )
  return (
    <button
      {...rest}
      type={type}
      className={`${buttonClass({ variant, size, block, still })} ${className}`}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
    >
      {loading ? (
        <>
          <span className="inline-flex flex-1 items-center justify-center gap-2 opacity-0">{content}</span>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner size={20} />
          </span>
        </>
      ) : (
        content
      )}
    </button>
  )
}
