import { useLingui } from '@lingui/react/macro'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Callout } from '#ui/Callout.tsx'

interface VerdictProps {
  isRight: boolean
  /** Title if it is not right. */
  faultTitle: string
  children: ReactNode
}

/** Takes the place of the button that asked, and its focus. */
export function Verdict({ isRight, faultTitle, children }: VerdictProps) {
  const { t } = useLingui()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  const Icon = isRight ? ShieldCheck : ShieldAlert
  return (
    <Callout
      ref={ref}
      tone={isRight ? 'success' : 'danger'}
      icon={<Icon aria-hidden size={32} />}
      title={isRight ? t`Verified on this device` : faultTitle}
    >
      {children}
    </Callout>
  )
}
