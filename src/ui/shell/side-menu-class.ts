import styles from './SideMenu.module.css'

/** Looks of the rail of wide screens and of an entry of the side menu (`aria-current` where the player is). */
export const sideMenuClass = { rail: `${styles.rail}`, entry: `${styles.entry}` }
