/** A number on the icon of the installed app, where the browser has that; 0 removes it. */
export function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  // Refused where the app is not installed.
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
}
