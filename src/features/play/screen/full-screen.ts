import { useEffect, useSyncExternalStore } from 'react'
import { offerToastHost } from '#ui/toast-host.ts'
import styles from '#features/play/play.module.css'

/** False in Safari on iPhones, and where a frame around the page forbids it. */
export const mayFillScreen = (): boolean => document.fullscreenEnabled === true

export const isScreenFilled = (): boolean => Boolean(document.fullscreenElement)

/** The browser may refuse, as without a tap before: then the page stays as it is. */
export function toggleFullScreen(): void {
  const change = isScreenFilled()
    ? document.exitFullscreen()
    : document.querySelector(`.${styles.screen}`)?.requestFullscreen({ navigationUI: 'hide' })
  change?.catch(() => undefined)
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

export const useIsScreenFilled = (): boolean => useSyncExternalStore(subscribe, isScreenFilled)

/** Toasts move into the element that fills the screen: nothing outside of it is seen. */
export function useToastsOnFullScreen(): void {
  const isFilled = useIsScreenFilled()
  useEffect(() => {
    const screen = document.fullscreenElement
    if (isFilled && screen instanceof HTMLElement) return offerToastHost(screen)
  }, [isFilled])
}
