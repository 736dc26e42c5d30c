import type { ReactNode } from 'react'
import { useIsOnBreak } from './use-is-on-break.ts'

interface InvitationProps {
  children: ReactNode
  /** What stands there during a break. */
  instead?: ReactNode
}

/** Around whatever invites to play or to pay: it is gone while the player takes a break. */
export function Invitation({ children, instead = null }: InvitationProps) {
  return useIsOnBreak() ? instead : children
}
