import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { Panel } from '#app/panels.ts'
import { loadTexts } from '#i18n/i18n.ts'

/** What every panel is told by the shell. */
export interface PanelProps {
  isOpen: boolean
  onClose: () => void
  /** Opens another panel in this one's place. */
  onOpenPanel: (panel: Panel) => void
}

const LOADERS: Record<Panel, () => Promise<{ default: ComponentType<PanelProps> }>> = {
  menu: () => import('./SideMenu.tsx').then((module) => ({ default: module.SideMenu })),
  account: () => import('./AccountMenu.tsx').then((module) => ({ default: module.AccountMenu })),
  coins: () => import('#features/coins/CoinsPanel.tsx').then((module) => ({ default: module.CoinsPanel })),
  deposit: () =>
    import('#features/deposit/DepositPanel.tsx').then((module) => ({ default: module.DepositPanel })),
  wallet: () =>
    Promise.all([import('./WalletDialog.tsx'), loadTexts('wallet')]).then(([module]) => ({
      default: module.WalletDialog,
    })),
  install: () =>
    import('#features/install/InstallPanel.tsx').then((module) => ({ default: module.InstallPanel })),
}

const lazyPanel = (panel: Panel): LazyExoticComponent<ComponentType<PanelProps>> => lazy(LOADERS[panel])

/** The panels, each in a chunk of its own. */
export const PANEL_COMPONENTS = {
  menu: lazyPanel('menu'),
  account: lazyPanel('account'),
  coins: lazyPanel('coins'),
  deposit: lazyPanel('deposit'),
  wallet: lazyPanel('wallet'),
  install: lazyPanel('install'),
} satisfies Record<Panel, unknown>

/** Fetches a panel's code ahead of its opening; a failure shows when it opens. */
export function preloadPanel(panel: Panel): void {
  LOADERS[panel]().catch(() => undefined)
}
