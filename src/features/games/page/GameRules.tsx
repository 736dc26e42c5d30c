import { useLingui } from '@lingui/react/macro'
import type { GameDetail } from '#contract/games.ts'
import { inLocale } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { Section } from '#ui/Section.tsx'
import { Text } from '#ui/Text.tsx'

/** How the game is played, what it pays and where its result comes from. */
export function GameRules({ game }: { game: GameDetail }) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <>
      <Section title={t`How to play`} className="-mx-4">
        <NumberedList>
          {game.rules.map((rule) => (
            <p key={rule['en-US']}>{inLocale(rule, locale)}</p>
          ))}
        </NumberedList>
      </Section>
      <Section title={t`What a win pays`} className="-mx-4">
        <Text tone="muted">{inLocale(game.payout, locale)}</Text>
      </Section>
      <Section title={t`Where the result comes from`} className="-mx-4">
        <div className="grid gap-3">
          <Text tone="muted">{inLocale(game.outcome, locale)}</Text>
          <Formula text={game.formula} />
        </div>
      </Section>
    </>
  )
}

/** With a copy button. */
function Formula({ text }: { text: string }) {
  const { t } = useLingui()
  return <CopyableCode text={text} copyLabel={t`Copy formula`} copied={t`Formula copied`} />
}
