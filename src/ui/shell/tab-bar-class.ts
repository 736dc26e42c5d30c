import styles from './TabBar.module.css'

/** Looks of the bar at the bottom, of a tab in it (`data-current` where the player is) and of the raised logo. */
export const tabBarClass = { bar: `${styles.bar}`, tab: `${styles.tab}`, home: `${styles.home}` }
