import { isAllowed } from '#contract/operator-roles.ts'
import { shortenEmail } from '#server/identity/shorten-email.ts'
import type { Viewer } from './view-services.ts'

const SHOWN_LETTERS = 6

export const maySeeMoney = ({ role }: Viewer): boolean => isAllowed(role, 'players.money')

export const emailFor = (viewer: Viewer, email: string | null): string | null =>
  email === null || maySeeMoney(viewer) ? email : shortenEmail(email)

/** Shortens addresses and transactions: enough to compare with what a player tells. */
export const addressFor = (viewer: Viewer, address: string | null): string | null =>
  address === null || maySeeMoney(viewer) || address.length <= 2 * SHOWN_LETTERS
    ? address
    : `${address.slice(0, SHOWN_LETTERS)}…${address.slice(-SHOWN_LETTERS)}`
