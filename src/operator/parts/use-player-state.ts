import { useLingui } from '@lingui/react/macro'
import type { PlayerRow } from '#contract/operator/players.ts'
import type { BadgeTone } from '#ui/Badge.tsx'

export function usePlayerState(): (state: PlayerRow['state']) => { name: string; tone: BadgeTone } {
  const { t } = useLingui()
  return (state) => {
    switch (state) {
      case 'open':
        return { name: t`Open`, tone: 'neutral' }
      case 'break':
        return { name: t`On a break`, tone: 'gold' }
      case 'closed':
        return { name: t`Closed`, tone: 'danger' }
    }
  }
}
