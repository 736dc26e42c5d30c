import type { ComponentType } from 'react'
import { PANELS, type Panel, type WalletPurpose } from '#app/panels.ts'
import { loadTexts, type TextPart } from '#i18n/i18n.ts'
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

/** The code once its texts are there, too. */
const withTexts = async <T>(code: Promise<T>, ...parts: TextPart[]) =>
  (await Promise.all([code, ...parts.map((part) => loadTexts(part))]))[0]

/** Each in a chunk of its own. */
const LOADERS: Record<Hosted, () => Promise<PanelComponent>> = {
  menu: () => withTexts(import('./SideMenu.tsx')).then((module) => module.SideMenu),
  account: () => withTexts(import('./AccountMenu.tsx')).then((module) => module.AccountMenu),
  coins: () => withTexts(import('./CoinsDialog.tsx'), 'money').then((module) => module.CoinsDialog),
  deposit: () =>
    withTexts(import('./DepositDialog.tsx'), 'wallet', 'money').then((module) => module.DepositDialog),
  address: () => withTexts(import('./AddressDialog.tsx'), 'money').then((module) => module.AddressDialog),
  web3: () =>
    withTexts(import('./WalletDepositDialog.tsx'), 'wallet', 'money').then(
      (module) => module.WalletDepositDialog,
    ),
  wallet: () => withTexts(import('./WalletDialog.tsx'), 'wallet').then((module) => module.WalletDialog),
  install: () =>
    withTexts(import('#features/install/InstallPanel.tsx')).then((module) => module.InstallPanel),
  update: () =>
    withTexts(import('#features/install/update/UpdatePrompt.tsx')).then((module) => module.UpdatePrompt),
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
