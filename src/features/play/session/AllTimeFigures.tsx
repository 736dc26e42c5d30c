import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/Button.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { playErrorMessage } from '#features/play/play-error-message.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { BetGame } from '#features/play/play-engine.ts'
import { SessionCourse } from './SessionCourse.tsx'
import { StatsFigures } from './StatsFigures.tsx'
import { useAllTimeStats } from './use-all-time-stats.ts'

/** Statistics by coin; of all games if `game` is undefined. */
export function AllTimeFigures({ game }: { game: BetGame | undefined }) {
  const { i18n } = useLingui()
  const { integer } = useFormat()
  const { status, error, coins, count, readMore } = useAllTimeStats(game)
  const counted = integer(count)
  return (
    <div className="grid grid-cols-1 gap-4" aria-busy={status === 'reading'} data-testid="all-time">
      {!coins && status === 'reading' ? <Skeleton shape="box" height="18rem" /> : null}
      {coins?.length === 0 ? (
        <Text tone="muted">
          <Trans>No bets yet.</Trans>
        </Text>
      ) : null}
      {coins?.map(({ coin, stats }) => (
        <div key={coin.coin} className="grid grid-cols-1 gap-4">
          <SessionCourse stats={stats} coin={coin} isAllTime />
          <StatsFigures stats={stats} coin={coin} />
        </div>
      ))}
      <div role="alert" className="empty:hidden">
        {status === 'failed' ? <Text tone="danger">{i18n._(playErrorMessage(error))}</Text> : null}
      </div>
      {readMore ? (
        <div className="grid gap-2">
          <Text size={3} tone="muted">
            <Trans>These are the latest {counted} bets.</Trans>
          </Text>
          <Button variant="secondary" loading={status === 'reading'} onClick={readMore}>
            <Trans>Count older bets too</Trans>
          </Button>
        </div>
      ) : null}
    </div>
  )
}
