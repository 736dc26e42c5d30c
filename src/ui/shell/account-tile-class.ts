import styles from './AccountTile.module.css'

/** Looks of a way out of the account menu, as a `Link` or button; `data-hot` is for the one that matters most. */
export const accountTileClass: string = `${styles.tile}`
