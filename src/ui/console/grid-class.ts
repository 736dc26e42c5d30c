import styles from './grid.module.css'

/**
 * Classes of a table of the console, which becomes a card for each row with `data-cards`. `--columns` gives the
 * widths, `data-head` of a cell its label on a card.
 */
export const gridClass = styles as Record<
  'frame' | 'grid' | 'head' | 'sort' | 'word' | 'body' | 'row' | 'cell' | 'end' | 'foot',
  string
>
