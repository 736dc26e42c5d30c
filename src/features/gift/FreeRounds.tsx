import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { FreeRounds as Rounds } from '#contract/free-rounds.ts'
import type { GameSummary } from '#contract/games.ts'
import { inLocale } from '#contract/localized.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { useFreeRounds } from '#queries/free-rounds.queries.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { CoverFrame } from '#ui/CoverFrame.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import styles from './gift.module.css'

interface FreeRoundsProps {
  /** Undefined while loading. */
  games: readonly GameSummary[] | undefined
}

/** Rounds of the player whose stake Koi pays, each leading to its game. */
export function FreeRounds({ games }: FreeRoundsProps) {
  const { t } = useLingui()
  const status = useAccountStatus()
  const query = useFreeRounds()
  const open = query.data?.filter(({ played, count }) => played < count) ?? []
  const waiting = open.reduce((sum, { played, count }) => sum + count - played, 0)
  return (
    <Section
      title={<Trans>Free rounds</Trans>}
      trailing={waiting > 0 ? <Plural value={waiting} one="# waiting" other="# waiting" /> : null}
    >
      {status === 'signed-out' ? (
        <Text size={3} tone="muted">
          <Trans>
            <Link to="/accout" search={{ from: '/gift' }} className={textLinkClass}>
              Log in
            </Link>{' '}
            to see those that wait for you.
          </Trans>
        </Text>
      ) : (
        <AnswerGate
          query={query}
          skeleton={<Skeleton shape="box" height={76} />}
          part={{
            level: 3,
            title: t`Free rounds did not load`,
            offline: t`Your free rounds are not saved on this device.`,
          }}
        >
          {() =>
            open.length === 0 ? (
              <Text size={3} tone="muted">
                <Trans>None are waiting. New releases and codes can bring some.</Trans>
              </Text>
            ) : (
              <ul className="grid gap-2.5 lg:grid-cols-2">
                {open.map((rounds) => (
                  <li key={rounds.id}>
                    <RoundsRow rounds={rounds} game={games?.find(({ slug }) => slug === rounds.game)} />
                  </li>
                ))}
              </ul>
            )
          }
        </AnswerGate>
      )}
    </Section>
  )
}

interface RoundsRowProps {
  rounds: Rounds
  game: GameSummary | undefined
}

function RoundsRow({ rounds, game }: RoundsRowProps) {
  const locale = useLocale()
  const { decimal, moment } = useFormat()
  const left = rounds.count - rounds.played
  const stake = `${decimal(rounds.stake)} ${coinSymbol(rounds.coin)}`
  const until = moment(new Date(rounds.until))
  const name = game && inLocale(game.name, locale)
  return (
    <div className={listRowClass({ interactive: false })}>
      <ListRowContent
        icon={
          game ? (
            <CoverFrame colors={game.colors} className={styles.cover}>
              <img src={game.cover} alt="" loading="lazy" />
            </CoverFrame>
          ) : undefined
        }
        iconTone="none"
        title={name}
        subtitle={
          <span className="grid">
            <span className="num">
              <Plural value={left} one={`# round of ${stake}`} other={`# rounds of ${stake}`} />
            </span>
            <Text as="span" size={2} tone="gold">
              <Trans>Until {until}</Trans>
            </Text>
          </span>
        }
        trailing={
          <Link
            to="/games/$slug/play"
            params={{ slug: rounds.game }}
            search={{ free: rounds.id, coin: rounds.coin }}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            <Trans>Play</Trans>
            <VisuallyHidden>{name}</VisuallyHidden>
          </Link>
        }
      />
    </div>
  )
}
