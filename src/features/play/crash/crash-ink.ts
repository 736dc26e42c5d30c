import type { CrashInk } from './crash-drawing.ts'

/** The theme's colours and letters, as they are now. */
export function readCrashInk(element: Element): CrashInk {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  return {
    line: color('--line'),
    text: color('--text'),
    faint: color('--text-2'),
    rising: color('--jade'),
    crashed: color('--danger'),
    own: color('--gold'),
    font: style.fontFamily,
  }
}

/** Calls back when the theme changes, by the player's choice or the system's; returns the function that stops it. */
export function followTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const scheme = window.matchMedia('(prefers-color-scheme: light)')
  scheme.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    scheme.removeEventListener('change', onChange)
  }
}
