import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Security } from '#contract/account.ts'
import { useCloseQuestion } from '#features/security/use-close-question.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { RemovePasskeyForm } from './RemovePasskeyForm.tsx'

/** Asks before a passkey goes. */
export function RemovePasskeySheet({ security }: { security: Security }) {
  const { t } = useLingui()
  const id = useSearch({ strict: false, select: (search) => search.remove })
  const close = useCloseQuestion()
  const asked = security.passkeys.find((passkey) => passkey.id === id)
  // What was asked stays in sight while the sheet leaves.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  const name = shown?.name || t`Passkey`
  return (
    <Overlay open={asked !== undefined} onClose={close} placement="bottom" title={t`Remove “${name}”?`}>
      {shown ? (
        <RemovePasskeyForm key={shown.id} passkey={shown} security={security} onClose={close} />
      ) : null}
    </Overlay>
  )
}
