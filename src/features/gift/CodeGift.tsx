import { Plural, Trans } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import type { DataOf } from '#contract/endpoint.ts'
import type { redeemGiftCode } from '#contract/gift-codes.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Banner } from '#ui/Banner.tsx'

/** Tells what a code gave, now or when it was used. */
export function CodeGift({ redeemed }: { redeemed: DataOf<typeof redeemGiftCode> }) {
  const { decimal, moment } = useFormat()
  const { isNew, at, gift } = redeemed
  const used = moment(new Date(at))
  const what =
    gift.kind === 'money' ? (
      `${decimal(gift.amount)} ${coinSymbol(gift.coin)}`
    ) : (
      <Plural value={gift.rounds.count} one="# free round" other="# free rounds" />
    )
  return (
    <Banner inset icon={<CircleCheck aria-hidden size={17} />}>
      {isNew ? (
        gift.kind === 'money' ? (
          <Trans>{what} added to your balance.</Trans>
        ) : (
          <Trans>{what} added below.</Trans>
        )
      ) : (
        <Trans>
          You used this code on {used}. It gave you {what}.
        </Trans>
      )}
    </Banner>
  )
}
