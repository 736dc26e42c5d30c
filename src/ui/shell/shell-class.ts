import styles from './shell.module.css'

/**
 * Looks of the frame around every page: the first stop of the keyboard, which leads past the bars; the bar on top, the
 * balance in it (`data-player` where it is a player's) and the deposit button; the rail and an entry of the side menu
 * (`aria-current`); the bar at the bottom, a tab in it (`data-current`) and the raised logo.
 */
export const shellClass = styles as Record<
  'skipLink' | 'topBar' | 'balance' | 'deposit' | 'rail' | 'entry' | 'tabBar' | 'tab' | 'tabHome',
  string
>
