import { useLingui } from '@lingui/react/macro'
import { ChevronRight, History, Lock, RefreshCw, TriangleAlert } from 'lucide-react'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CoinCard } from '#ui/CoinCard.tsx'
import { DataRow } from '#ui/DataRow.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { LobbyHero } from '#ui/LobbyHero.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Note } from '#ui/Note.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { promoClass } from '#ui/promo-class.ts'
import { PromoContent } from '#ui/PromoContent.tsx'
import { Stat } from '#ui/Stat.tsx'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

const CARD_TONES = ['raised', 'flat', 'pond', 'brand'] as const

export function GallerySurfaces() {
  const { t } = useLingui()
  const doNothing = () => undefined
  return (
    <GallerySection title={t`Surfaces and lists`}>
      <GalleryItem name="LobbyHero" wide>
        <LobbyHero
          title={t`180% on your first deposit`}
          detail={t`Every game provably fair`}
          more={t`From $10.00 to 20,000.00 USDB. Every game provably fair.`}
          action={<Button size="sm">{t`Deposit`}</Button>}
        />
      </GalleryItem>
      <GalleryItem name="PromoContent, promoClass">
        <button type="button" className={promoClass}>
          <PromoContent title={t`Up to 360%`} detail={t`Bonus on your deposits`} />
        </button>
        <button type="button" className={promoClass}>
          <PromoContent title={t`Bonus on your deposits`} art={<ChevronRight size={20} />} />
        </button>
      </GalleryItem>
      <GalleryItem name="CoinCard">
        <CoinCard
          label={t`Bonus on your deposits`}
          title={t`Bonus on your deposits`}
          amount="180.00"
          note={t`Every game provably fair`}
        >
          <Button variant="ink" className="mt-3 justify-self-start">{t`Deposit`}</Button>
        </CoinCard>
      </GalleryItem>
      <GalleryItem name="Card">
        <div className="grid grid-cols-2 gap-2.5">
          {CARD_TONES.map((tone) => (
            <Card key={tone} tone={tone}>
              {tone}
            </Card>
          ))}
        </div>
      </GalleryItem>
      <GalleryItem name="ListRow card">
        <ListRow
          icon={<History aria-hidden size={21} />}
          title={t`Your history`}
          subtitle={t`Saved on this device`}
          chevron
          onClick={doNothing}
        />
        <ListRow
          icon={<RefreshCw aria-hidden size={21} />}
          iconTone="jade"
          title={t`Rakeback`}
          subtitle={t`Claim it any time`}
        />
      </GalleryItem>
      <GalleryItem name="ListRow plain">
        <div>
          {['USDT', 'WIF', 'SOL'].map((symbol, index) => (
            <ListRow
              key={symbol}
              variant="plain"
              selected={index === 0}
              icon={<CoinMark symbol={symbol} size={34} />}
              iconTone="none"
              title={symbol}
              subtitle={index === 0 ? 'TRON' : 'Solana'}
              trailing={<span className="num">{index === 0 ? '248.50' : '0.00'}</span>}
              onClick={doNothing}
            />
          ))}
        </div>
      </GalleryItem>
      <GalleryItem name="DefinitionList">
        <DefinitionList
          facts={[
            { term: t`House edge`, value: '1.00%' },
            { term: t`Highest win`, value: '9,900×' },
            { term: t`Provider`, value: 'Koi Originals' },
          ]}
        />
      </GalleryItem>
      <GalleryItem name="NumberedList, Stat, Note">
        <NumberedList>
          <p>{t`Choose a stake.`}</p>
          <p>{t`Pick your number and roll.`}</p>
        </NumberedList>
        <div className="grid grid-cols-3 gap-2">
          <Stat label={t`Friends`} value="12" />
          <Stat label={t`They played`} value="$8,410" />
          <Stat label={t`You earned`} value="$8.41" />
        </div>
        <Note icon={<Lock aria-hidden size={14} />}>{t`Limits and time-outs are in the settings.`}</Note>
        <Note icon={<TriangleAlert aria-hidden size={16} />} tone="warning">
          {t`Less than the minimum is not credited.`}
        </Note>
      </GalleryItem>
      <GalleryItem name="DataTable, DataRow" wide>
        <DataTable label={t`Friends`} heads={[t`Friends`, t`They played`, t`You earned`]}>
          <DataRow title="12" cells={['$8,410', '+$8.41']} isWon onOpen={doNothing} />
          <DataRow title="3" cells={['$0.00', '$0.00']} />
        </DataTable>
      </GalleryItem>
    </GallerySection>
  )
}
