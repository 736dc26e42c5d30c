import { useLingui } from '@lingui/react/macro'
import { Blocks } from 'lucide-react'
import { memo } from 'react'
import { inLocale } from '#contract/localized.ts'
import type { ProviderRound } from '#contract/provider-games.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { Text } from '#ui/Text.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { useRoundWords } from './use-round-words.ts'

interface RoundRowProps {
  round: ProviderRound
  onOpen: (id: string) => void
}

/** A button, since router links make a long list drop frames. */
export const RoundRow = memo(function RoundRow({ round, onOpen }: RoundRowProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { moment, decimal } = useFormat()
  const { signed, isWon } = useRoundWords()
  const { id, providerName, name, coin, staked, openedAt, closedAt } = round
  const isGain = closedAt !== null && isWon(round)
  const at = moment(new Date(openedAt))
  return (
    <ListRow
      variant="plain"
      icon={<Blocks aria-hidden size={20} />}
      iconTone={isGain ? 'jade' : 'neutral'}
      title={
        <>
          <span>{inLocale(name, locale)}</span> <VisuallyHidden>{t`stake`}</VisuallyHidden>{' '}
          <Text as="span" num size={2} tone="muted" weight={600} translate="no">
            {decimal(staked, 2)}
          </Text>
        </>
      }
      subtitle={`${providerName} · ${at}`}
      trailing={
        <span className="grid">
          <Text as="span" num weight={700} tone={isGain ? 'jade' : 'default'} translate="no">
            {closedAt === null ? '–' : signed(round)}
          </Text>
          <Text as="span" size={2} tone="muted" weight={600}>
            {closedAt === null ? t({ message: 'Open', context: 'a round' }) : coinSymbol(coin)}
          </Text>
        </span>
      }
      onClick={() => onOpen(id)}
    />
  )
})
