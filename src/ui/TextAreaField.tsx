import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx'

interface TextAreaFieldProps
  extends FieldFrameProps, Omit<ComponentProps<'textarea'>, keyof FieldFrameProps> {}

export function TextAreaField({ label, hint, error, id, className, rows = 3, ...rest }: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          rows={rows}
          className="field-input py-2.5 resize-y"
          // Browsers scroll only the line with the caret into view, where a bar may cover it.
          onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
        />
      )}
    </FieldFrame>
  )
}
