import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '#lib/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { checkAllSeals } from './check-seals.ts'
import { CheckVerdict } from './CheckVerdict.tsx'

/** Checks all seals on this device. */
export function AllSeals() {
  const { t } = useLingui()
  const [result, setResult] = useState<Awaited<ReturnType<typeof checkAllSeals>>>()
  const check = useAction({ run: checkAllSeals, onSuccess: setResult })
  return (
    <>
      <Button
        variant="secondary"
        icon={<ShieldCheck aria-hidden size={20} />}
        loading={check.isRunning}
        onClick={() => check.run()}
      >
        <Trans>Check all seals on this device</Trans>
      </Button>
      <CheckVerdict
        result={result}
        isUnknown={check.error !== undefined}
        proofName="koi-seals.jsonl"
        title={t`All daily seals are right`}
      >
        {({ first, last }) => (
          <Trans>
            From {first} to {last}: each is signed by Koi, follows the day before, and owes players what its
            ledger says.
          </Trans>
        )}
      </CheckVerdict>
    </>
  )
}
