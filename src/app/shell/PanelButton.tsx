import type { ComponentProps } from 'react'
import { panelId, usePanel, type Panel } from '#app/panels.ts'
import { drawAhead } from '#ui/dialog/draw-ahead.ts'
import { preloadPanel } from './panel-components.ts'

interface PanelButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  panel: Panel
  /** Purpose of the wallet panel. */
  walletPurpose?: 'login' | undefined
}

/** Opens a panel; loads its code on hover or focus. */
export function PanelButton({ panel, walletPurpose, ...props }: PanelButtonProps) {
  const { panel: current, open } = usePanel()
  const preload = () => preloadPanel(panel)
  return (
    <button
      {...props}
      type="button"
      aria-haspopup="dialog"
      aria-expanded={current === panel}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => drawAhead(panelId(panel), () => open(panel, walletPurpose))}
    />
  )
}
