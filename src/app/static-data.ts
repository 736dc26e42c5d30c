import type { MessageDescriptor } from '@lingui/core'

/** Tabs of the bottom bar that a route can highlight. */
export type TabName = 'home' | 'gift' | 'promotion' | 'accout'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Name of the page: document title and announcement. Pages named after their content set it themselves. */
    title?: MessageDescriptor
    /** State, DOM and scroll position survive leaving the page. */
    keepAlive?: boolean
    /** Whether the bottom tab bar shows; the back arrow shows where it does not. */
    tabBar?: boolean
    /** The page shows the balance that is played with; the one in the top bar gives way to it. */
    playBalance?: boolean
    /** Tab that is highlighted on this page. */
    tab?: TabName
  }
}
