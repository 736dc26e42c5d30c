import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pause, Play, Trophy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { inLocale } from '#contract/localized.ts'
import type { TopWin } from '#contract/public-play.ts'
import { coinSymbol } from '#contract/values.ts'
import { gamesQuery } from '#features/games/games.queries.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { PlayerAvatar } from '#ui/PlayerAvatar.tsx'
import { PlayerName } from '#ui/PlayerName.tsx'
import { Text } from '#ui/Text.tsx'
import { Ticker } from '#ui/Ticker.tsx'
import styles from './HomePage.module.css'
import { bigWinsQuery } from './play-now.queries.ts'
import { useMultiple } from './use-multiple.ts'

const STOPPED_KEY = 'ticker-stopped'
const EVERY_MS = 60_000

/** The newest big wins of all players. @param children shown until there is one */
export function WinTicker({ children }: { children?: ReactNode }) {
  const { t } = useLingui()
  const { data: wins } = useQuery({ ...bigWinsQuery, refetchInterval: EVERY_MS })
  const [shown, setShown] = useState<readonly TopWin[]>()
  const [isStopped, setIsStopped] = useState(() => browserStorage.get(STOPPED_KEY) !== null)
  // A list that is being read is replaced only when it begins again.
  const list = shown ?? wins
  if (!list || list.length === 0) return children
  if (!shown) setShown(list)
  const stop = () => {
    if (isStopped) browserStorage.remove(STOPPED_KEY)
    else browserStorage.set(STOPPED_KEY, 'yes')
    setIsStopped(!isStopped)
  }
  return (
    <div className={styles.ticker} data-testid="win-ticker">
      <Text as="span" size={3} tone="gold" weight={750} className={styles.tickerLead}>
        <Trophy aria-hidden size={17} />
        <span className={styles.tickerLabel}>
          <Trans>Big wins</Trans>
        </span>
      </Text>
      <Ticker label={t`Newest big wins`} isStopped={isStopped} onRound={() => setShown(wins)}>
        {list.map((win) => (
          <li key={win.id}>
            <Win win={win} />
          </li>
        ))}
      </Ticker>
      <IconButton
        variant="plain"
        label={isStopped ? t`Let the wins move` : t`Stop the moving wins`}
        className={styles.tickerStop}
        onClick={stop}
      >
        {isStopped ? <Play aria-hidden size={14} /> : <Pause aria-hidden size={14} />}
      </IconButton>
    </div>
  )
}

function Win({ win: { name, number, game, coin, payout, multiplier } }: { win: TopWin }) {
  const locale = useLocale()
  const { decimal } = useFormat()
  const multiple = useMultiple()(multiplier)
  const { data: games } = useQuery({ ...gamesQuery, retryOnMount: false })
  const known = games?.find(({ slug }) => slug === game)
  const title = known ? inLocale(known.name, locale) : game
  return (
    <Link to="/games/$slug" params={{ slug: game }} className={styles.win}>
      <PlayerAvatar number={number} size={22} />
      <Text as="span" size={3} weight={600}>
        <PlayerName player={{ name, number }} />
      </Text>
      <Text
        as="span"
        size={3}
        weight={750}
        tone="jade"
        num
        translate="no"
        className="inline-flex items-center gap-1"
      >
        <span>{`+${decimal(payout, 2, 2)}`}</span>
        <CoinMark symbol={coinSymbol(coin)} size={15} />
      </Text>
      <Text as="span" size={3} tone="muted" num>
        <Trans>
          {multiple} in {title}
        </Trans>
      </Text>
    </Link>
  )
}
