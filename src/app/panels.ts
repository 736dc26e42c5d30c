import { useNavigate, useRouter, type RouterHistory } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import * as v from 'valibot'

/** Drawers, sheets and dialogs that can lie over any page; the open one is in the URL. */
export const PANELS = ['menu', 'account', 'coins', 'deposit', 'address', 'web3', 'wallet', 'install'] as const
export type Panel = (typeof PANELS)[number]

/** Of a panel's dialog in the page. */
export const panelId = (panel: Panel) => `${panel}-panel`

/** What a wallet is wanted for, but to be connected. */
export type WalletPurpose = 'login' | 'deposit' | 'nft'

/** Search parameters every page understands. An unknown panel counts as none. */
export const RootSearchSchema = v.object({
  panel: v.optional(v.fallback(v.optional(v.picklist(PANELS)), undefined)),
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The panel of this entry was opened from the entry before it, so closing may go back. */
    openedPanel?: boolean
    /** What the wallet panel of this entry is wanted for. */
    walletPurpose?: WalletPurpose | undefined
  }
}

/**
 * Asks the history itself: while a navigation is under way, the router's state is still the page before, and a
 * panel need not wait until the page behind it has been worked out anew.
 */
const paramOf = ({ location }: RouterHistory) => new URLSearchParams(location.search).get('panel')
const isPanelOpen = (router: { history: RouterHistory }) => paramOf(router.history) !== null

function useHistoryValue<T extends string | undefined>(read: (history: RouterHistory) => T): T {
  const { history } = useRouter()
  return useSyncExternalStore(history.subscribe, () => read(history))
}

/** What the open wallet panel is wanted for. */
export function useWalletPurpose(): 'connect' | WalletPurpose {
  return useHistoryValue(({ location }) => location.state.walletPurpose) ?? 'connect'
}

/** The open panel, and how to open one and close it. The phone's back button closes it too. */
export function usePanel() {
  const panel = useHistoryValue((history) => PANELS.find((each) => each === paramOf(history)))
  const navigate = useNavigate()
  const router = useRouter()

  const open = useCallback(
    (next: Panel, walletPurpose?: WalletPurpose) =>
      void navigate({
        to: '.',
        search: (previous) => ({ ...previous, panel: next }),
        // One panel takes the place of another without a second step back.
        replace: isPanelOpen(router),
        state: (previous) => ({
          ...previous,
          openedPanel: !isPanelOpen(router) || previous.openedPanel === true,
          walletPurpose,
        }),
        resetScroll: false,
      }),
    [navigate, router],
  )
  const close = useCallback(() => {
    if (!isPanelOpen(router)) return
    if (router.history.location.state.openedPanel) {
      router.history.back()
      return
    }
    void navigate({
      to: '.',
      search: ({ panel: _, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    })
  }, [navigate, router])

  return { panel, open, close }
}
