import type { ReactNode } from 'react'
import { useStore } from '#lib/use-store.ts'
import { isOnBreak } from './break.state.ts'

interface InvitationProps {
  children: ReactNode
  /** What stands there during a break. */
  instead?: ReactNode
}

/** Around whatever invites to play or to pay: it is gone while the player takes a break. */
export function Invitation({ children, instead }: InvitationProps) {
  return useStore(isOnBreak) ? instead : children
}
