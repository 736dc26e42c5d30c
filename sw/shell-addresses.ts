/** Opened by the icon on the home screen; see `storeShell`. */
export const LAUNCH_ADDRESS = '/?launch'

/**
 * Paths that static routing answers without starting the worker: each is a key in the shell's cache, because the
 * browser looks up the URL itself. All other pages go through the worker. A test compares this list with the routes
 * and the manifest.
 */
export const SHELL_ADDRESSES = [
  '/',
  LAUNCH_ADDRESS,
  '/?panel=deposit',
  '/account',
  '/accout',
  '/counter',
  '/forgot-password',
  '/games',
  '/gift',
  '/history',
  '/keepalive',
  '/language',
  '/logout',
  '/messages',
  '/messages/notifications',
  '/mock',
  '/practice-mail',
  '/profile',
  '/profile/nfts',
  '/promotion',
  '/register',
  '/responsible-play',
  '/responsible-play/limits',
  '/responsible-play/reminder',
  '/responsible-play/self-exclusion',
  '/responsible-play/time-out',
  '/rewards',
  '/scroll-cache',
  '/security',
  '/security/addresses',
  '/security/close',
  '/security/email',
  '/security/passkeys',
  '/security/password',
  '/security/sessions',
  '/security/two-step',
  '/security/wallets',
  '/settings',
  '/transparency',
  '/unocss',
  '/verify',
  '/withdraw',
] as const
