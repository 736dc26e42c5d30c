/**
 * True on phones and tablets, where wallets are apps that a link opens; elsewhere they are extensions, or scan a code.
 */
export function isHandheld({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): boolean {
  // iPads call themselves Macs, but no Mac has a touch screen.
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

const THIS_MACHINE = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Browsers and wallets usually refuse a page that came over http from another machine. */
export function needsHttps({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  return protocol === 'http:' && !THIS_MACHINE.test(hostname)
}
