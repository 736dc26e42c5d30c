import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { PracticeRequestFacts } from './PracticeRequestFacts.tsx'
import { PracticeWalletView } from './PracticeWalletView.tsx'
import { shownRequest, type PracticeRequest } from './practice-request.ts'

/** The tap that asked may be a double one, and the button may come to lie under it. */
const HELD_MS = 700

/** The practice wallet's own window: what is asked, by whom, and the player's yes or no. */
export function PracticeWalletDialog() {
  const { t } = useLingui()
  const shown = useStore(shownRequest)
  // What was asked stays in sight while the dialog leaves.
  const [last, setLast] = useState(shown)
  if (shown && shown !== last) setLast(shown)
  const [ready, setReady] = useState<typeof shown>(null)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setReady(shown), HELD_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const request = last?.request
  const answer = (isYes: boolean) => shown?.answer(isYes)
  const isShort = request?.kind === 'pay' && !request.isEnough
  return (
    <Overlay
      open={shown !== null}
      onClose={() => answer(false)}
      onLeft={() => setLast(null)}
      placement="bottom"
      scrim="deep"
      title={t`Practice wallet`}
      header={<OverlayTitle title={t`Practice wallet`} isPractice />}
      footer={
        request && request.kind !== 'look' ? (
          <div className="grid grid-cols-2 gap-2.5">
            <Button variant="secondary" onClick={() => answer(false)}>
              <Trans>Reject</Trans>
            </Button>
            <Button disabled={ready !== shown || isShort} onClick={() => answer(true)}>
              <YesWord kind={request.kind} />
            </Button>
          </div>
        ) : undefined
      }
    >
      {request?.kind === 'look' ? <PracticeWalletView /> : null}
      {request && request.kind !== 'look' ? (
        <>
          <PracticeRequestFacts request={request} />
          <FormError>{isShort ? t`The wallet holds less than that.` : undefined}</FormError>
        </>
      ) : null}
    </Overlay>
  )
}

function YesWord({ kind }: { kind: Exclude<PracticeRequest['kind'], 'look'> }) {
  switch (kind) {
    case 'connect':
      return <Trans>Allow</Trans>
    case 'switch':
      return <Trans>Switch</Trans>
    case 'sign':
      return <Trans>Sign</Trans>
    case 'pay':
      return <Trans>Send</Trans>
  }
}
