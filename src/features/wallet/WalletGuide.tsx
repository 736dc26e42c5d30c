import { useLingui } from '@lingui/react/macro'
import { Download, KeyRound, Wallet } from 'lucide-react'
import { ListRow } from '#ui/ListRow.tsx'

/** The three things a newcomer needs to know. */
export function WalletGuide() {
  const { t } = useLingui()
  return (
    <ul className="grid gap-2.5">
      <li>
        <ListRow
          icon={<Wallet aria-hidden size={21} />}
          title={t`What a wallet is`}
          subtitle={t`An app or browser extension that keeps the keys to your coins. It shows you every request and signs only what you approve. Koi never holds those keys.`}
        />
      </li>
      <li>
        <ListRow
          icon={<Download aria-hidden size={21} />}
          title={t`How to get one`}
          subtitle={t`Install it from its maker’s own site or from your device’s app store, never from a link in a message. Write its seed phrase down on paper.`}
        />
      </li>
      <li>
        <ListRow
          icon={<KeyRound aria-hidden size={21} />}
          iconTone="gold"
          title={t`Never share your seed phrase`}
          subtitle={t`Anyone who has it can take your coins. Koi never asks for it, and no page or form needs it.`}
        />
      </li>
    </ul>
  )
}
