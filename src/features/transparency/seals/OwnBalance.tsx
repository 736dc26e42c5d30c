import { Trans, useLingui } from '@lingui/react/macro'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useAction } from '#lib/use-action.ts'
import { useStore } from '#lib/use-store.ts'
import { tokenPresence } from '#session/access-token.ts'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import { checkOwnBalance } from './check-seals.ts'
import { CheckVerdict } from './CheckVerdict.tsx'

/** Checks on this device that the seal of a day contains the player's balances. */
export function OwnBalance({ day }: { day: string }) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const isLoggedIn = useStore(tokenPresence)
  const [result, setResult] = useState<Awaited<ReturnType<typeof checkOwnBalance>>>()
  const check = useAction({ run: () => checkOwnBalance(day), onSuccess: setResult })
  if (!isLoggedIn) {
    return (
      <Text size={3} tone="muted">
        <Trans>Log in to check that your own balance is in it.</Trans>
      </Text>
    )
  }
  const { balances = [], isNamed = false } = result?.status === 'right' ? result : {}
  const title =
    balances.length === 0
      ? t`Nothing is counted for you in the seal of ${day}`
      : isNamed
        ? t`Your balance is in the seal of ${day}`
        : t`A balance is in the seal of ${day}`
  return (
    <>
      <Button
        variant="secondary"
        icon={<Scale aria-hidden size={20} />}
        loading={check.isRunning}
        onClick={() => check.run()}
      >
        <Trans>Check that my balance is in it</Trans>
      </Button>
      <CheckVerdict
        result={result}
        isUnknown={check.error !== undefined}
        proofName={`koi-balance-${day}.jsonl`}
        title={title}
        isSuccess={balances.length > 0 && isNamed}
      >
        {() =>
          balances.length === 0 ? (
            <Trans>
              That is right only if you had nothing, and no withdrawal under way, when Koi signed this seal.
            </Trans>
          ) : (
            <>
              <Trans>Koi counts this as owed to you, withdrawals under way included:</Trans>
              <ul>
                {balances.map(({ coin, amount }) => (
                  <li key={coin} className="num">
                    {`${decimal(amount)} ${coinSymbol(coin)}`}
                  </li>
                ))}
              </ul>
              {isNamed ? null : (
                <Trans>
                  None of your newest bets has a receipt, so this device cannot tell whether this balance is
                  counted for you or for another player with the same amount.
                </Trans>
              )}
            </>
          )
        }
      </CheckVerdict>
    </>
  )
}
