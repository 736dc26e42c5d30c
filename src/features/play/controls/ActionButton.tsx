import type { ComponentProps } from 'react'
import { useSnapshot } from 'valtio'
import { Button } from '#ui/Button.tsx'
import { playFrameClass } from '#ui/play/play-frame-class.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { useTouchPress } from './use-touch-press.ts'

export interface ActionProps extends Omit<
  ComponentProps<typeof Button>,
  'block' | 'still' | 'className' | 'onClick'
> {
  onClick: () => void
  /** Tells what the button was when a finger came down: the element stays the same. */
  'data-action': 'bet' | 'cash-out' | 'refill' | 'stop'
  'data-testid'?: string
}

/** The big button for the next thing to do. Its element stays when that changes, and so does the focus on it. */
export function ActionButton(props: ActionProps) {
  // In instant mode the frames of a moving button would delay the result.
  const { instant } = useSnapshot(playPreferences).choices
  const touch = useTouchPress(props.onClick)
  return <Button {...props} {...touch} block still={instant} className={playFrameClass.action} />
}
