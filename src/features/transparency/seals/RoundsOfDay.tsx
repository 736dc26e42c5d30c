import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChartLine } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '#lib/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { checkRoundsOf } from './check-seals.ts'
import { CheckVerdict } from './CheckVerdict.tsx'

/** Checks on this device that the rounds of Crash of a day are those that were sealed. */
export function RoundsOfDay({ day }: { day: string }) {
  const { t } = useLingui()
  const [result, setResult] = useState<Awaited<ReturnType<typeof checkRoundsOf>>>()
  const check = useAction({ run: () => checkRoundsOf(day), onSuccess: setResult })
  return (
    <>
      <Button
        variant="secondary"
        icon={<ChartLine aria-hidden size={20} />}
        loading={check.isRunning}
        onClick={() => check.run()}
      >
        <Trans>Check its rounds of Crash</Trans>
      </Button>
      <CheckVerdict
        result={result}
        isUnknown={check.error !== undefined}
        proofName={`koi-crash-${day}.jsonl`}
        title={t`The rounds of Crash are as they were sealed on ${day}`}
      >
        {({ rounds }) =>
          rounds === 0 ? (
            <Trans>There was none on this day.</Trans>
          ) : (
            <Plural
              value={rounds}
              one="# round: hash and salt make its end."
              other="# rounds: none is missing in between, and hash and salt of each make its end."
            />
          )
        }
      </CheckVerdict>
    </>
  )
}
