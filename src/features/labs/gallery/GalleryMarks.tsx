import { useLingui } from '@lingui/react/macro'
import { Coins, Share } from 'lucide-react'
import { useId, useState } from 'react'
import { REACTIONS } from '#contract/reactions.ts'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { ReactionMark } from '#ui/art/ReactionMark.tsx'
import { Beacon } from '#ui/Beacon.tsx'
import { BigNumber } from '#ui/BigNumber.tsx'
import { Button } from '#ui/Button.tsx'
import { CodeBox } from '#ui/CodeBox.tsx'
import { CodeList } from '#ui/CodeList.tsx'
import { CoverFrame } from '#ui/CoverFrame.tsx'
import { floatingBarClass } from '#ui/floating-bar-class.ts'
import { HeartMark } from '#ui/HeartMark.tsx'
import { IconBox } from '#ui/IconBox.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { inlineIconClass } from '#ui/inline-icon-class.ts'
import { Medal } from '#ui/Medal.tsx'
import { PlayerAvatar } from '#ui/PlayerAvatar.tsx'
import { PlayerName } from '#ui/PlayerName.tsx'
import { RadioTile } from '#ui/RadioTile.tsx'
import { StickyBar } from '#ui/StickyBar.tsx'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

const OWN_NUMBER = 64 * 3_821
const PLAYERS = [OWN_NUMBER, 1_190, null].map((number) => ({ name: null, number }))
const BOX_TONES = ['brand', 'jade', 'gold', 'info'] as const

/** Parts that only one or two pages use. */
export function GalleryMarks() {
  const { t } = useLingui()
  const name = useId()
  const [coin, setCoin] = useState('USDT')
  const [isMarked, setIsMarked] = useState(true)
  return (
    <GallerySection title={t`Marks and frames`}>
      <GalleryItem name="PlayerAvatar, PlayerName, ReactionMark">
        <div className="flex flex-wrap items-center gap-3">
          {PLAYERS.map((player) => (
            <span key={player.number} className="flex items-center gap-2">
              <PlayerAvatar number={player.number} />
              <PlayerName player={player} own={OWN_NUMBER} />
            </span>
          ))}
          {REACTIONS.map((picture) => (
            <ReactionMark key={picture} picture={picture} />
          ))}
        </div>
      </GalleryItem>
      <GalleryItem name="IconBox, Medal, Beacon, HeartMark">
        <div className="flex flex-wrap items-center gap-3">
          {BOX_TONES.map((tone) => (
            <IconBox key={tone} tone={tone}>
              <Coins aria-hidden size={22} />
            </IconBox>
          ))}
          <Medal>1</Medal>
          <Beacon isLive={false} />
          <Beacon isLive />
          <IconButton label={t`Favourite`} aria-pressed={isMarked} onClick={() => setIsMarked(!isMarked)}>
            <HeartMark isMarked={isMarked} />
          </IconButton>
        </div>
      </GalleryItem>
      <GalleryItem name="RadioTile">
        <div className="grid grid-cols-3 gap-2">
          {['USDT', 'WIF', 'SOL'].map((symbol) => (
            <RadioTile key={symbol} name={name} checked={symbol === coin} onChange={() => setCoin(symbol)}>
              <CoinMark symbol={symbol} size={34} />
              <span>{symbol}</span>
            </RadioTile>
          ))}
        </div>
      </GalleryItem>
      <GalleryItem name="CodeBox, CodeList">
        <CodeBox label={t`Parsed answer`} text={'{\n  "status": "ok"\n}'} />
        <CodeList codes={['k7qd-m2xa', 'p4we-9rtz']} />
      </GalleryItem>
      <GalleryItem name="BigNumber, inlineIconClass">
        <BigNumber>1,234</BigNumber>
        <p>
          <Share aria-hidden size={18} className={inlineIconClass} /> <span>{t`Share`}</span>
        </p>
      </GalleryItem>
      <GalleryItem name="floatingBarClass, StickyBar">
        <div className={`${floatingBarClass} flex items-center justify-between gap-2 p-2.5`}>
          <span>{t`A new version of Koi is here.`}</span>
          <Button size="sm">{t`Reload`}</Button>
        </div>
        <StickyBar className="py-2">{t`Jump to a row`}</StickyBar>
      </GalleryItem>
      <GalleryItem name="CoverFrame">
        <div className="grid grid-cols-3">
          <CoverFrame colors={['#35d6a4', '#0a6f51']} className="aspect-square">
            {null}
          </CoverFrame>
        </div>
      </GalleryItem>
    </GallerySection>
  )
}
