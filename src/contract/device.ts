/**
 * Header with a random key of 256 bits in hexadecimal digits, which a browser makes and keeps. A mailed code works
 * only for its requester, and a device that has logged in to an account has limits of its own, which strangers cannot
 * use up. Without a key the network address counts instead.
 */
export const DEVICE_HEADER = 'Device-Key'

export const DEVICE_KEY = /^[0-9a-f]{64}$/
