import { Plural, useLingui } from '@lingui/react/macro'
import type { FreeRoundsOffer } from '#contract/promotions.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'

export function FreeRoundsNumbers({ free }: { free: FreeRoundsOffer }) {
  const { t } = useLingui()
  const { decimal, integer } = useFormat()
  return (
    <DefinitionList
      facts={[
        { term: t`Free rounds`, value: integer(free.count) },
        { term: t`Stake of each, paid by Koi`, value: `${decimal(free.stake)} ${coinSymbol(free.coin)}` },
        { term: t`Time to play them`, value: <Plural value={free.days} one="# day" other="# days" /> },
        { term: t`Players at most`, value: integer(free.most) },
      ]}
    />
  )
}
