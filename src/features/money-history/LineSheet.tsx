import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import type { Transaction } from '#contract/transactions.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { LineDetails } from './LineDetails.tsx'
import { useTransactionWords } from './use-transaction-words.ts'

interface LineSheetProps {
  lines: readonly Transaction[]
  /** Id of the line that is open. */
  open: string | undefined
}

/** All there is to one line. */
export function LineSheet({ lines, open }: LineSheetProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const router = useRouter()
  const words = useTransactionWords()
  const isPractice = useIsPractice()
  // The line stays in sight while the sheet leaves.
  const [shown, setShown] = useState(open)
  if (open !== undefined && open !== shown) setShown(open)
  const line = lines.find(({ id }) => id === shown)
  const title = line ? words(line).title : t`Money history`
  const close = () => {
    if (router.state.location.state.openedPanel) router.history.back()
    else {
      const search = (old: object) => ({ ...old, line: undefined })
      void navigate({ to: '/history', search, replace: true, resetScroll: false })
    }
  }
  return (
    <Overlay
      open={open !== undefined}
      onClose={close}
      placement="bottom"
      title={title}
      header={<OverlayTitle title={title} isPractice={isPractice} />}
    >
      {line ? (
        <LineDetails line={line} />
      ) : (
        <EmptyState
          level={3}
          icon={<SearchX aria-hidden size={26} />}
          title={t`This entry is not in the list`}
          detail={<Trans>Remove the filters, or scroll further down.</Trans>}
        />
      )}
    </Overlay>
  )
}
