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

/** Panels that lead into others: there the way back, the phone's too, leads to the first one. */
const INNER: Partial<Record<Panel, readonly Panel[]>> = {
  deposit: ['address', 'web3', 'wallet'],
  web3: ['wallet'],
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The first panel was opened from a page in this tab, so closing may go back to it. */
    openedPanel?: boolean
    /** Steps back from this entry to that page, or to the address that named the first panel. */
    panelDepth?: number
    /** Panel of the entry before this one. */
    outerPanel?: Panel | undefined
    /** What the wallet panel of this entry is wanted for. */
    walletPurpose?: WalletPurpose | undefined
  }
}

/**
 * Asks the history itself: while a navigation is under way, the router's state is still the page before, and a
 * panel need not wait until the page behind it has been worked out anew.
 */
const paramOf = ({ location }: RouterHistory) => new URLSearchParams(location.search).get('panel')
const panelOf = (history: RouterHistory) => PANELS.find((each) => each === paramOf(history))
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
  const panel = useHistoryValue(panelOf)
  const navigate = useNavigate()
  const router = useRouter()

  const open = useCallback(
    (next: Panel, walletPurpose?: WalletPurpose) => {
      const current = panelOf(router.history)
      const { outerPanel } = router.history.location.state
      if (current !== undefined && outerPanel === next) {
        router.history.back()
        return
      }
      const isInner = current !== undefined && INNER[current]?.includes(next) === true
      const isFirst = !isPanelOpen(router)
      void navigate({
        to: '.',
        search: (previous) => ({ ...previous, panel: next }),
        // But for those inside it, a panel takes the place of another without a second step back.
        replace: !isFirst && !isInner,
        state: (previous) => ({
          ...previous,
          openedPanel: isFirst || previous.openedPanel === true,
          panelDepth: isFirst ? 1 : (previous.panelDepth ?? 0) + (isInner ? 1 : 0),
          outerPanel: isFirst ? undefined : isInner ? current : previous.outerPanel,
          walletPurpose,
        }),
        resetScroll: false,
      })
    },
    [navigate, router],
  )
  const close = useCallback(() => {
    if (!isPanelOpen(router)) return
    const { openedPanel, panelDepth = openedPanel ? 1 : 0 } = router.history.location.state
    const removeFromAddress = () =>
      void navigate({
        to: '.',
        search: ({ panel: _, ...rest }) => rest,
        replace: true,
        resetScroll: false,
      })
    if (panelDepth > 0) router.history.go(-panelDepth)
    if (openedPanel) return
    if (panelDepth === 0) {
      removeFromAddress()
      return
    }
    const stop = router.history.subscribe(() => {
      stop()
      removeFromAddress()
    })
  }, [navigate, router])

  return { panel, open, close }
}
