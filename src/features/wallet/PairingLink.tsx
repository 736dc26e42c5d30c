import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'

/** The link to copy by hand, where the browser does not let Koi do it. */
export function PairingLink({ uri }: { uri: string }) {
  const { t } = useLingui()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.querySelector('input')?.select(), [uri])
  return (
    <div ref={ref} role="status" className="grid grid-cols-1 gap-1.5 w-full">
      <TextField label={t`Link for your wallet`} value={uri} readOnly />
      <Text size={3} tone="muted">
        <Trans>The browser did not allow copying. The link is marked: copy it yourself.</Trans>
      </Text>
    </div>
  )
}
