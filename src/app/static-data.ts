import type { MessageDescriptor } from '@lingui/core'

/** Tabs of the bottom bar that a route can highlight. */
export type TabName = 'home' | 'gift' | 'promotion' | 'accout'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Document title and announcement. Pages named after their content set it themselves. */
    title?: MessageDescriptor
    /** State, DOM and scroll position survive leaving the page. */
    keepAlive?: boolean
    /** Shows the bottom tab bar; without it the page has a back arrow. */
    tabBar?: boolean
    /** The page shows the balance itself, so the top bar hides it. */
    playBalance?: boolean
    /** Highlighted tab. */
    tab?: TabName
  }
}
