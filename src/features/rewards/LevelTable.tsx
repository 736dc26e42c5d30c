import { Trans, useLingui } from '@lingui/react/macro'
import type { RewardTerms } from '#contract/rewards.ts'
import { useFormat } from '#i18n/use-format.ts'
import { cutUnits } from '#lib/decimal.ts'
import { rakebackBpsAt, shareOfEdge } from '#rules/rewards/edge-shares.ts'
import { xpOfLevel } from '#rules/rewards/level.ts'
import { DataRow } from '#ui/DataRow.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { Folded } from '#ui/Folded.tsx'
import { Text } from '#ui/Text.tsx'
import { DOLLAR_DECIMALS, USUAL_EDGE_BPS } from './level-progress.ts'

const DOLLAR = 10n ** BigInt(DOLLAR_DECIMALS)
const ALWAYS = [1, 2, 3, 4, 5, 10, 15]

/** Levels with what they ask and give: the first ones, and those around the player's own. */
export function LevelTable({ level, terms }: { level: number; terms: RewardTerms }) {
  const { t } = useLingui()
  const { decimal, percent } = useFormat()
  const edge = percent(USUAL_EDGE_BPS)
  const share = percent(terms.levelGiftBps)
  const levels = new Set([...ALWAYS, levelOfMost(terms), level, level + 1, level + 2])
  const giftOf = (of: number) => {
    const played = of === 1 ? 0n : (xpOfLevel(of) - xpOfLevel(of - 1)) * DOLLAR
    return shareOfEdge(shareOfEdge(played, USUAL_EDGE_BPS), terms.levelGiftBps)
  }
  return (
    <Folded title={<Trans>What each level gives</Trans>}>
      <DataTable label={t`What each level gives`} heads={[t`Level`, t`XP`, t`Rakeback`, t`Level gift`]}>
        {[...levels]
          .toSorted((a, b) => a - b)
          .map((each) => (
            <DataRow
              key={each}
              title={each === level ? t`LV.${each}, you` : `LV.${each}`}
              isWon={each === level}
              cells={[
                decimal(String(xpOfLevel(each)), 0),
                percent(rakebackBpsAt(each, terms)),
                each === 1 ? '–' : `$${decimal(cutUnits(giftOf(each), DOLLAR_DECIMALS, 4), 2, 4)}`,
              ]}
            />
          ))}
      </DataTable>
      <Text size={2} tone="subtle" className="mt-2">
        <Trans>
          LV.n needs 80 × (n − 1)² XP. A gift is {share} of the house edge of your own bets since the last
          one; here for play at a {edge} edge.
        </Trans>
      </Text>
    </Folded>
  )
}

/** The first level with the largest rakeback. */
function levelOfMost({ rakebackBps, rakebackStepBps, rakebackMostBps }: RewardTerms): number {
  if (rakebackStepBps === 0) return 1
  return 1 + Math.ceil((rakebackMostBps - rakebackBps) / rakebackStepBps)
}
