import { useLingui } from '@lingui/react/macro'
import { Coins, Flame, Gem, Gift, Menu, Plus, Wallet } from 'lucide-react'
import { UsdtMark } from '#ui/art/UsdtMark.tsx'
import { accountTileClass } from '#ui/shell/account-tile-class.ts'
import { sideMenuClass } from '#ui/shell/side-menu-class.ts'
import { tabBarClass } from '#ui/shell/tab-bar-class.ts'
import { topBarClass } from '#ui/shell/top-bar-class.ts'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

/** What the frame around every page is made of; its bars themselves are around this page. */
export function GalleryShell() {
  const { t } = useLingui()
  return (
    <GallerySection title={t`Bars and menus`}>
      <GalleryItem name="topBarClass">
        <div className="flex gap-2">
          <button type="button" className={topBarClass.balance}>
            <UsdtMark size={22} />
            <span className="num">0.00</span>
          </button>
          <button type="button" className={topBarClass.deposit} aria-label={t`Deposit`}>
            <Plus aria-hidden size={20} />
          </button>
        </div>
      </GalleryItem>
      <GalleryItem name="tabBarClass">
        <div className="grid grid-cols-3 pt-8">
          <button type="button" className={tabBarClass.tab}>
            <Menu aria-hidden size={22} />
            {t`Menu`}
          </button>
          <button type="button" className={tabBarClass.tab} aria-label={t`Lobby`}>
            <span className={tabBarClass.home}>
              <Gem aria-hidden size={26} />
            </span>
          </button>
          <button type="button" className={tabBarClass.tab} data-current>
            <Gift aria-hidden size={22} />
            {t`Gift`}
          </button>
        </div>
      </GalleryItem>
      <GalleryItem name="sideMenuClass">
        <div>
          <a href="#main" className={sideMenuClass.entry} aria-current="true">
            <Flame aria-hidden size={20} />
            {t`Trending`}
          </a>
          <a href="#main" className={sideMenuClass.entry}>
            <Coins aria-hidden size={20} />
            {t`Rakeback`}
          </a>
        </div>
      </GalleryItem>
      <GalleryItem name="accountTileClass">
        <div className="grid grid-cols-2 gap-2">
          <button type="button" className={accountTileClass} data-hot>
            <Wallet aria-hidden size={22} />
            {t`Connect a wallet`}
          </button>
          <button type="button" className={accountTileClass}>
            <Gift aria-hidden size={22} />
            {t`Gift`}
          </button>
        </div>
      </GalleryItem>
    </GallerySection>
  )
}
