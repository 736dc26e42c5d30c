import { useLingui } from '@lingui/react/macro'
import { Coins, Lock, RefreshCw } from 'lucide-react'
import { AddressEnds } from '#ui/AddressEnds.tsx'
import { Callout } from '#ui/Callout.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { FoldedList } from '#ui/FoldedList.tsx'
import { PointList } from '#ui/PointList.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

const CALLOUT_TONES = ['info', 'success', 'warning', 'danger'] as const
/** Nobody owns this address: zeros and their checksum. */
const ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

export function GalleryMoney() {
  const { t } = useLingui()
  return (
    <GallerySection title={t`Money`}>
      <GalleryItem name="Callout">
        {CALLOUT_TONES.map((tone) => (
          <Callout key={tone} tone={tone} icon={<Coins aria-hidden size={26} />} title={tone}>
            {t`Less than the minimum is not credited.`}
          </Callout>
        ))}
      </GalleryItem>
      <GalleryItem name="AddressEnds, CopyableCode, PracticeTag">
        <p className="wrap-anywhere" translate="no">
          <AddressEnds address={ADDRESS} />
        </p>
        <CopyableCode text={ADDRESS} copyLabel={t`Copy the address`} copied={t`Address copied`} />
        <div>
          <PracticeTag />
        </div>
      </GalleryItem>
      <GalleryItem name="FoldedList">
        <FoldedList
          title={t`All terms`}
          items={[t`Less than the minimum is not credited.`, t`Limits and time-outs are in the settings.`]}
        />
      </GalleryItem>
      <GalleryItem name="PointList" wide>
        <PointList
          columns={2}
          points={[
            { name: 'lock', icon: <Lock aria-hidden size={21} />, title: t`Limits start tomorrow.` },
            {
              name: 'claim',
              icon: <RefreshCw aria-hidden size={21} />,
              iconTone: 'jade',
              title: t`Rakeback`,
              subtitle: t`Claim it any time`,
            },
          ]}
        />
      </GalleryItem>
    </GallerySection>
  )
}
