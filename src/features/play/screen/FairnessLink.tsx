import { Trans } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { useStore } from '#lib/use-store.ts'
import { footLinkClass } from '#ui/play/foot-link-class.ts'
import { usePlayEngine } from '#features/play/play-context.ts'
import { betNumber } from '#features/play/bet-number.ts'

/** Leads to the seeds; says which bet made with them comes next. */
export function FairnessLink({ onOpen }: { onOpen: () => void }) {
  const number = betNumber(useStore(usePlayEngine().seeds.current)?.nonce ?? 0)
  return (
    <button type="button" className={`num ${footLinkClass('jade')}`} aria-haspopup="dialog" onClick={onOpen}>
      <ShieldCheck aria-hidden size={16} />
      <Trans>Provably fair · bet #{number}</Trans>
    </button>
  )
}
