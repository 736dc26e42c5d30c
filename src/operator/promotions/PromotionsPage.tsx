import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Gift, Megaphone, Plus } from 'lucide-react'
import type { OperatedCode, OperatedPromotion } from '#contract/operator/actions.ts'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { ResultDialog } from '#operator/parts/ResultDialog.tsx'
import { useAct } from '#operator/parts/use-act.ts'
import { useActDialog } from '#operator/parts/use-act-dialog.ts'
import { useSearch } from '#operator/parts/use-address.ts'
import { useShownLast } from '#operator/parts/use-shown-last.ts'
import { useMay } from '#operator/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { Codes } from './Codes.tsx'
import { CreateCode } from './CreateCode.tsx'
import { GiveRounds } from './GiveRounds.tsx'
import { Promotions } from './Promotions.tsx'
import { SendNews } from './SendNews.tsx'

type Asked =
  | { readonly kind: 'code' | 'rounds' | 'news' }
  | { readonly kind: 'end'; readonly promotion: OperatedPromotion }
  | { readonly kind: 'stop'; readonly code: OperatedCode }

export function PromotionsPage() {
  const { t } = useLingui()
  const mayChange = useMay()('promotions.change')
  const act = useAct()
  const [address, change] = useSearch()
  const { asked, ask, close, rows, tell, closeRows } = useActDialog<Asked>()
  const tab = address['tab'] === 'codes' ? 'codes' : 'promotions'
  const ended = useShownLast(asked?.kind === 'end' ? asked.promotion : undefined)
  const stopped = useShownLast(asked?.kind === 'stop' ? asked.code : undefined)
  return (
    <ConsolePage
      title={t`Promotions`}
      actions={
        mayChange ? (
          <>
            <Button
              size="sm"
              variant="secondary"
              icon={<Plus aria-hidden size={16} />}
              onClick={() => ask({ kind: 'code' })}
            >
              <Trans>Create a code</Trans>
            </Button>
            <Button
              size="sm"
              variant="secondary"
              icon={<Gift aria-hidden size={16} />}
              onClick={() => ask({ kind: 'rounds' })}
            >
              <Trans>Give free rounds</Trans>
            </Button>
            <Button
              size="sm"
              variant="secondary"
              icon={<Megaphone aria-hidden size={16} />}
              onClick={() => ask({ kind: 'news' })}
            >
              <Trans>Send news</Trans>
            </Button>
          </>
        ) : undefined
      }
    >
      <Tabs
        variant="line"
        label={t`Promotions and codes`}
        value={tab}
        tabs={[
          { id: 'promotions', label: t`Promotions` },
          { id: 'codes', label: t`Codes` },
        ]}
        onChange={(id) => change({ tab: id === 'codes' ? id : undefined })}
      >
        <div className="pt-4">
          {tab === 'promotions' ? (
            <Promotions onEnd={mayChange ? (promotion) => ask({ kind: 'end', promotion }) : undefined} />
          ) : (
            <Codes onStop={mayChange ? (code) => ask({ kind: 'stop', code }) : undefined} />
          )}
        </div>
      </Tabs>
      <CreateCode open={asked?.kind === 'code'} onClose={close} onAnswer={tell} />
      <GiveRounds open={asked?.kind === 'rounds'} onClose={close} onAnswer={tell} />
      <SendNews open={asked?.kind === 'news'} onClose={close} onAnswer={tell} />
      <ActionDialog
        open={asked?.kind === 'end'}
        onClose={close}
        title={t`End the promotion`}
        confirm={t`End it now`}
        isDangerous
        run={async (why) =>
          tell(await act({ action: 'promotion end', words: [ended?.slug ?? ''], options: {} }, why))
        }
      >
        <p>
          <Trans>
            <code>{ph({ slug: ended?.slug ?? '' })}</code> ends at once. What players have of it stays theirs.
          </Trans>
        </p>
      </ActionDialog>
      <ActionDialog
        open={asked?.kind === 'stop'}
        onClose={close}
        title={t`Stop the code`}
        confirm={t`Stop it now`}
        isDangerous
        run={async (why) =>
          tell(await act({ action: 'code stop', words: [stopped?.id ?? ''], options: {} }, why))
        }
      >
        <p>
          <Trans>
            Nobody can use the code {ph({ name: stopped?.name ?? '' })} any more. What it has given stays with
            the players.
          </Trans>
        </p>
      </ActionDialog>
      <ResultDialog rows={rows} onClose={closeRows} />
    </ConsolePage>
  )
}
