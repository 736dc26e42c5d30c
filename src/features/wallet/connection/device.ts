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
