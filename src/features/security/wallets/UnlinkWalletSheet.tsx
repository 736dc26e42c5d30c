import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Security } from '#contract/account.ts'
import { unlinkWallet } from '#contract/wallet.ts'
import { RemovalForm } from '#features/security/RemovalForm.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { useCloseQuestion } from '#features/security/use-close-question.ts'
import { isSameAddress } from '#contract/same-address.ts'
import { useProof } from '#session/use-proof.ts'
import { Text } from '#ui/Text.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { toast } from '#ui/toast.ts'

/** Asks before a wallet is unlinked. */
export function UnlinkWalletSheet({ security }: { security: Security }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const address = useSearch({ strict: false, select: (search) => search.remove })
  const on = useSearch({ strict: false, select: (search) => search.on })
  const close = useCloseQuestion()
  const proof = useProof(security.asks)
  const asked = security.wallets.find(
    (wallet) => isSameAddress(wallet.address, address) && (wallet.chainId ?? undefined) === on,
  )
  // What was asked stays in sight while the sheet leaves.
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  const short = shown ? shortAddress(shown.address) : ''
  return (
    <Overlay open={asked !== undefined} onClose={close} placement="bottom" title={t`Unlink ${short}?`}>
      {shown ? (
        <RemovalForm
          key={`${shown.address} ${shown.chainId}`}
          name="unlink-wallet"
          proof={proof}
          email={security.email}
          action={<Trans>Unlink</Trans>}
          onKeep={close}
          onSubmit={async (given) => {
            const params = { address: shown.address }
            const body = shown.chainId === null ? {} : { chainId: shown.chainId }
            const next = await proof.send(unlinkWallet, { params, body }, given)
            queryClient.setQueryData(securityQuery.queryKey, next)
            toast({ message: t`Wallet unlinked`, tone: 'success' })
            close()
          }}
        >
          <Text tone="muted">
            <Trans>
              It no longer logs you in, and every other device is logged out. Your coins in it stay yours.
            </Trans>
          </Text>
        </RemovalForm>
      ) : null}
    </Overlay>
  )
}
