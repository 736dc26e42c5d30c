import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useStore } from '#lib/use-store.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Heading } from '#ui/Heading.tsx'
import { PlayerName } from '#ui/PlayerName.tsx'
import { Text } from '#ui/Text.tsx'
import { DEMO } from '#features/play/play-coin-search.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import styles from './crash.module.css'
import type { CrashPlay } from './crash-play.ts'

interface PlayerRow {
  readonly id: string
  readonly name: ReactNode
  readonly coin: string
  readonly stake: string
  readonly cashedAt: number | null
  readonly payout: string
  readonly isOwn: boolean
}

/** The player's own bets are on top. */
export function CrashPlayers({ play }: { play: CrashPlay }) {
  const { t } = useLingui()
  const { decimal, usd } = useFormat()
  const { hundredths } = usePlayFormat()
  const view = useStore(play.table.view)
  const { isShared } = play.table
  const isOffline = useStore(play.table.link) === 'offline'
  const round = view?.round
  const mine = view?.mine.filter((bet) => bet.round === round?.id && bet.status !== 'cancelled') ?? []
  const ownIds = new Set(mine.map(({ id }) => id))
  const rows: PlayerRow[] = [
    ...mine.map(({ id, coin, stake, payout, cashOuts }) => ({
      id,
      coin,
      stake,
      payout,
      name: t`You`,
      isOwn: true,
      cashedAt: cashOuts.at(-1)?.multiplier ?? null,
    })),
    ...(round?.listed ?? [])
      .filter(({ id }) => !ownIds.has(id))
      .map((bet) => ({
        ...bet,
        name: <PlayerName player={bet} />,
        isOwn: false,
      })),
  ]
  // An own bet is known before the server counts it; the sum is shown only once it includes that bet.
  const count = Math.max(round?.bets ?? 0, rows.length)
  const sum = round && isShared && count === round.bets ? usd(round.staked) : undefined
  const amount = (text: string, of: string) => {
    const sum = decimal(text)
    return of === DEMO ? t`${sum} demo` : `${sum} ${coinSymbol(of)}`
  }
  // Offline, nobody knows who is in the round.
  if (isOffline && rows.length === 0) return null
  return (
    <section className={styles.players} aria-label={t`Players of the round`}>
      <div className="flex items-baseline justify-between gap-3 pb-1.5">
        <Heading level={2} size="section">
          <Trans>In this round</Trans>
        </Heading>
        <Text size={3} tone="muted" num>
          <Plural value={count} one="# bet" other="# bets" />
          {sum === undefined ? null : <span translate="no">{` · ${sum}`}</span>}
        </Text>
      </div>
      {rows.length === 0 ? (
        <Text size={3} tone="muted">
          {isShared ? <Trans>No bets yet.</Trans> : <Trans>The demonstration has no other players.</Trans>}
        </Text>
      ) : (
        <ul className={styles.list} tabIndex={0} aria-label={t`Bets of the round`}>
          {rows.map(({ id, name, coin, stake, cashedAt, payout, isOwn }) => (
            <li key={`${isOwn}/${id}`} className={styles.player}>
              <Text as="span" size={3} weight={isOwn ? 750 : 600} tone={isOwn ? 'brand' : 'muted'} truncate>
                {name}
              </Text>
              <Text as="span" size={3} num tone="muted" translate="no">
                {cashedAt === null ? '' : `${hundredths(Math.round(cashedAt * 100))}×`}
              </Text>
              <Text
                as="span"
                size={3}
                num
                weight={650}
                tone={cashedAt === null ? 'default' : 'jade'}
                translate="no"
              >
                {amount(cashedAt === null ? stake : payout, coin)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
