import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import type { StakeAsking } from './stake-question.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import styles from './StakeQuestionSheet.module.css'

export function StakeQuestionSheet({ play }: { play: StakeAsking }) {
  const { t } = useLingui()
  const { sheet, open, close } = usePlaySheet()
  const question = useStore(play.question)
  const coin = useCoin()
  const { coins } = usePlayFormat()
  // The question stays in sight while the sheet closes.
  const [shown, setShown] = useState(question)
  if (question && question !== shown) setShown(question)
  const isInUrl = sheet === 'confirm'
  const wasInUrl = useRef(false)

  useEffect(() => {
    if (question) open('confirm')
  }, [question, open])
  useEffect(() => {
    // The back button means no. An address may name the sheet without any question.
    if (wasInUrl.current && !isInUrl) play.answerQuestion(false)
    if (isInUrl && !wasInUrl.current && !play.question.get()) close()
    wasInUrl.current = isInUrl
  }, [isInUrl, close, play])

  if (!shown || !coin) return null
  const stake = coins(shown.stake, coin)
  const answer = (isYes: boolean) => {
    play.answerQuestion(isYes)
    close()
  }
  return (
    <Overlay
      open={isInUrl && question !== undefined}
      onClose={() => answer(false)}
      placement="bottom"
      title={t`Bet ${stake}?`}
    >
      <div className="grid gap-4">
        <Text tone="muted">
          {shown.warning === 'unusual' ? (
            <Trans>This is far above what you usually bet.</Trans>
          ) : shown.warning === 'max' ? (
            <Trans>This is the largest bet you can make now.</Trans>
          ) : (
            <Trans>This is more than a quarter of your balance.</Trans>
          )}{' '}
          <Trans>Koi will not ask again for amounts up to this one.</Trans>
        </Text>
        <div className={styles.answers}>
          <Button block variant="secondary" onClick={() => answer(false)}>
            <Trans>Change the amount</Trans>
          </Button>
          <Button block onClick={() => answer(true)}>
            {t`Bet ${stake}`}
          </Button>
        </div>
      </div>
    </Overlay>
  )
}
