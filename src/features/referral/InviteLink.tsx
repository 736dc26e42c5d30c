import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { QrCode as QrIcon, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { Heading } from '#ui/Heading.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { Text } from '#ui/Text.tsx'
import { useCopy } from '#ui/use-copy.ts'

interface InviteLinkProps {
  code: string
  /** True if sharing is the next thing to do on the page. */
  isMain: boolean
}

/** The player's own link: to copy, to share, to scan. */
export function InviteLink({ code, isMain }: InviteLinkProps) {
  const { t } = useLingui()
  const copy = useCopy()
  const [isScanned, setIsScanned] = useState(false)
  const { href } = useRouter().buildLocation({ to: '/r/$code', params: { code } })
  const link = location.origin + href
  const share = async () => {
    if (typeof navigator.share === 'function') {
      // Closing the sheet rejects too: that needs no message.
      await navigator
        .share({ title: 'Koi', text: t`Play at Koi, where you can check every result`, url: link })
        .catch(() => undefined)
    } else {
      await copy(link, t`Link copied`)
    }
  }
  return (
    <Card tone="flat" padding="lg" className="grid grid-cols-1 gap-3.5 content-start">
      <Heading level={2}>
        <Trans>Your link</Trans>
      </Heading>
      <CopyableCode text={link} copyLabel={t`Copy link`} copied={t`Link copied`} />
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          className="flex-1"
          icon={<Share2 aria-hidden size={18} />}
          onClick={() => void share()}
        >
          <Trans>Share</Trans>
        </Button>
        <Button
          variant="secondary"
          className="flex-1"
          icon={<QrIcon aria-hidden size={18} />}
          aria-expanded={isScanned}
          onClick={() => setIsScanned(!isScanned)}
        >
          <Trans>QR code</Trans>
        </Button>
      </div>
      {isScanned ? (
        <div className="grid justify-items-center gap-2">
          <QrCode text={link} label={t`QR code of your link`} mark="koi" />
          <Text size={2} tone="subtle">
            <Trans>A friend scans it with their camera.</Trans>
          </Text>
        </div>
      ) : null}
      <div className="grid grid-cols-1 gap-1.5">
        <Text size={3} tone="muted">
          <Trans>Or they type your code when they register:</Trans>
        </Text>
        <CopyableCode text={code} copyLabel={t`Copy referral code`} copied={t`Referral code copied`} />
      </div>
    </Card>
  )
}
