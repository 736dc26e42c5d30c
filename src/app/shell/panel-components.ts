import type { ComponentType } from 'react'
import { PANELS, type Panel, type WalletPurpose } from '#app/panels.ts'
import { loadTexts, type TextPart } from '#i18n/i18n.ts'
import { createStore } from '#lib/store.ts'

/** Props of every panel. */
export interface PanelProps {
  isOpen: boolean
  onClose: () => void
  /** Replaces this panel by another. */
  onOpenPanel: (panel: Panel, walletPurpose?: WalletPurpose) => void
}

type PanelComponent = ComponentType<PanelProps>

/** `update` opens by itself. */
export const HOSTED = [...PANELS, 'update'] as const
type Hosted = (typeof HOSTED)[number]

/** Resolves after the panel's texts are loaded, too. */
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

/** Panels to mount before they are opened. */
export const panelsAhead = createStore<readonly Hosted[]>([])

/** Undefined until loaded. */
export const loadedPanel = (panel: Hosted): PanelComponent | undefined => loaded[panel]

/** @throws if loading fails */
export async function loadPanel(panel: Hosted): Promise<void> {
  loaded[panel] ??= await LOADERS[panel]()
}

/** Loads a panel's code early; the panel shows a failure when it opens. */
export function preloadPanel(panel: Panel): void {
  loadPanel(panel).catch(() => undefined)
}

/** Loads a panel's code early and mounts it; the panel shows a failure when it opens. Never rejects. */
export function preparePanel(panel: Hosted): Promise<void> {
  return loadPanel(panel).then(
    () => panelsAhead.set([...panelsAhead.get(), panel]),
    () => undefined,
  )
}
