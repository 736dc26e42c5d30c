import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { buttonClass } from '#ui/button-class.ts'
import { Callout } from '#ui/Callout.tsx'

interface DoneProps {
  title: ReactNode
  children?: ReactNode
}

/** Success message that replaces the form. */
export function Done({ title, children }: DoneProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <Callout
      ref={ref}
      tone="success"
      icon={<CircleCheck aria-hidden size={28} />}
      title={title}
      action={
        <div>
          <Link to="/security" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Trans>Back to security</Trans>
          </Link>
        </div>
      }
    >
      {children}
    </Callout>
  )
}
