import { useLingui } from '@lingui/react/macro'
import { Wordmark } from '#ui/art/Wordmark.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { SideMenuContent } from './SideMenuContent.tsx'
import type { PanelProps } from './panel-components.ts'

export function SideMenu({ isOpen, onClose, onOpenPanel }: PanelProps) {
  const { t } = useLingui()
  return (
    <Overlay open={isOpen} onClose={onClose} placement="left" title={t`Menu`} header={<Wordmark />}>
      <SideMenuContent isDrawer onOpenDeposit={() => onOpenPanel('deposit')} />
    </Overlay>
  )
}
