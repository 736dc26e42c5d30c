import { useLingui } from '@lingui/react/macro'

/** Each is a rule that the server keeps (`server/rewards`). */
export function useReferralTerms(symbol: string): readonly string[] {
  const { t } = useLingui()
  return [
    t`The house edge is what Koi keeps of a bet on average. It is known for each bet from its game and its parameters.`,
    t`Bets with demo coins, free rounds and bets that come back count for nothing.`,
    t`The first link that a friend opens counts for 30 days on their device. A code that they type when they register comes first.`,
    t`All accounts of one person count as one: they earn each other nothing, and that stays so.`,
    t`If a friend closes their account, you keep what you have earned with it until then.`,
    t`It is paid in ${symbol}, of which one counts as one US dollar, and rounded down. You can claim once in 10 seconds, also during a break.`,
  ]
}
