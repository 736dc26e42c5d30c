import { Trans, useLingui } from '@lingui/react/macro'
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast.ts'
import { practiceProvider } from './announce-practice-wallet.ts'

interface PracticeAddressButtonProps {
  /** The chain's address format. */
  addresses: 'tron' | 'evm'
  onChoose: (address: string) => void
}

/**
 * Fills in the address of the practice wallet, and creates that wallet if necessary: practice money needs a
 * destination.
 */
export function PracticeAddressButton({ addresses, onChoose }: PracticeAddressButtonProps) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const choose = async () => {
    setIsAsking(true)
    try {
      onChoose(await practiceProvider().ownAddress(addresses))
    } catch {
      toast({ message: t`The practice wallet is not there. Try again.`, tone: 'danger' })
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      className="justify-self-start"
      loading={isAsking}
      onClick={() => void choose()}
    >
      <Wallet aria-hidden size={16} />
      <Trans>Use the practice wallet’s address</Trans>
    </Button>
  )
}
