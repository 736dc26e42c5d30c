import Bowser from 'bowser'

/** For an unknown browser Bowser returns text of the user agent, which a stranger can choose. */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))

/** Browser and system, such as `Chrome · Android`; empty if unknown. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent)
  const known = browser.name !== undefined && BROWSERS.has(browser.name) ? browser.name : ''
  return [known, os.name].filter(Boolean).join(' · ')
}
