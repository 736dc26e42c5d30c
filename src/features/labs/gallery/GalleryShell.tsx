import { useLingui } from '@lingui/react/macro'
import { Coins, Flame, Gem, Gift, Menu, Plus, Wallet } from 'lucide-react'
import { UsdtMark } from '#ui/art/UsdtMark.tsx'
import { accountTileClass } from '#ui/shell/account-tile-class.ts'
import { shellClass } from '#ui/shell/shell-class.ts'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

/** Parts of the frame around every page, without the bars, which are around this page anyway. */
export function GalleryShell() {
  const { t } = useLingui()
  return (
    <GallerySection title={t`Bars and menus`}>
      <GalleryItem name="shellClass.balance, deposit">
        <div className="flex gap-2">
          <button type="button" className={shellClass.balance}>
            <UsdtMark size={22} />
            <span className="num">0.00</span>
          </button>
          <button type="button" className={shellClass.deposit} aria-label={t`Deposit`}>
            <Plus aria-hidden size={20} />
          </button>
        </div>
      </GalleryItem>
      <GalleryItem name="shellClass.tab, tabHome">
        <div className="grid grid-cols-3 pt-8">
          <button type="button" className={shellClass.tab}>
            <Menu aria-hidden size={22} />
            <span>{t`Menu`}</span>
          </button>
          <button type="button" className={shellClass.tab} aria-label={t`Lobby`}>
            <span className={shellClass.tabHome}>
              <Gem aria-hidden size={26} />
            </span>
          </button>
          <button type="button" className={shellClass.tab} data-current>
            <Gift aria-hidden size={22} />
            <span>{t`Gift`}</span>
          </button>
        </div>
      </GalleryItem>
      <GalleryItem name="shellClass.entry">
        <div>
          <a href="#main" className={shellClass.entry} aria-current="true">
            <Flame aria-hidden size={20} />
            <span>{t`Trending`}</span>
          </a>
          <a href="#main" className={shellClass.entry}>
            <Coins aria-hidden size={20} />
            <span>{t`Rakeback`}</span>
          </a>
        </div>
      </GalleryItem>
      <GalleryItem name="accountTileClass">
        <div className="grid grid-cols-2 gap-2">
          <button type="button" className={accountTileClass(true)}>
            <Wallet aria-hidden size={22} />
            <span>{t`Connect a wallet`}</span>
          </button>
          <button type="button" className={accountTileClass()}>
            <Gift aria-hidden size={22} />
            <span>{t`Gift`}</span>
          </button>
        </div>
      </GalleryItem>
    </GallerySection>
  )
}
