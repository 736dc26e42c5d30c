import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { connection } from '#api/connection.ts'
import '#i18n/money-answers.ts'
import { useStore } from '#lib/use-store.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Banner } from '#ui/Banner.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { WithdrawOptions } from './WithdrawOptions.tsx'
import { WithdrawalList } from '#features/withdraw/progress/WithdrawalList.tsx'
import { WithdrawalSheet } from '#features/withdraw/progress/WithdrawalSheet.tsx'
import type { PracticeAddressSlot, ProofSlot } from '#features/withdraw/proof-slot.ts'
import { termsQuery } from '#features/withdraw/withdraw.queries.ts'

/** Money out: the form, and what became of earlier withdrawals. */
export function WithdrawPage(slots: { Proof: ProofSlot; PracticeAddress: PracticeAddressSlot }) {
  const terms = useQuery(termsQuery)
  const isPractice = useIsPractice()
  const isOffline = useStore(connection) === 'offline'
  return (
    <PageFrame
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          <Trans>Withdraw</Trans>
          {isPractice ? <PracticeTag /> : null}
        </span>
      }
      lead={<Trans>To your own wallet at any time, even during a break from play.</Trans>}
      parent={
        <Link to="/history" search={{ view: 'money' }} className={sectionLinkClass}>
          <ChevronLeft aria-hidden size={16} />
          <Trans>Money history</Trans>
        </Link>
      }
    >
      {isOffline ? (
        <Banner inset tone="offline">
          <Trans>
            You are offline. What you see was saved on this device; withdrawing needs a connection.
          </Trans>
        </Banner>
      ) : null}
      <AnswerGate query={terms}>
        {(all) => <WithdrawOptions terms={all} isOffline={isOffline} {...slots} />}
      </AnswerGate>
      <WithdrawalList />
      <WithdrawalSheet />
    </PageFrame>
  )
}
