import { useLingui } from '@lingui/react/macro'
import { Mail, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { RadioList } from '#ui/RadioList.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { Switch } from '#ui/Switch.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

export function GalleryFields() {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const [isOn, setIsOn] = useState(true)
  const [segment, setSegment] = useState<'crypto' | 'nft'>('crypto')
  const [tab, setTab] = useState<'crypto' | 'nft'>('crypto')
  const [theme, setTheme] = useState<'dark' | 'light'>('dark')
  return (
    <GallerySection title={t`Fields and choices`}>
      <GalleryItem name="TextField">
        <TextField
          label={t`E-mail`}
          type="email"
          autoComplete="off"
          icon={<Mail aria-hidden size={18} />}
          hint={t`Only for messages about your account.`}
        />
        <TextField
          label={t`E-mail`}
          type="email"
          autoComplete="off"
          defaultValue="koi@"
          error={t`This address is not complete.`}
        />
      </GalleryItem>
      <GalleryItem name="SearchField">
        <SearchField label={t`Search games`} value={search} onChange={setSearch} />
        <SearchField compact label={t`Search games`} value={search} onChange={setSearch} />
      </GalleryItem>
      <GalleryItem name="Switch">
        <div>
          <Switch label={t`Display USD Value`} checked={isOn} onChange={setIsOn} />
          <Switch
            label={t`Hide small balance`}
            description={t`Below one dollar.`}
            checked={!isOn}
            onChange={(checked) => setIsOn(!checked)}
          />
        </div>
      </GalleryItem>
      <GalleryItem name="SegmentedControl, Tabs">
        <SegmentedControl
          label={t`Kind of deposit`}
          value={segment}
          onChange={setSegment}
          options={[
            { value: 'crypto', label: t`Crypto` },
            { value: 'nft', label: 'NFT' },
          ]}
        />
        <Tabs
          label={t`Kind of deposit`}
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'crypto', label: t`Crypto` },
            { id: 'nft', label: 'NFT' },
          ]}
        >
          <Text tone="muted">{tab === 'crypto' ? t`Crypto` : 'NFT'}</Text>
        </Tabs>
      </GalleryItem>
      <GalleryItem name="RadioList">
        <RadioList
          label={t`Theme`}
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'dark', title: t`Dark`, icon: <Moon aria-hidden size={20} /> },
            {
              value: 'light',
              title: t`Light`,
              description: t`Like rice paper.`,
              icon: <Sun aria-hidden size={20} />,
            },
          ]}
        />
      </GalleryItem>
    </GallerySection>
  )
}
