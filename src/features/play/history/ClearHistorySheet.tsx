import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { toast } from '#ui/toast.ts'
import type { DemoControls } from '#features/play/play-engine.ts'
import { playErrorMessage } from '#features/play/play-error-message.ts'
import { forgetRecentBets } from '#features/play/session/play-session.actions.ts'

interface ClearHistorySheetProps {
  demo: DemoControls
  coin: string
  isOpen: boolean
  onClose: () => void
}

export function ClearHistorySheet({ demo, coin, isOpen, onClose }: ClearHistorySheetProps) {
  const { t, i18n } = useLingui()
  const [isClearing, setIsClearing] = useState(false)
  const clear = async () => {
    setIsClearing(true)
    try {
      await demo.clearHistory()
      forgetRecentBets(coin)
      onClose()
      toast({ message: t`History cleared`, tone: 'success' })
    } catch (error) {
      toast({ message: i18n._(playErrorMessage(error)), tone: 'danger' })
    } finally {
      setIsClearing(false)
    }
  }
  return (
    <Overlay
      open={isOpen}
      onClose={onClose}
      placement="bottom"
      title={t`Clear the history?`}
      footer={
        <div className="grid grid-cols-2 gap-2.5">
          <Button variant="secondary" onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button variant="danger" loading={isClearing} onClick={() => void clear()}>
            <Trans>Clear</Trans>
          </Button>
        </div>
      }
    >
      <Text tone="muted">
        <Trans>
          This deletes all bets and all revealed seeds on this device, whatever the filter. You can no longer
          check them. Your demo balance, the seeds in use and an open round stay. First export what you want
          to keep.
        </Trans>
      </Text>
    </Overlay>
  )
}
