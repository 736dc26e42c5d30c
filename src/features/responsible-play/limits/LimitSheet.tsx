import { useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { PlayLimit } from '#contract/responsible-play.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { LimitForm } from './LimitForm.tsx'
import { LIMIT_TITLES } from './limit-names.ts'

/** The limit that the URL names, to be set. */
export function LimitSheet({ limits }: { limits: readonly PlayLimit[] }) {
  const { i18n } = useLingui()
  const name = useSearch({ strict: false, select: (search) => search.limit })
  const navigate = useNavigate()
  const router = useRouter()
  const close = () => {
    const { search, state } = router.state.location
    if (search.limit === undefined) return
    if (state.openedPanel) router.history.back()
    else void navigate({ to: '/responsible-play/limits', replace: true, resetScroll: false })
  }
  const asked = limits.find(({ kind, period }) => `${kind}-${period}` === name)
  // What was open stays in sight while the sheet leaves.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  if (!shown) return null
  return (
    <Overlay
      open={asked !== undefined}
      onClose={close}
      placement="bottom"
      title={i18n._(LIMIT_TITLES[`${shown.kind}-${shown.period}`])}
    >
      <LimitForm key={`${shown.kind}-${shown.period}`} limit={shown} onDone={close} />
    </Overlay>
  )
}
