import { useLingui } from '@lingui/react/macro'
import { useState, type ComponentProps } from 'react'
import { useCommaWords } from '#i18n/use-comma-words.ts'
import { writesDecimalComma } from '#lib/typed-number.ts'
import { numberInput } from './number-input.ts'
import { TextField } from './TextField.tsx'

interface NumberFieldProps extends Omit<ComponentProps<typeof TextField>, 'inputMode' | 'autoComplete'> {
  /** As typed. */
  value: string
  /** A count, without decimals. */
  isWhole?: boolean
}

/** One number. What an unclear comma may mean is asked once the field is left, or instead of `error`. */
export function NumberField({ isWhole = false, error, hint, ...field }: NumberFieldProps) {
  const { t } = useLingui()
  const [isLeft, setIsLeft] = useState(false)
  const commaWords = useCommaWords()(isWhole ? '' : field.value)
  const pointHint = !isWhole && writesDecimalComma() ? t`Decimals with a point, such as 0.5.` : ''
  return (
    <TextField
      {...field}
      {...numberInput(field.value, isWhole)}
      hint={
        pointHint === '' || !hint ? (
          (hint ?? pointHint)
        ) : (
          <>
            {hint} {pointHint}
          </>
        )
      }
      error={error || isLeft ? (commaWords ?? error) : undefined}
      onFocus={(event) => {
        setIsLeft(false)
        field.onFocus?.(event)
      }}
      onBlur={(event) => {
        setIsLeft(true)
        field.onBlur?.(event)
      }}
    />
  )
}
