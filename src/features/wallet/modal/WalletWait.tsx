import type { ReactNode } from 'react'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'

interface WalletWaitProps {
  /** A `WaitingRing` with the wallet's logo. */
  ring: ReactNode
  title: string
  children?: ReactNode
}

/** Announced to screen readers when it changes. */
export function WalletWait({ ring, title, children }: WalletWaitProps) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-5 pt-5 text-center">
      {ring}
      <div role="status" className="grid grid-cols-1 justify-items-center gap-1.5">
        <Heading level={3}>{title}</Heading>
        {children ? (
          <Text tone="muted" className="max-w-80 text-balance">
            {children}
          </Text>
        ) : null}
      </div>
    </div>
  )
}
