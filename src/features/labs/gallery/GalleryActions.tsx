import { useLingui } from '@lingui/react/macro'
import { Flame, Gift, Heart, LayoutGrid, Plus, Sparkles, Wallet } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { ChipRow } from '#ui/ChipRow.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

const VARIANTS = ['primary', 'ink', 'secondary', 'ghost', 'danger'] as const
const CHIP_ICONS = [LayoutGrid, Flame, Sparkles, Heart, Gift]

export function GalleryActions() {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(0)
  const names = [t`All Games`, t`Trending`, t`New Releases`, t`Favourites`, t`Gift`]
  return (
    <GallerySection title={t`Actions`}>
      <GalleryItem name="Button">
        {VARIANTS.map((variant) => (
          <div key={variant} className="flex flex-wrap items-center gap-2">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} size="sm" icon={<Plus aria-hidden size={16} />}>{`sm`}</Button>
            <Button variant={variant} size="sm" loading>{`loading`}</Button>
            <Button variant={variant} size="sm" disabled>{`disabled`}</Button>
          </div>
        ))}
        <Button block>{`block`}</Button>
      </GalleryItem>
      <GalleryItem name="IconButton">
        <div className="flex gap-2">
          <IconButton label={t`Connect a wallet`}>
            <Wallet aria-hidden size={19} />
          </IconButton>
          <IconButton label={t`Gift`} variant="plain">
            <Gift aria-hidden size={20} />
          </IconButton>
          <IconButton label={t`Deposit`} variant="brand">
            <Plus aria-hidden size={20} />
          </IconButton>
          <IconButton label={t`Deposit`} disabled>
            <Plus aria-hidden size={20} />
          </IconButton>
        </div>
      </GalleryItem>
      <GalleryItem name="ChipRow, Chip" wide>
        <div className="-mx-4">
          <ChipRow label={t`Categories`}>
            {names.map((name, index) => {
              const Icon = CHIP_ICONS[index] ?? Gift
              return (
                <Chip
                  key={name}
                  selected={index === chosen}
                  icon={<Icon aria-hidden size={15} />}
                  onClick={() => setChosen(index)}
                >
                  {name}
                </Chip>
              )
            })}
          </ChipRow>
        </div>
      </GalleryItem>
    </GallerySection>
  )
}
