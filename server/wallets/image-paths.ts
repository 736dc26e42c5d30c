import { API_BASE } from '#contract/api-base.ts'

// The service worker has a copy of the first path.

export const walletImagePath = (id: string): string => `${API_BASE}/wallet-images/${id}`

export const walletAvatarPath = (name: string): string => `${API_BASE}/wallet-avatars/${name}`
