import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { useIsOnBreak } from '#session/break.state.ts'
import { useUser } from '#session/use-user.ts'
import { PromoContent } from '#ui/PromoContent.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { promoClass } from '#ui/promo-class.ts'
import { CoinBrowser } from './CoinBrowser.tsx'

interface CoinsPanelProps {
  isOpen: boolean
  onClose: () => void
  onOpenPanel: (panel: 'deposit') => void
  /** Notes about locked money, above the coins. */
  notes?: ReactNode
}

export function CoinsPanel({ isOpen, onClose, onOpenPanel, notes }: CoinsPanelProps) {
  const { t } = useLingui()
  const { uid } = useUser()
  const isPractice = useIsPractice()
  const isOnBreak = useIsOnBreak()
  return (
    <Overlay
      open={isOpen}
      onClose={onClose}
      placement="bottom"
      title={t`Your coins`}
      header={<OverlayTitle title={t`Your coins`} isPractice={isPractice} />}
      footer={
        isOnBreak ? undefined : (
          <button type="button" className={promoClass} onClick={() => onOpenPanel('deposit')}>
            <PromoContent
              title={<Trans>Enjoy up to 180% bonus deposit</Trans>}
              art={<ChevronRight aria-hidden size={20} />}
            />
          </button>
        )
      }
    >
      {notes}
      <CoinBrowser key={uid} onChosen={onClose} />
    </Overlay>
  )
}
