import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { LinkedWallet } from '#contract/account.ts'
import { unlinkWallet } from '#contract/wallet.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { isSameAddress } from '#lib/same-address.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Overlay } from '#ui/Overlay.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { securityQuery } from '#features/security/security.queries.ts'
import { useCloseQuestion } from '#features/security/use-close-question.ts'

/** Asks before a wallet is unlinked. */
export function UnlinkWalletSheet({ wallets }: { wallets: readonly LinkedWallet[] }) {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const address = useSearch({ strict: false, select: (search) => search.remove })
  const close = useCloseQuestion()
  const asked = wallets.find((wallet) => isSameAddress(wallet.address, address))
  // What was asked stays in sight while the sheet leaves.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  const removal = useAction({
    run: (wallet: string) => api.call(unlinkWallet, { params: { address: wallet } }),
    onSuccess: (security) => {
      queryClient.setQueryData(securityQuery.queryKey, security)
      toast({ message: t`Wallet unlinked`, tone: 'success' })
      close()
    },
  })
  const short = shown ? shortAddress(shown.address) : ''
  return (
    <Overlay
      open={asked !== undefined}
      onClose={close}
      placement="bottom"
      title={t`Unlink ${short}?`}
      footer={
        <div className="grid grid-cols-2 gap-2.5">
          <Button variant="secondary" onClick={close}>
            <Trans>Keep it</Trans>
          </Button>
          <Button
            variant="danger"
            loading={removal.isRunning}
            onClick={() => asked && removal.run(asked.address)}
          >
            <Trans>Unlink</Trans>
          </Button>
        </div>
      }
    >
      <div className="grid gap-3">
        <Text tone="muted">
          <Trans>
            It no longer logs you in, and every other device is logged out. Your coins in it stay yours.
          </Trans>
        </Text>
        <FormError>{removal.error ? i18n._(errorMessageOf(removal.error)) : undefined}</FormError>
      </div>
    </Overlay>
  )
}
