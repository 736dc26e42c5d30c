import { useLingui } from '@lingui/react/macro'
import { CopyableCode } from '#ui/CopyableCode.tsx'

/** A formula as it would be typed, ready to be copied. */
export function Formula({ text }: { text: string }) {
  const { t } = useLingui()
  return <CopyableCode text={text} copyLabel={t`Copy formula`} copied={t`Formula copied`} />
}
