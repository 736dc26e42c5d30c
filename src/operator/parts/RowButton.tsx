import type { ComponentProps } from 'react'
import { consoleClass } from '#ui/console/console-class.ts'

/** A button in a row of a table, which stays as high as other rows. */
export function RowButton({ children, ...rest }: ComponentProps<'button'>) {
  return (
    <button {...rest} type="button" className={`${consoleClass.rowButton} tap press`}>
      {children}
    </button>
  )
}
