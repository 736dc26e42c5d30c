import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { IconButton } from '#ui/IconButton.tsx'
import { Text } from '#ui/Text.tsx'
import { SentenceGap } from '#ui/SentenceGap.tsx'
import { dismissAutoPlay } from './auto-play.actions.ts'
import { autoPlayState } from './auto-play.state.ts'
import type { BetGame } from '#features/play/play-engine.ts'
import { autoPlayEndWords } from './auto-play-end-words.ts'
import styles from '#features/play/play.module.css'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

export function AutoPlayStatus({ game }: { game: BetGame }) {
  const { t, i18n } = useLingui()
  const auto = useSnapshot(autoPlayState)[game]
  const coin = useCoin()
  const { signedCoins } = usePlayFormat()
  if (auto.status === 'idle' || auto.settings.coin.coin !== coin?.coin) return null
  const { bets, net, settings } = auto
  const sum = (
    <Text as="b" size={3} tone={net > 0n ? 'jade' : net < 0n ? 'danger' : 'inherit'}>
      {signedCoins(net, coin)}
    </Text>
  )
  if (auto.status === 'running') {
    const { count } = settings
    return (
      <Text size={3} tone="muted" num className={styles.autoStatus} data-testid="auto-status">
        <span>
          {count === undefined ? (
            <Trans>Bet {bets}</Trans>
          ) : (
            <Trans>
              {bets} of {count}
            </Trans>
          )}
        </span>
        {sum}
      </Text>
    )
  }
  return (
    <Text as="div" size={3} tone="muted" className={styles.autoStatus} data-testid="auto-status">
      <p className="num" role="status">
        <Plural value={bets} one="# bet played." other="# bets played." />
        <SentenceGap />
        <span>{i18n._(autoPlayEndWords(auto))}</span>
        <SentenceGap />
        {sum}
      </p>
      <IconButton variant="plain" label={t`Dismiss`} onClick={() => dismissAutoPlay(game)}>
        <X aria-hidden size={18} />
      </IconButton>
    </Text>
  )
}
