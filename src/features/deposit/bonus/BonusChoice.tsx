import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { chooseBonus } from '#contract/bonuses.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useAction } from '#lib/use-action.ts'
import { bonusesQuery, useBonuses } from '#queries/bonuses.queries.ts'
import { api } from '#session/api.ts'
import { Card } from '#ui/Card.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Switch } from '#ui/Switch.tsx'

/** Index of the shown example; the first one is the offer's minimum. */
const SHOWN_EXAMPLE = 1

/** The player accepts or declines the bonus before the deposit. The server stores the choice. */
export function BonusChoice() {
  const { t, i18n } = useLingui()
  const { usd, percent } = useFormat()
  const queryClient = useQueryClient()
  const { data } = useBonuses()
  const choosing = useAction({
    run: (isWanted: boolean) => api.call(chooseBonus, { body: { isAccepted: isWanted } }),
    onSuccess: (choice) => {
      queryClient.setQueryData(bonusesQuery.queryKey, (old) => old && { ...old, ...choice, isChosen: true })
      // A request from before the choice may still be running.
      void queryClient.invalidateQueries({ queryKey: bonusesQuery.queryKey })
    },
  })
  if (!data?.offer) return null
  const { offer, isAccepted } = data
  const example = offer.examples[SHOWN_EXAMPLE] ?? offer.examples[0]
  const [deposit, bonus, play] = [example?.depositUsd, example?.bonus, example?.playUsd].map((each) =>
    usd(each ?? '0'),
  )
  const edge = percent(offer.edgeBps)
  const isOn = choosing.input ?? isAccepted
  return (
    <Card className="grid grid-cols-1 gap-2">
      <Switch
        label={t`Take the bonus`}
        description={
          isOn ? (
            <Trans>
              {deposit} gives you a locked bonus of {bonus}. Bets of about {play} at a {edge} house edge
              release it.
            </Trans>
          ) : (
            <Trans>Your deposits come without a bonus.</Trans>
          )
        }
        checked={isOn}
        aria-busy={choosing.isRunning}
        onChange={choosing.run}
      />
      <FormError>
        {choosing.error === undefined ? undefined : i18n._(errorMessageOf(choosing.error))}
      </FormError>
    </Card>
  )
}
