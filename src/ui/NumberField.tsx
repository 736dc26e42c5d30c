import { useLingui } from '@lingui/react/macro'
import { useState, type ComponentProps } from 'react'
import { sentenceGap } from '#i18n/sentence-gap.ts'
import { useNumberWords } from '#i18n/use-number-words.ts'
import { writesDecimalComma } from '#lib/typed-number.ts'
import { numberInput } from './number-input.ts'
import { TextField } from './TextField.tsx'

interface NumberFieldProps extends Omit<
  ComponentProps<typeof TextField>,
  'inputMode' | 'autoComplete' | 'hint'
> {
  /** As typed. */
  value: string
  hint?: string
  /** Accepts no decimals. */
  isWhole?: boolean
}

/** After the player leaves the field, an ambiguous number gets a hint how to write it clearly; it replaces `error`. */
export function NumberField({ isWhole = false, error, hint, ...field }: NumberFieldProps) {
  const { t, i18n } = useLingui()
  const { value } = field
  /** Text at the moment the player left the field. */
  const [left, setLeft] = useState<string>()
  const numberWords = useNumberWords(value, isWhole)
  return (
    <TextField
      {...field}
      {...numberInput(value, isWhole)}
      hint={
        isWhole || !writesDecimalComma()
          ? hint
          : [hint, t`Decimals with a point, such as 0.5.`].filter(Boolean).join(sentenceGap(i18n.locale))
      }
      error={error || left === value ? (numberWords ?? error) : undefined}
      onBlur={(event) => {
        setLeft(value)
        field.onBlur?.(event)
      }}
    />
  )
}
