import type { Race } from '#contract/race.ts'
import { coinSymbol } from '#contract/values.ts'
import { useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { useOwnPublicNumber } from '#queries/own-public-number.ts'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { PlayerAvatar } from '#ui/PlayerAvatar.tsx'
import { PlayerName } from '#ui/PlayerName.tsx'
import { Text } from '#ui/Text.tsx'

const SHOWN = 5

interface RaceListProps {
  leaders: Race['leaders']
  coin: string
}

/** The first places. */
export function RaceList({ leaders, coin }: RaceListProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const own = useOwnPublicNumber()
  const symbol = coinSymbol(coin)
  return (
    <ol className="grid grid-cols-1 -mx-1">
      {leaders.slice(0, SHOWN).map((leader) => {
        const points = decimal(leader.points, 2, 2)
        const prize = decimal(leader.prize, 2, 2)
        return (
          <li
            key={leader.rank}
            className={listRowClass({
              variant: 'plain',
              interactive: false,
              selected: own !== null && leader.number === own,
            })}
          >
            <ListRowContent
              icon={
                <span className="flex items-center gap-2.5">
                  <Text
                    as="span"
                    num
                    weight={750}
                    tone={leader.rank === 1 ? 'gold' : 'subtle'}
                    className="w-5 text-center"
                  >
                    {leader.rank}
                  </Text>
                  <PlayerAvatar number={leader.number} size={30} />
                </span>
              }
              iconTone="none"
              title={
                <span className="wrap-anywhere">
                  <PlayerName player={leader} own={own} />
                </span>
              }
              subtitle={<span className="num">{t`${points} points`}</span>}
              trailing={
                <Text as="span" num weight={700} tone="jade">
                  {`${prize} ${symbol}`}
                </Text>
              }
            />
          </li>
        )
      })}
    </ol>
  )
}
