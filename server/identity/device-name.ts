import Bowser from 'bowser'

/** For an unknown browser Bowser repeats what the user agent says, and so what a stranger wants to be read. */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))

/** Browser and system of a user agent, such as `Chrome · Android`; empty when it does not tell. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent)
  const known = browser.name !== undefined && BROWSERS.has(browser.name) ? browser.name : ''
  return [known, os.name].filter(Boolean).join(' · ')
}
