import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { SearchX, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { inLocale } from '#contract/localized.ts'
import type { ProviderRound } from '#contract/provider-games.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { buttonClass } from '#ui/button-class.ts'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { DefinitionList, type Fact } from '#ui/DefinitionList.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import { useRoundWords } from './use-round-words.ts'

interface RoundSheetProps {
  rounds: readonly ProviderRound[]
  /** Id of the open round. */
  open: string | undefined
}

export function RoundSheet({ rounds, open }: RoundSheetProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const navigate = useNavigate()
  const router = useRouter()
  // Keep the content while the sheet closes.
  const [shown, setShown] = useState(open)
  if (open !== undefined && open !== shown) setShown(open)
  const round = rounds.find(({ id }) => id === shown)
  const close = () => {
    if (router.state.location.state.openedPanel) router.history.back()
    else {
      const search = (old: object) => ({ ...old, line: undefined })
      void navigate({ to: '/history', search, replace: true, resetScroll: false })
    }
  }
  return (
    <Overlay
      open={open !== undefined}
      onClose={close}
      placement="bottom"
      title={round ? inLocale(round.name, locale) : t`Round`}
    >
      {round ? (
        <RoundDetails round={round} />
      ) : (
        <EmptyState
          level={3}
          icon={<SearchX aria-hidden size={26} />}
          title={t`This round is not in the list`}
          detail={<Trans>Scroll further down in the list to find it.</Trans>}
        />
      )}
    </Overlay>
  )
}

function RoundDetails({ round }: { round: ProviderRound }) {
  const { t } = useLingui()
  const { moment } = useFormat()
  const { withCoin, signed } = useRoundWords()
  const { provider, providerName, code, coin, staked, paid, openedAt, closedAt } = round
  const isOpen = closedAt === null
  const facts: Fact[] = [
    { term: t`Provider`, value: providerName },
    { term: t`Stake`, value: withCoin(staked, coin) },
    { term: t`Paid`, value: withCoin(paid, coin) },
    { term: t`When`, value: moment(new Date(openedAt)) },
    {
      term: t`Status`,
      value: isOpen
        ? t({ message: 'Open', context: 'a round' })
        : t({ message: 'Ended', context: 'a round' }),
    },
  ]
  return (
    <div className="grid grid-cols-1 gap-4">
      {isOpen ? null : (
        <Text size={7} weight={800} num translate="no">
          {`${signed(round)} ${coinSymbol(coin)}`}
        </Text>
      )}
      <DefinitionList facts={facts} />
      <div className="grid grid-cols-1 gap-1.5">
        <Text size={3} tone="muted">
          <Trans>Number of the round at {providerName}</Trans>
        </Text>
        <CopyableCode text={round.round} copyLabel={t`Copy the number`} copied={t`Number copied`} />
      </div>
      <Note icon={<ShieldOff aria-hidden size={16} />}>
        <Trans>
          Koi cannot verify this result: {providerName} has drawn it. To ask about it, name the number above.
        </Trans>
      </Note>
      <Link
        to="/games/by/$provider/$code"
        params={{ provider, code }}
        className={buttonClass({ variant: 'secondary', block: true })}
      >
        <Trans>To the game</Trans>
      </Link>
    </div>
  )
}
