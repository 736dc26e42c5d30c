import { useNavigate, useRouter, type RouterHistory } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import * as v from 'valibot'

/** Drawers, sheets and dialogs over a page; the open one is in the URL. */
export const PANELS = ['menu', 'account', 'coins', 'deposit', 'address', 'web3', 'wallet', 'install'] as const
export type Panel = (typeof PANELS)[number]

/** Id of the panel's dialog element. */
export const panelId = (panel: Panel) => `${panel}-panel`

/** Purposes other than connecting a wallet. */
export type WalletPurpose = 'login' | 'deposit'

/** Search parameters of every page. An unknown panel is ignored. */
export const RootSearchSchema = v.object({
  panel: v.optional(v.fallback(v.optional(v.picklist(PANELS)), undefined)),
})

/** Panels that open further panels: closing those, also with the phone's back button, returns to the first one. */
const INNER: Partial<Record<Panel, readonly Panel[]>> = {
  deposit: ['address', 'web3'],
  web3: ['wallet'],
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The first panel was opened from a page in this tab, so closing may go back to it. */
    openedPanel?: boolean
    /** History steps back from this entry to that page, or to the address that named the first panel. */
    panelDepth?: number
    /** Panel of the previous entry. */
    outerPanel?: Panel | undefined
    /** Purpose of the wallet panel in this entry. */
    walletPurpose?: WalletPurpose | undefined
  }
}

/**
 * Reads the history itself: during a navigation the router still has the previous page's state, and a panel need not
 * wait until the page behind it has been computed.
 */
const paramOf = ({ location }: RouterHistory) => new URLSearchParams(location.search).get('panel')
const panelOf = (history: RouterHistory) => PANELS.find((each) => each === paramOf(history))
const isPanelOpen = (router: { history: RouterHistory }) => paramOf(router.history) !== null

function useHistoryValue<T extends string | undefined>(read: (history: RouterHistory) => T): T {
  const { history } = useRouter()
  return useSyncExternalStore(history.subscribe, () => read(history))
}

/** Purpose of the open wallet panel. */
export function useWalletPurpose(): 'connect' | WalletPurpose {
  return useHistoryValue(({ location }) => location.state.walletPurpose) ?? 'connect'
}

/** The open panel, with functions to open and close it. The phone's back button closes it too. */
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
        // Except for inner panels, a panel replaces another without a second history entry.
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
