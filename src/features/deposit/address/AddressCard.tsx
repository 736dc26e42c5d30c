import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { AddressEnds } from '#ui/AddressEnds.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Text } from '#ui/Text.tsx'
import { useCopied } from '#ui/use-copied.ts'

/** The coin that players send to the address. */
const PAID = 'USDT'
/** Emphasized characters at each end, which people compare. */
const ENDS = 6

interface AddressCardProps {
  address: string
  /** Symbol of the credited coin; undefined while unknown. */
  received: string | undefined
}

export function AddressCard({ address, received }: AddressCardProps) {
  const { t } = useLingui()
  const { state, copy } = useCopied()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (state === 'refused' && ref.current) window.getSelection()?.selectAllChildren(ref.current)
  }, [state])
  const isCopied = state === 'copied'
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Text size={2} tone="muted">
          <Trans>USDT deposit address</Trans>
        </Text>
        {received === undefined ? null : (
          <Text size={3} weight={700} className="flex items-center gap-1.5">
            <CoinMark symbol={received} size={20} />
            {received === PAID ? <Trans>You keep {PAID}</Trans> : <Trans>You get {received}</Trans>}
          </Text>
        )}
      </div>
      <Card className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2.5">
        <Text
          as="span"
          ref={ref}
          weight={650}
          num
          className="flex-1 basis-40 min-w-0 break-all text-balance select-all"
          translate="no"
          data-testid="deposit-address"
        >
          <AddressEnds address={address} ends={ENDS} />
        </Text>
        <Button
          size="sm"
          icon={isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
          aria-label={isCopied ? t`Copied` : t`Copy the address`}
          onClick={() => copy(address)}
        >
          {isCopied ? t`Copied` : t`Copy`}
        </Button>
      </Card>
      <div role="status">
        {state === 'refused' ? (
          <Text size={3} tone="muted">
            <Trans>The browser did not allow copying. The address is marked: copy it yourself.</Trans>
          </Text>
        ) : null}
        {isCopied ? (
          <span className="sr-only">
            <Trans>The address is copied</Trans>
          </span>
        ) : null}
      </div>
    </div>
  )
}
