/** Where the focus goes when a round begins: the tile that the Tab key would reach. */
export function boardHeir(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-tile][tabindex="0"]')
}

/** Where it goes when a round ends. */
export function betButtonHeir(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-mines-action] button')
}
