import type { ReactNode } from 'react'
import { useStore } from '#lib/use-store.ts'
import { isOnBreak } from './break.state.ts'

interface InvitationProps {
  children: ReactNode
  /** Shown during a break. */
  instead?: ReactNode
}

/** Hides its children, which invite to play or pay, while the player takes a break. */
export function Invitation({ children, instead }: InvitationProps) {
  return useStore(isOnBreak) ? instead : children
}
