import { Trans } from '@lingui/react/macro'
import { CircleAlert, CloudOff, Hourglass } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { providerFrameClass } from '#ui/play/provider-frame-class.ts'

const ICONS = { offline: CloudOff, ended: Hourglass, failed: CircleAlert }

interface FrameNoticeProps {
  kind: keyof typeof ICONS
  title: string
  detail: ReactNode
  onLeave: () => void
  /** The first of the two buttons. */
  again?: { readonly label: string; readonly isBusy: boolean; readonly onPress: () => void }
}

/** Says why the game is not seen, and what can be done. */
export function FrameNotice({ kind, title, detail, onLeave, again }: FrameNoticeProps) {
  const Icon = ICONS[kind]
  const ref = useRef<HTMLDivElement>(null)
  // The focus cannot stay in a frame that is covered.
  useEffect(() => {
    const focused = document.activeElement
    if (focused === document.body || focused instanceof HTMLIFrameElement) ref.current?.focus()
  }, [])
  return (
    <div ref={ref} tabIndex={-1} className={providerFrameClass.cover} role="alert" data-testid="frame-notice">
      <EmptyState
        icon={<Icon aria-hidden size={26} />}
        title={title}
        detail={detail}
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            {again ? (
              <Button loading={again.isBusy} onClick={again.onPress}>
                {again.label}
              </Button>
            ) : null}
            <Button variant="secondary" onClick={onLeave}>
              <Trans>Back to the game’s page</Trans>
            </Button>
          </div>
        }
      />
    </div>
  )
}
