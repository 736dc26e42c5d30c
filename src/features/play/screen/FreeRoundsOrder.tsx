import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Gift } from 'lucide-react'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { ActionButton } from '#features/play/controls/ActionButton.tsx'
import type { Play } from '#features/play/controller/play-controller.ts'
import { BET_WORDS_ID } from '#features/play/stake/stake-play.ts'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Text } from '#ui/Text.tsx'
import type { PlayGame } from '#rules/games.ts'
import { useFreeRounds } from './use-free-rounds.ts'

/** Stands in the place of amount and Bet button while free rounds are played. */
export function FreeRoundsOrder<G extends PlayGame>({ play }: { play: Play<G> }) {
  const { t } = useLingui()
  const { decimal, moment } = useFormat()
  const rounds = useFreeRounds(play)
  if (!rounds) return <NoneLeft />
  const number = rounds.played + 1
  const { count } = rounds
  const stake = `${decimal(rounds.stake)} ${coinSymbol(rounds.coin)}`
  const until = moment(new Date(rounds.until))
  return (
    <div className="grid gap-2.5">
      <Banner inset icon={<Gift aria-hidden size={17} />}>
        <Text as="span" size={3} weight={700}>
          <Trans>
            Free round {number} of {count}
          </Trans>
        </Text>
        <Text size={2} tone="muted">
          <Trans>
            Stake of {stake} paid by Koi. Winnings are yours. Until {until}.
          </Trans>
        </Text>
      </Banner>
      <ActionButton data-action="bet" data-testid="bet-button" onClick={play.bet}>
        <span key={number} id={BET_WORDS_ID} className="num">
          {t`Play free round`}
        </span>
      </ActionButton>
    </div>
  )
}

/** The next bet is not free, so it takes another tap to get there. */
function NoneLeft() {
  return (
    <div className="grid gap-2.5">
      <Banner inset icon={<Gift aria-hidden size={17} />}>
        <Trans>No free rounds are left here.</Trans>
      </Banner>
      <div className="grid grid-cols-2 gap-2.5">
        <Link to="/gift" className={buttonClass({ variant: 'secondary' })}>
          <Trans>To gifts</Trans>
        </Link>
        <Link
          to="."
          search={({ free: _, ...old }) => old}
          replace
          resetScroll={false}
          className={buttonClass({ variant: 'secondary' })}
        >
          <Trans>Bet with my balance</Trans>
        </Link>
      </div>
    </div>
  )
}
