import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { LuckBets } from '#contract/luck.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Text } from '#ui/Text.tsx'
import { FEWEST_BETS, useLuckBets } from './luck.queries.ts'
import { LuckArithmetic } from './LuckArithmetic.tsx'
import { LuckPlace } from './LuckPlace.tsx'
import { netOf, useDollars } from './use-dollars.ts'

/** How one's own results compare with all ways in which the same bets could have ended. */
export function LuckCard() {
  const { t } = useLingui()
  const status = useAccountStatus()
  const query = useLuckBets()
  return (
    <Card as="section" tone="flat" aria-label={t`Luck`} className="grid grid-cols-1 gap-3">
      {status === 'signed-out' ? (
        <TooFew bets={0} />
      ) : (
        <AnswerGate
          query={query}
          skeleton={<Skeleton shape="box" height={230} />}
          part={{
            level: 2,
            title: t`Your luck did not load`,
            offline: t`Your luck is worked out once you are connected.`,
          }}
        >
          {(data) => (data.bets < FEWEST_BETS ? <TooFew bets={data.bets} /> : <Known data={data} />)}
        </AnswerGate>
      )}
    </Card>
  )
}

function TooFew({ bets }: { bets: number }) {
  const { integer } = useFormat()
  const fewest = integer(FEWEST_BETS)
  return (
    <>
      <Heading level={2} size="card">
        <Trans>Luck</Trans>
      </Heading>
      <Text size={3} tone="muted" num>
        <Trans>
          After {fewest} bets with a balance you see here how your results compare with all ways these bets
          could have gone, and what they were expected to cost.
        </Trans>
      </Text>
      {bets > 0 ? (
        <Text size={3} tone="muted" num>
          <Plural value={bets} one="So far there is # bet." other="So far there are # bets." />
        </Text>
      ) : null}
    </>
  )
}

function Known({ data }: { data: LuckBets }) {
  const { t } = useLingui()
  const dollars = useDollars()
  return (
    <>
      <LuckPlace data={data} />
      <div className="grid grid-cols-2 gap-2.5">
        <Stat label={t`Expected cost`} value={dollars(data.edgeUsd)} />
        <Stat label={t`Actual result`} value={dollars(netOf(data), { isSigned: true })} />
      </div>
      <LuckArithmetic data={data} />
    </>
  )
}
