import { useLingui } from '@lingui/react/macro'

/** The kind of a gift in a few words; a kind that this build does not know stays as the server says it. */
export function useGiftKind(): (kind: string) => string {
  const { t } = useLingui()
  const words: Readonly<Record<string, string>> = {
    deposit: t`Deposit bonus`,
    bonus: t`Deposit bonus`,
    'free-rounds': t`Free rounds`,
    'gift-wheel': t`Daily wheel`,
    rakeback: t`Rakeback`,
    referral: t`Referral reward`,
    'level-gift': t`Level gift`,
    'code-gift': t`Gift from a code`,
    'race-prize': t`Prize of the weekly race`,
    fairness: t`Check of a result`,
  }
  return (kind) => words[kind] ?? kind
}
