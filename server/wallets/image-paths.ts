import { API_BASE } from '#contract/api-base.ts'

// Where this server serves pictures that it fetched from others; the service worker knows the first.

/** Logo of a wallet; the id of a picture always names the same one. */
export const walletImagePath = (id: string): string => `${API_BASE}/wallet-images/${id}`

/** Picture that a name of ENS chose. */
export const walletAvatarPath = (name: string): string => `${API_BASE}/wallet-avatars/${name}`
