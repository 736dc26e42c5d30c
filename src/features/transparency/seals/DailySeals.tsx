import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { listSeals } from '#contract/seal.ts'
import { useAction } from '#lib/use-action.ts'
import { apiQuery } from '#queries/api-query.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Button } from '#ui/Button.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkAllSeals } from './check-seals.ts'
import { CheckVerdict } from './CheckVerdict.tsx'
import { SealOfDay } from './SealOfDay.tsx'
import { VerifierDownload } from './VerifierDownload.tsx'

/** The newest seals. */
const sealsQuery = apiQuery(listSeals, { persist: 'public' })

/** The signed seals of each day, with checks that anybody can run. */
export function DailySeals() {
  const { t } = useLingui()
  const query = useQuery(sealsQuery)
  const [chosen, setChosen] = useState<string>()
  return (
    <section aria-labelledby="seals" className="grid grid-cols-1 gap-4">
      <div className="grid gap-2.5">
        <Heading level={2} size="section" id="seals">
          <Trans>Daily seals</Trans>
        </Heading>
        <Text size={3} tone="muted">
          <Trans>
            Shortly after midnight UTC, Koi signs what happened on the day: all receipts, what it owes to
            every player, and its ledger. Each seal names the one before. When you check all seals, this
            device keeps the newest one, so the next check finds any change of it or of those before. Your
            bets and your balance can be proven to be in a seal, without showing anybody else’s.
          </Trans>
        </Text>
      </div>
      <AnswerGate query={query}>
        {({ seals }) => {
          const newest = seals[0]?.day
          const day = chosen ?? newest
          return day === undefined ? (
            <Text size={3} tone="muted">
              <Trans>No day is sealed yet. The first seal comes shortly after midnight UTC.</Trans>
            </Text>
          ) : (
            <>
              <TextField
                type="date"
                label={t`Day (UTC)`}
                value={day}
                max={newest}
                onChange={(event) => setChosen(event.target.value || undefined)}
              />
              <SealOfDay key={day} day={day} known={seals.find((seal) => seal.day === day)} />
              <AllSeals />
            </>
          )
        }}
      </AnswerGate>
      <VerifierDownload />
    </section>
  )
}

/** Checks all seals on this device. */
function AllSeals() {
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
