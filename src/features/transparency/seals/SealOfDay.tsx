import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { getSeal, type SealAnswer } from '#contract/seal.ts'
import { coinSymbol } from '#contract/values.ts'
import { parseSeal, type Seal } from '#fair/seal.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { useAction } from '#lib/use-action.ts'
import { apiQuery } from '#queries/api-query.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Button } from '#ui/Button.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Text } from '#ui/Text.tsx'
import { checkRoundsOf } from './check-seals.ts'
import { CheckVerdict } from './CheckVerdict.tsx'
import { OwnBalance } from './OwnBalance.tsx'

/** @param known the seal, if it is one of the newest */
export function SealOfDay({ day, known }: { day: string; known: SealAnswer | undefined }) {
  const query = useQuery({
    ...apiQuery(getSeal, { params: { day } }),
    enabled: known === undefined,
    ...(known && { initialData: known }),
  })
  if (query.error instanceof ApiError && query.error.code === 'not_found') {
    return (
      <Text size={3} tone="muted" role="status">
        <Trans>This day is not sealed: choose another one.</Trans>
      </Text>
    )
  }
  return (
    <AnswerGate query={query}>
      {({ seal, kid }) => (
        <>
          <SealFacts seal={parseSeal(seal)} kid={kid} />
          <RoundsOfDay day={day} />
          <OwnBalance day={day} />
        </>
      )}
    </AnswerGate>
  )
}

/** Checks on this device that the day's rounds of Crash are those in its seal. */
function RoundsOfDay({ day }: { day: string }) {
  const { t } = useLingui()
  const [result, setResult] = useState<Awaited<ReturnType<typeof checkRoundsOf>>>()
  const check = useAction({ run: () => checkRoundsOf(day), onSuccess: setResult })
  return (
    <>
      <Button
        variant="secondary"
        icon={<ChartLine aria-hidden size={20} />}
        loading={check.isRunning}
        onClick={() => check.run()}
      >
        <Trans>Check its rounds of Crash</Trans>
      </Button>
      <CheckVerdict
        result={result}
        isUnknown={check.error !== undefined}
        proofName={`koi-crash-${day}.jsonl`}
        title={t`The rounds of Crash are as they were sealed on ${day}`}
      >
        {({ rounds }) =>
          rounds === 0 ? (
            <Trans>There was none on this day.</Trans>
          ) : (
            <Plural
              value={rounds}
              one="# round: hash and salt make its end."
              other="# rounds: none is missing in between, and hash and salt of each make its end."
            />
          )
        }
      </CheckVerdict>
    </>
  )
}

function SealFacts({ seal, kid }: { seal: Seal; kid: string }) {
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
