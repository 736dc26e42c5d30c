import styles from './Tile.module.css'

/** The 3:4 box of a tile, for the `Link` or button around `TileContent`. */
export const tileClass: string = `${styles.tile}`
