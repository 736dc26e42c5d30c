import styles from './TopBar.module.css'

/** Looks of the bar on top, of the balance in it (`data-player` where it is a player's) and of its deposit button. */
export const topBarClass = {
  bar: `${styles.bar}`,
  balance: `${styles.balance}`,
  deposit: `${styles.deposit}`,
}
