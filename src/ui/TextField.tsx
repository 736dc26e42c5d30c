import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx'
import { TextElements } from './TextElements.tsx'

interface TextFieldProps extends FieldFrameProps, Omit<ComponentProps<'input'>, keyof FieldFrameProps> {
  icon?: ReactNode
  /** A unit or a button at the end of the box. */
  trailing?: ReactNode
}

export function TextField({ label, hint, error, icon, trailing, id, className, ...rest }: TextFieldProps) {
  const { 'aria-describedby': describedBy, ...input } = rest
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      id={id}
      className={className}
      describedBy={describedBy}
    >
      {(control) => (
        <>
          {icon}
          <input {...input} {...control} className="field-input" />
          <TextElements>{trailing}</TextElements>
        </>
      )}
    </FieldFrame>
  )
}
