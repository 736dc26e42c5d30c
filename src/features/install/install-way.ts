/**
 * Where a browser without an install dialog keeps installation: the share sheet of iOS, the Dock of macOS
 * Safari, the menu of Firefox on Android, the menu of Chromium browsers, or nowhere.
 */
export type InstallWay = 'ios' | 'macos' | 'android' | 'menu' | 'none'

export interface Device {
  userAgent: string
  maxTouchPoints: number
}

/** The way of this browser. Only a guess is possible: no browser says whether it can install. */
export function installWayOf({ userAgent, maxTouchPoints }: Device): InstallWay {
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1))
    return 'ios'
  const isFirefox = /firefox\//i.test(userAgent)
  if (/android/i.test(userAgent)) return isFirefox ? 'android' : 'menu'
  if (isFirefox) return 'none'
  if (/macintosh/i.test(userAgent) && /version\/[\d.]+ safari\//i.test(userAgent)) return 'macos'
  return /chrom(?:e|ium)\//i.test(userAgent) ? 'menu' : 'none'
}
