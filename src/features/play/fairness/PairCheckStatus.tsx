import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleStop, ShieldCheck } from 'lucide-react'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Text } from '#ui/Text.tsx'
import { usePlayGiven } from '#features/play/play-context.ts'
import type { PastSeedPair } from '#features/play/play-engine.ts'
import { checkPair, stopPairCheck } from './pair-checks.actions.ts'
import { pairChecks } from './pair-checks.state.ts'
import { PairVerdict } from './PairVerdict.tsx'

export function PairCheckStatus({ pair }: { pair: PastSeedPair }) {
  const { t } = useLingui()
  const given = usePlayGiven()
  const { serverSeedHash, betCount } = pair
  const check = useStore(pairChecks).get(serverSeedHash)
  const begin = () => void checkPair(given, pair)
  const isWorking = check?.status === 'working'
  const count = isWorking ? check.count : 0
  const isSettled = check?.status === 'done' && check.report.faultCount === 0 && !check.cutShort
  return (
    <div className="grid grid-cols-1 gap-2.5">
      {isWorking ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Text size={3} num>
              <Plural
                value={betCount}
                one={`Checked ${count} of # bet`}
                other={`Checked ${count} of # bets`}
              />
            </Text>
            <Button
              variant="secondary"
              size="sm"
              loading={check.isStopping}
              icon={<CircleStop aria-hidden size={16} />}
              onClick={() => stopPairCheck(serverSeedHash)}
            >
              <Trans>Stop</Trans>
            </Button>
          </div>
          <ProgressBar label={t`Bets checked`} value={count} max={betCount} />
        </>
      ) : null}
      <div role="status" className="grid grid-cols-1 empty:hidden">
        {check?.status === 'done' ? <PairVerdict checked={check} pair={pair} /> : null}
        {check?.status === 'broken' ? (
          <Text size={3} tone="muted">
            <Trans>This browser could not check the bets. Open each one to check it by itself.</Trans>
          </Text>
        ) : null}
      </div>
      {isWorking || isSettled ? null : (
        <Button
          block
          variant="secondary"
          size="sm"
          icon={<ShieldCheck aria-hidden size={16} />}
          onClick={begin}
        >
          {check ? <Trans>Check all bets again</Trans> : <Trans>Check all its bets</Trans>}
        </Button>
      )}
    </div>
  )
}
