import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { useOwnPublicNumber } from '#queries/own-public-number.ts'
import { Heading } from '#ui/Heading.tsx'
import { PlayerAvatar } from '#ui/PlayerAvatar.tsx'
import { PlayerName } from '#ui/PlayerName.tsx'
import { playerRowClass } from '#ui/play/player-row-class.ts'
import { Text } from '#ui/Text.tsx'
import { DEMO } from '#features/play/play-coin-search.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import styles from './crash-players.module.css'
import { crashPlayerRows, type CrashPlayerRow } from './crash-player-rows.ts'
import type { CrashPlay } from './crash-play.ts'
import { useMovingRows } from './use-moving-rows.ts'

/** Who is in the round, and who is out at which multiple. */
export function CrashPlayers({ play }: { play: CrashPlay }) {
  const { t } = useLingui()
  const { usd, integer } = useFormat()
  const view = useStore(play.table.view)
  const { isShared } = play.table
  const isOffline = useStore(play.table.link) === 'offline'
  const list = useRef<HTMLUListElement>(null)
  const own = useOwnPublicNumber()
  const round = view?.round
  const rows = view ? crashPlayerRows(view) : []
  useMovingRows(list, rows.map(({ id }) => id).join())
  // An own bet is known before the server counts it; the sum is shown only once it includes that bet.
  const count = Math.max(round?.bets ?? 0, rows.length)
  const sum = round && isShared && count === round.bets ? usd(round.staked) : undefined
  const more = integer(count - rows.length)
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
        <ul ref={list} className={styles.list} tabIndex={0} aria-label={t`Bets of the round`}>
          {rows.map((row) => (
            <PlayerRow key={row.id} row={row} own={own} isFlying={round?.status === 'running'} />
          ))}
        </ul>
      )}
      {count > rows.length && rows.length > 0 ? (
        <Text size={3} tone="muted" className="pt-1.5">
          <Trans>and {more} more</Trans>
        </Text>
      ) : null}
    </section>
  )
}

interface PlayerRowProps {
  row: CrashPlayerRow
  /** Public number of whoever looks. */
  own: number | null
  isFlying: boolean
}

function PlayerRow({ row, own, isFlying }: PlayerRowProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { hundredths } = usePlayFormat()
  const { player, coin, stake, payout, cashedAt } = row
  const isOut = cashedAt !== null
  const isOwn = player === undefined
  const sum = decimal(isOut ? payout : stake)
  return (
    <li className={`${styles.player} ${playerRowClass(isOut ? 'out' : isOwn ? 'own' : 'in')}`}>
      <PlayerAvatar number={isOwn ? own : player.number} size={26} />
      <Text
        as="span"
        size={3}
        weight={isOwn ? 750 : 600}
        tone={isOwn ? 'brand' : player.number === null ? 'muted' : 'default'}
        truncate
      >
        {isOwn ? t`You` : <PlayerName player={player} own={own} />}
      </Text>
      <Text as="span" size={3} num weight={650} tone={isOut ? 'jade' : 'muted'} translate="no">
        {coin === DEMO ? t`${sum} demo` : `${sum} ${coinSymbol(coin)}`}
      </Text>
      <Text
        as="span"
        size={3}
        num
        weight={isOut ? 750 : 600}
        tone={isOut ? 'jade' : 'subtle'}
        className={styles.end}
      >
        {isOut ? `${hundredths(Math.round(cashedAt * 100))}×` : isFlying ? t`flying` : null}
      </Text>
    </li>
  )
}
