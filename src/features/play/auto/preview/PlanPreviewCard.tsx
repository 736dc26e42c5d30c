import { Trans, useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { Heading } from '#ui/Heading.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Text } from '#ui/Text.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { Coin } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { PREVIEW_BETS, type PlanToPreview } from './preview-plan.ts'
import { usePlanPreview } from './use-plan-preview.ts'

/** Chances below this are told as "less than". */
const LEAST_BPS = 1

interface PlanPreviewCardProps {
  /** Undefined while the sheet cannot be read. */
  plan: PlanToPreview | undefined
  coin: Coin
}

/** What a plan can come to, before it starts. */
export function PlanPreviewCard({ plan, coin }: PlanPreviewCardProps) {
  const { t } = useLingui()
  const { integer, percent } = useFormat()
  const { coins } = usePlayFormat()
  const { preview, share, isCurrent, isFailed } = usePlanPreview(plan)

  const chance = (value: number | undefined) => {
    if (!preview) return '–'
    const bps = Math.round((value ?? 0) * 10_000)
    if (bps >= LEAST_BPS || (value ?? 0) === 0) return percent(bps)
    const least = percent(LEAST_BPS)
    return t`below ${least}`
  }
  const settings = plan?.settings
  const hasLossStop = settings?.stopOnLoss !== undefined
  const most = integer(PREVIEW_BETS)
  const isBounded = settings !== undefined && (settings.count ?? Infinity) > PREVIEW_BETS
  const ended = Object.values(preview?.endChance ?? {}).reduce((sum, value) => sum + value, 0)
  const largest = preview ? coins(preview.largestStake, coin) : '–'
  const cost = preview ? coins(preview.expectedCost, coin) : '–'
  const wagered = preview && coins(preview.expectedWagered, coin)
  const runs = preview && integer(preview.runs)
  return (
    <section className="grid gap-2" aria-label={t`What the plan can come to`} data-testid="plan-preview">
      <Heading level={3} size="card">
        <Trans>What the plan can come to</Trans>
      </Heading>
      {isFailed ? (
        <Text size={3} tone="muted">
          <Trans>This browser cannot work it out. The stops hold all the same.</Trans>
        </Text>
      ) : (
        <>
          <div className="grid grid-cols-2 gap-2" aria-busy={!isCurrent}>
            <Stat label={t`Largest bet`} value={largest} />
            <Stat label={t`Expected cost`} value={cost} />
            <Stat
              label={hasLossStop ? t`Chance that the loss stop ends it` : t`Chance that the balance runs out`}
              value={chance(preview?.endChance[hasLossStop ? 'loss' : 'balance'])}
            />
            <Stat
              label={isBounded ? t`Chance of more than ${most} bets` : t`Chance that all bets are played`}
              value={chance(isBounded ? preview && 1 - ended : preview?.endChance.count)}
            />
          </div>
          {share === undefined ? null : <ProgressBar label={t`Working it out`} value={share * 100} />}
          <Text size={2} tone="muted">
            {preview ? (
              <Trans>
                From {runs} simulated runs by the game's own rules. A run bets {wagered} on average, and the
                cost is the house's edge of that. Your run will differ.
              </Trans>
            ) : (
              <Trans>Simulated on this device by the game's own rules.</Trans>
            )}
          </Text>
          <VisuallyHidden as="p" role="status">
            {preview && isCurrent ? t`Largest bet ${largest}, expected cost ${cost}.` : ''}
          </VisuallyHidden>
        </>
      )}
    </section>
  )
}
