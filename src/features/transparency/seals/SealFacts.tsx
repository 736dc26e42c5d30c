import { useLingui } from '@lingui/react/macro'
import { coinSymbol } from '#contract/values.ts'
import type { Seal } from '#fair/seal.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'

/** What the seal of a day holds. */
export function SealFacts({ seal, kid }: { seal: Seal; kid: string }) {
  const { t } = useLingui()
  const { integer, decimal, moment } = useFormat()
  return (
    <DefinitionList
      facts={[
        { term: t`Receipts of the day`, value: integer(seal.receipts.count) },
        { term: t`Rounds of Crash`, value: integer(seal.crash.rounds) },
        ...seal.coins.map(({ coin, total, decimals }) => {
          const symbol = coinSymbol(coin)
          return {
            key: coin,
            term: t`Owed to players, ${symbol}`,
            value: decimal(formatDecimal({ units: total, scale: decimals })),
          }
        }),
        { term: t`Balances of`, value: moment(new Date(seal.at)) },
        { term: t`Version of Koi`, value: seal.build.version, isLong: true },
        { term: t`Signed with the key`, value: kid },
        {
          term: t`Hash of this seal`,
          value: <span className="wrap-anywhere">{seal.hash}</span>,
          isLong: true,
        },
        {
          term: t`Hash of the day before`,
          value: <span className="wrap-anywhere">{seal.prev}</span>,
          isLong: true,
        },
      ]}
    />
  )
}
