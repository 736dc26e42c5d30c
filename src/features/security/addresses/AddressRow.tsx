import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { removeWithdrawalAddress, type SavedAddress } from '#contract/withdrawals.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { chainName } from '#lib/coin-place.ts'
import { isolatedName } from '#contract/given-name.ts'
import { useAction } from '#lib/use-action.ts'
import { useNow } from '#lib/use-now.ts'
import { addressBookQuery } from '#queries/address-book.queries.ts'
import { configQuery } from '#queries/config.queries.ts'
import { api } from '#session/api.ts'
import { Card } from '#ui/Card.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Name } from '#ui/Name.tsx'
import { Text } from '#ui/Text.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { toast } from '#ui/toast.ts'

interface AddressRowProps {
  saved: SavedAddress
  isWhitelist: boolean
}

/** Shows when the address becomes usable, and how to remove it. */
export function AddressRow({ saved, isWhitelist }: AddressRowProps) {
  const { t, i18n } = useLingui()
  const { moment, date } = useFormat()
  const queryClient = useQueryClient()
  const { id, chain, address, label, addedAt, usableFrom } = saved
  const { data: config } = useQuery(configQuery)
  const network = chainName(chain, config?.chains)
  const name = isolatedName(label || shortAddress(address))
  const removal = useAction({
    run: () => api.call(removeWithdrawalAddress, { params: { id } }),
    onSuccess: (book) => {
      queryClient.setQueryData(addressBookQuery.queryKey, book)
      toast({ message: t`${name} is forgotten`, tone: 'success' })
    },
    onError: (error) => toast({ message: i18n._(errorMessageOf(error)), tone: 'danger' }),
  })
  const usable = new Date(usableFrom)
  const from = moment(usable)
  const day = date(new Date(addedAt))
  const isUsable = useNow(usable.getTime()) >= usable.getTime()
  const isWaiting = isWhitelist && !isUsable
  return (
    <Card as="li" padding="sm" className="flex items-center gap-3">
      <div className="grid grid-cols-1 gap-0.5 flex-1 min-w-0">
        {label ? (
          <Text weight={700}>
            <Name>{label}</Name>
          </Text>
        ) : null}
        <Text size={3} num className="wrap-anywhere" translate="no">
          {address}
        </Text>
        <Text size={2} tone={isWaiting ? 'gold' : 'muted'}>
          {isWaiting ? <Trans>Usable from {from}</Trans> : <Trans>Added on {day}</Trans>}
          <span>{` · ${network}`}</span>
        </Text>
      </div>
      <IconButton label={t`Forget ${name}`} variant="plain" onClick={() => removal.run()}>
        <Trash2 aria-hidden size={18} />
      </IconButton>
    </Card>
  )
}
