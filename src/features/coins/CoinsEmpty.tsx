import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

interface CoinsEmptyProps {
  query: string
  onClearQuery: () => void
  onShowSmall: () => void
}

/** Explains why no coin is listed, and how to see them again. */
export function CoinsEmpty({ query, onClearQuery, onShowSmall }: CoinsEmptyProps) {
  const { t } = useLingui()
  if (query !== '') {
    return (
      <EmptyState
        level={3}
        title={t`No coin found`}
        detail={t`No coin matches “${query}”. Search by symbol, name or network. Small balances may be hidden.`}
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
      detail={t`All your coins are worth less than $1.00, so they are hidden.`}
      action={
        <Button variant="secondary" onClick={onShowSmall}>
          <Trans>Show all coins</Trans>
        </Button>
      }
    />
  )
}
