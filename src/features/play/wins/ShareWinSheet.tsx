import { Trans, useLingui } from '@lingui/react/macro'
import { Image } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import type { WinFacts } from '#ui/play/win-picture.ts'
import { Text } from '#ui/Text.tsx'
import { WinLink } from '#features/play/bet/WinLink.tsx'
import { shareWin } from './share-win.ts'

interface ShareWinSheetProps {
  isOpen: boolean
  onClose: () => void
  betId: string
  facts: WinFacts
}

/** A win of a balance can be shared as a picture, or by a link that shows the bet itself. */
export function ShareWinSheet({ isOpen, onClose, betId, facts }: ShareWinSheetProps) {
  const { t } = useLingui()
  return (
    <Overlay open={isOpen} onClose={onClose} placement="bottom" title={t`Share this win`}>
      <div className="grid grid-cols-1 gap-5">
        <div className="grid grid-cols-1 gap-2.5">
          <Text size={3} tone="muted">
            <Trans>The picture is drawn on this device and shows what stands on the card.</Trans>
          </Text>
          <Button
            variant="secondary"
            icon={<Image aria-hidden size={20} />}
            onClick={() => void shareWin(facts)}
          >
            <Trans>Share the picture</Trans>
          </Button>
        </div>
        <WinLink id={betId} />
      </div>
    </Overlay>
  )
}
