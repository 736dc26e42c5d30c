import styles from './shell.module.css'

/**
 * Classes of the frame around every page: the skip link; the top bar, its balance (`data-player` for a player's own)
 * and deposit button; the rail and an entry of the side menu (`aria-current`); the bottom bar, a tab (`data-current`)
 * and the raised logo.
 */
export const shellClass = styles as Record<
  'skipLink' | 'topBar' | 'balance' | 'deposit' | 'rail' | 'entry' | 'tabBar' | 'tab' | 'tabHome',
  string
>
