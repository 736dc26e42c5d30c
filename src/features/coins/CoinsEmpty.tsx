import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

interface CoinsEmptyProps {
  query: string
  onClearQuery: () => void
  onShowSmall: () => void
}

/** Why no coin is left, and the way back to them. */
export function CoinsEmpty({ query, onClearQuery, onShowSmall }: CoinsEmptyProps) {
  const { t } = useLingui()
  if (query !== '') {
    return (
      <EmptyState
        level={3}
        title={t`No coin found`}
        detail={t`Nothing here matches “${query}”. Search by symbol, name or network; small balances may be hidden.`}
        action={
          <Button variant="secondary" onClick={onClearQuery}>
            <Trans>Clear search</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      level={3}
      title={t`Only small balances`}
      detail={t`Coins worth less than $1.00 are hidden, and that is all of them.`}
      action={
        <Button variant="secondary" onClick={onShowSmall}>
          <Trans>Show all coins</Trans>
        </Button>
      }
    />
  )
}
