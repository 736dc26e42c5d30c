import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Leader, Period } from '#contract/public-play.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useOwnPublicNumber } from '#queries/own-public-number.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { PlayerAvatar } from '#ui/PlayerAvatar.tsx'
import { PlayerName } from '#ui/PlayerName.tsx'
import { Text } from '#ui/Text.tsx'
import { leadersQuery } from './live-play.queries.ts'
import { NothingYet } from './NothingYet.tsx'

/** Players of a period, ranked by the house edge of their bets. */
export function Leaders({ period }: { period: Period }) {
  const query = useQuery(leadersQuery(period))
  const own = useOwnPublicNumber()
  return (
    <AnswerGate query={query}>
      {(leaders) =>
        leaders.length === 0 ? (
          <NothingYet />
        ) : (
          <>
            <Text size={3} tone="muted" className="px-3 pb-2">
              <Trans>Each bet counts with its stake times the house edge of its game.</Trans>
            </Text>
            <ol className="grid grid-cols-1">
              {leaders.map((leader, index) => (
                <li
                  key={leader.number ?? `hidden ${index}`}
                  className={listRowClass({
                    variant: 'plain',
                    interactive: false,
                    selected: own !== null && leader.number === own,
                  })}
                >
                  <LeaderRow leader={leader} place={index + 1} own={own} />
                </li>
              ))}
            </ol>
          </>
        )
      }
    </AnswerGate>
  )
}

interface LeaderRowProps {
  leader: Leader
  place: number
  own: number | null
}

function LeaderRow({ leader, place, own }: LeaderRowProps) {
  const { t } = useLingui()
  const { usd, integer } = useFormat()
  const { edgeUsd, stakedUsd, paidUsd, bets, number } = leader
  const [count, staked, paid, edge] = [integer(bets), usd(stakedUsd), usd(paidUsd), usd(edgeUsd)]
  return (
    <ListRowContent
      icon={
        <span className="flex items-center gap-2.5">
          <Text as="span" num weight={750} tone={place === 1 ? 'gold' : 'subtle'} className="w-5 text-center">
            {place}
          </Text>
          <PlayerAvatar number={number} size={34} />
        </span>
      }
      iconTone="none"
      title={
        <span className="wrap-anywhere">
          <PlayerName player={leader} own={own} />
        </span>
      }
      subtitle={
        <span className="flex flex-wrap gap-x-2.5">
          <span>
            <Plural value={bets} one={`${count} bet`} other={`${count} bets`} />
          </span>
          <span>{t`Edge ${edge}`}</span>
        </span>
      }
      trailing={
        <span className="grid justify-items-end">
          <span className="num">{t`${staked} bet`}</span>
          <Text as="span" size={2} tone="muted" num>
            {t`${paid} paid`}
          </Text>
        </span>
      }
    />
  )
}
