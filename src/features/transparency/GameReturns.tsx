import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { inLocale } from '#contract/localized.ts'
import type { TransparencyGame } from '#contract/transparency.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { Heading } from '#ui/Heading.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Text } from '#ui/Text.tsx'

const ALL_BPS = 10_000

/** Measured and theoretical return of each game. */
export function GameReturns({ games }: { games: readonly TransparencyGame[] }) {
  const { percent, percentExact, usd, integer } = useFormat()
  const locale = useLocale()
  const theoryOf = ({ minBps, maxBps }: TransparencyGame['houseEdge']) =>
    [...new Set([ALL_BPS - maxBps, ALL_BPS - minBps])].map(percent).join('–')
  return (
    <section aria-labelledby="games" className="grid grid-cols-1 gap-2.5">
      <Heading level={2} size="section" id="games">
        <Trans>Return of each game</Trans>
      </Heading>
      <Text size={3} tone="muted">
        <Trans>
          With few bets, the return can be far above or below the theory. The standard error after ± says how
          far it usually is by chance: about two times in three less than that, nearly always less than three
          times that. Bets without a result yet count with their stake.
        </Trans>
      </Text>
      <ul>
        {games.map(({ slug, name, bets, stakedUsd, paidUsd, returnBps, standardErrorBps, houseEdge }) => {
          const theory = theoryOf(houseEdge)
          const staked = usd(stakedUsd)
          const paid = usd(paidUsd)
          const count = integer(bets)
          return (
            <li key={slug}>
              <Link to="/games/$slug" params={{ slug }} className={listRowClass({ variant: 'plain' })}>
                <ListRowContent
                  title={inLocale(name, locale)}
                  subtitle={
                    bets === 0 ? (
                      <Trans>No bets yet</Trans>
                    ) : (
                      <Plural
                        value={bets}
                        one={`${count} bet, ${staked} staked, ${paid} paid`}
                        other={`${count} bets, ${staked} staked, ${paid} paid`}
                      />
                    )
                  }
                  trailing={
                    <span className="grid justify-items-end num">
                      <span>
                        <span>{returnBps === null ? '–' : percentExact(returnBps)}</span>
                        {standardErrorBps === null ? null : (
                          <span>{` ± ${percentExact(standardErrorBps)}`}</span>
                        )}
                      </span>
                      <Text as="span" size={2} tone="subtle">
                        <Trans>{theory} in theory</Trans>
                      </Text>
                    </span>
                  }
                />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
