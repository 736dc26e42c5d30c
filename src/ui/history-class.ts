import styles from './history.module.css'

/** Classes of a list with its heading and filters: above it, and beside it on wide screens. */
export const historyClass = styles as Record<'page' | 'tools', string>
