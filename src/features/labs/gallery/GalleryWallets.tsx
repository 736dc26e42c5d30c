import { useLingui } from '@lingui/react/macro'
import { LayoutGrid } from 'lucide-react'
import { QrCode } from '#ui/QrCode.tsx'
import { TextButton } from '#ui/TextButton.tsx'
import { WaitingRing } from '#ui/WaitingRing.tsx'
import { WalletAvatar } from '#ui/WalletAvatar.tsx'
import { WalletMark } from '#ui/WalletMark.tsx'
import { WalletRow } from '#ui/WalletRow.tsx'
import { WalletTile } from '#ui/WalletTile.tsx'
import { WalletTileIcon } from '#ui/WalletTileIcon.tsx'
import { WalletTileSkeleton } from '#ui/WalletTileSkeleton.tsx'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

const NAMES = ['Aurora', 'Brook', 'Cobalt'] as const
const ADDRESSES = ['0x71c7656e', '0x1f9840a8', '0x6b175474', '0xdac17f95'] as const
const RINGS = ['waiting', 'idle', 'done', 'failed'] as const

export function GalleryWallets() {
  const { t } = useLingui()
  const [first, second] = NAMES
  return (
    <GallerySection title={t`Wallets`}>
      <GalleryItem name="WalletRow">
        <WalletRow isHot name={first} icon={null} detail={t`The first choice`} mark={t`Last used`} />
        <WalletRow name={second} icon={null} detail={t`Another choice`} />
      </GalleryItem>
      <GalleryItem name="WalletTile, WalletMark, WalletTileIcon, WalletTileSkeleton">
        <div className="grid grid-cols-5 gap-1.5">
          {NAMES.map((name) => (
            <WalletTile key={name} name={name} mark={<WalletMark src={null} name={name} size={54} />} />
          ))}
          <WalletTile
            name={t`View all`}
            mark={
              <WalletTileIcon>
                <LayoutGrid aria-hidden size={21} />
              </WalletTileIcon>
            }
          />
          <WalletTileSkeleton />
        </div>
      </GalleryItem>
      <GalleryItem name="WaitingRing">
        <div className="grid grid-cols-2 justify-items-center gap-4">
          {RINGS.map((state) => (
            <WaitingRing key={state} state={state}>
              <WalletMark src={null} name={first} size={72} />
            </WaitingRing>
          ))}
        </div>
      </GalleryItem>
      <GalleryItem name="WalletAvatar, TextButton, QrCode mark">
        <div className="flex gap-3">
          {ADDRESSES.map((address) => (
            <WalletAvatar key={address} address={address} avatar={null} />
          ))}
        </div>
        <div>
          <TextButton>{t`New to wallets?`}</TextButton>
        </div>
        <QrCode text="https://koi.example/" label={t`QR code of an address`} size={208} mark="koi" />
      </GalleryItem>
    </GallerySection>
  )
}
