/** A phone or tablet, where wallets are apps that open; elsewhere they are extensions, or scan a code. */
export function isHandheld({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): boolean {
  // iPads call themselves Macs, which have no touch screen.
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
