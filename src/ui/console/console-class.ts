import styles from './console.module.css'

/** Classes of the frame around the pages of the console, and of their parts. */
export const consoleClass = styles as Record<
  | 'shell'
  | 'side'
  | 'bar'
  | 'main'
  | 'page'
  | 'entry'
  | 'panel'
  | 'facts'
  | 'figures'
  | 'figure'
  | 'rowButton'
  | 'late'
  | 'code'
  | 'copy'
  | 'alarm'
  | 'gate'
  | 'band'
  | 'scroll'
  | 'table'
  | 'subtle'
  | 'danger',
  string
>
