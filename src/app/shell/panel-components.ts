import type { ComponentType } from 'react'
import { PANELS, type Panel, type WalletPurpose } from '#app/panels.ts'
import { loadTexts } from '#i18n/i18n.ts'
import { createStore } from '#lib/store.ts'

/** What every panel is told by the shell. */
export interface PanelProps {
  isOpen: boolean
  onClose: () => void
  /** Opens another panel in this one's place. */
  onOpenPanel: (panel: Panel, walletPurpose?: WalletPurpose) => void
}

type PanelComponent = ComponentType<PanelProps>

/** The last one opens by itself. */
export const HOSTED = [...PANELS, 'update'] as const
type Hosted = (typeof HOSTED)[number]

/** Each in a chunk of its own. */
const LOADERS: Record<Hosted, () => Promise<PanelComponent>> = {
  menu: () => import('./SideMenu.tsx').then(({ SideMenu }) => SideMenu),
  account: () => import('./AccountMenu.tsx').then(({ AccountMenu }) => AccountMenu),
  coins: () =>
    Promise.all([import('./CoinsDialog.tsx'), loadTexts('money')]).then(([{ CoinsDialog }]) => CoinsDialog),
  deposit: () =>
    Promise.all([import('./DepositDialog.tsx'), loadTexts('wallet'), loadTexts('money')]).then(
      ([{ DepositDialog }]) => DepositDialog,
    ),
  address: () =>
    Promise.all([import('./AddressDialog.tsx'), loadTexts('money')]).then(
      ([{ AddressDialog }]) => AddressDialog,
    ),
  web3: () =>
    Promise.all([import('./WalletDepositDialog.tsx'), loadTexts('wallet'), loadTexts('money')]).then(
      ([{ WalletDepositDialog }]) => WalletDepositDialog,
    ),
  wallet: () =>
    Promise.all([import('./WalletDialog.tsx'), loadTexts('wallet')]).then(
      ([{ WalletDialog }]) => WalletDialog,
    ),
  install: () => import('#features/install/InstallPanel.tsx').then(({ InstallPanel }) => InstallPanel),
  update: () => import('#features/install/UpdatePrompt.tsx').then(({ UpdatePrompt }) => UpdatePrompt),
}

const loaded: Partial<Record<Hosted, PanelComponent>> = {}

/** Panels to have in the page before they are opened. */
export const panelsAhead = createStore<readonly Hosted[]>([])

/** The panel, once its code is there. */
export const loadedPanel = (panel: Hosted): PanelComponent | undefined => loaded[panel]

/** Fetches a panel's code. @throws when it cannot be had */
export async function loadPanel(panel: Hosted): Promise<void> {
  loaded[panel] ??= await LOADERS[panel]()
}

/** Fetches a panel's code ahead of its opening; a failure shows when it opens. */
export function preloadPanel(panel: Panel): void {
  loadPanel(panel).catch(() => undefined)
}

/** Fetches a panel's code ahead of its opening, and mounts it; a failure shows when it opens. Never rejects. */
export function preparePanel(panel: Hosted): Promise<void> {
  return loadPanel(panel).then(
    () => panelsAhead.set([...panelsAhead.get(), panel]),
    () => undefined,
  )
}
