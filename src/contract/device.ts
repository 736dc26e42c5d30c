/**
 * Header with a random key of 256 bits in hexadecimal digits, which a browser makes for itself and keeps. A code sent
 * by mail works only for whoever asked for it, and a device that logged in to an account before has limits of its own,
 * which strangers cannot use up. A caller without one is held to his network address instead.
 */
export const DEVICE_HEADER = 'Device-Key'

export const DEVICE_KEY = /^[0-9a-f]{64}$/
