import { Trans, useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { DefinitionList, type Fact } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Text } from '#ui/Text.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { Coin } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { PREVIEW_BETS, roundedUnits, type PlanToPreview } from './preview-plan.ts'
import { usePlanPreview } from './use-plan-preview.ts'

/** Smaller chances are shown as "less than". */
const LEAST_BPS = 1

interface PlanPreviewCardProps {
  /** Undefined while the sheet cannot be read. */
  plan: PlanToPreview | undefined
  coin: Coin
}

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
  const most = integer(PREVIEW_BETS)
  const { stopOnLoss, count = Infinity } = plan?.settings ?? {}
  const ends = preview?.endChance
  const beyond = 1 - Object.values(ends ?? {}).reduce((sum, share) => sum + share, 0)
  // The ends that the plan asks for are listed even when no run reached them.
  const rows: readonly (false | Fact)[] = [
    stopOnLoss !== undefined && { term: t`Loss stop`, value: chance(ends?.loss) },
    count <= PREVIEW_BETS && { term: t`All bets played`, value: chance(ends?.count) },
    count > PREVIEW_BETS && { term: t`More than ${most} bets`, value: chance(preview && beyond) },
    Boolean(ends?.profit) && { term: t`Profit stop`, value: chance(ends?.profit) },
    Boolean(ends?.['single-win']) && { term: t`Single win`, value: chance(ends?.['single-win']) },
    Boolean(ends?.condition) && { term: t`One of your conditions`, value: chance(ends?.condition) },
    Boolean(ends?.['stake-cap']) && {
      term: t`Bet above the largest allowed`,
      value: chance(ends?.['stake-cap']),
    },
    Boolean(ends?.balance) && { term: t`Balance too low`, value: chance(ends?.balance) },
  ]
  const largest = preview ? coins(preview.largestStake, coin) : '–'
  const cost = preview ? coins(roundedUnits(preview.expectedCost), coin) : '–'
  const wagered = preview && coins(roundedUnits(preview.expectedWagered), coin)
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
          </div>
          <Text size={3} tone="muted">
            <Trans>How it ends, and how often</Trans>
          </Text>
          <DefinitionList facts={rows.filter((row) => row !== false)} />
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
