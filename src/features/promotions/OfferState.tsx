import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { inLocale } from '#contract/localized.ts'
import type { PlayerPromotion } from '#contract/player-promotions.ts'
import { useLocale } from '#i18n/use-locale.ts'
import type { ShownPromotion } from '#queries/player-promotions.queries.ts'
import { Badge, type BadgeTone } from '#ui/Badge.tsx'
import { Text } from '#ui/Text.tsx'

type State = PlayerPromotion['state']

const WORDS: Record<State, MessageDescriptor> = {
  open: msg`Open to you`,
  'in-progress': msg`In progress`,
  taken: msg`Taken`,
  ended: msg`Ended`,
  'not-for-you': msg`Not open to you`,
}
const TONE: Record<State, BadgeTone> = {
  open: 'jade',
  'in-progress': 'brand',
  taken: 'neutral',
  ended: 'neutral',
  'not-for-you': 'gold',
}

/** How a promotion stands for the player, with the rule that is not met; nothing for a visitor. */
export function OfferState({ promotion: { state, because, terms } }: { promotion: ShownPromotion }) {
  const { i18n } = useLingui()
  const locale = useLocale()
  if (state === undefined) return null
  const rule = terms.find(({ id }) => id === because)
  return (
    <div className="grid gap-1.5 justify-items-start">
      <Badge tone={TONE[state]}>{i18n._(WORDS[state])}</Badge>
      {rule ? (
        <Text size={2} tone="muted">
          <Trans>Because of this rule:</Trans> <span>{inLocale(rule.text, locale)}</span>
        </Text>
      ) : null}
    </div>
  )
}
