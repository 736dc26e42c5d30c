/**
 * How a browser without an install dialog installs apps: share sheet (iOS), Dock (Safari on macOS), menu (Firefox on
 * Android), menu (Chromium), or not at all.
 */
export type InstallWay = 'ios' | 'macos' | 'android' | 'menu' | 'none'

export interface Device {
  userAgent: string
  maxTouchPoints: number
}

/** A guess: no browser tells if it can install. */
export function installWayOf({ userAgent, maxTouchPoints }: Device): InstallWay {
  // iPads call themselves Macs, but no Mac has a touch screen.
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1))
    return 'ios'
  const isFirefox = /firefox\//i.test(userAgent)
  if (/android/i.test(userAgent)) return isFirefox ? 'android' : 'menu'
  if (isFirefox) return 'none'
  if (/macintosh/i.test(userAgent) && /version\/[\d.]+ safari\//i.test(userAgent)) return 'macos'
  return /chrom(?:e|ium)\//i.test(userAgent) ? 'menu' : 'none'
}
