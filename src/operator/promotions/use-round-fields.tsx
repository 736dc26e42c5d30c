import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listOperatedGames } from '#contract/operator/games.ts'
import { typedToWire } from '#lib/typed-to-wire.ts'
import { useNamedText } from '#operator/parts/use-named-text.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { NumberField } from '#ui/NumberField.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'

/** Decimals of any coin at most. */
const DECIMALS = 18

/** Fields of free rounds, and the options that the command takes for them. */
export function useRoundFields() {
  const { t } = useLingui()
  const nameOf = useNamedText()
  const games = useQuery(operatorQuery(listOperatedGames))
  const [values, setValues] = useState({
    game: '',
    coin: 'usdt-tron',
    stake: '',
    rounds: '',
    days: '30',
    params: '',
  })
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  })
  const options: Record<string, string> = {
    game: values.game,
    coin: values.coin.trim(),
    stake: typedToWire(values.stake, DECIMALS),
    rounds: values.rounds.trim(),
    days: values.days.trim(),
    ...(values.params.trim() !== '' && { params: values.params.trim() }),
  }
  const fields = (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        {...field('game')}
        label={t`Game`}
        placeholder={t`Choose a game`}
        options={(games.data ?? []).map(({ slug, name }) => ({ value: slug, label: nameOf(name) }))}
      />
      <TextField {...field('coin')} label={t`Coin`} autoComplete="off" spellCheck={false} />
      <NumberField {...field('stake')} label={t`Stake of a round`} />
      <NumberField {...field('rounds')} isWhole label={t`Rounds`} />
      <NumberField {...field('days')} isWhole label={t`Days to play them`} />
      <TextField
        {...field('params')}
        label={t`Parameters of the game`}
        hint={t`As JSON, if the game has some`}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  )
  return { fields, options }
}
