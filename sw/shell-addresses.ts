/**
 * Addresses that static routing answers without starting the worker: each is a key in the shell's cache,
 * because the browser looks up the address itself. Any other page goes through the worker. A test holds
 * this list against the routes and the manifest.
 */
export const SHELL_ADDRESSES = [
  '/',
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
  '/mock',
  '/profile',
  '/promotion',
  '/register',
  '/rewards',
  '/scroll-cache',
  '/settings',
  '/unocss',
] as const
