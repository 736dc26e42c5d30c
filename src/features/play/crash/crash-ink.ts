import type { CrashInk } from './crash-drawing.ts'

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

/** Follows the player's choice and the system's. @returns stops it */
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
