import { Trans } from '@lingui/react/macro'
import type { PublicPlayer } from '#contract/public-player.ts'
import { publicName } from '#i18n/public-name.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { Name } from './Name.tsx'
import { Text } from './Text.tsx'

interface PlayerNameProps {
  player: PublicPlayer
  /** Public number of whoever looks, whose own entries are marked. */
  own?: number | null
}

/** A player in a public list: their nickname, the name made from their number, or that they are hidden. */
export function PlayerName({ player: { name, number }, own = null }: PlayerNameProps) {
  const locale = useLocale()
  return (
    <>
      {name !== null ? (
        <Name>{name}</Name>
      ) : number === null ? (
        <span>
          <Trans>Hidden</Trans>
        </span>
      ) : (
        <span translate="no">{publicName(number, locale)}</span>
      )}
      {number !== null && number === own ? (
        <Text as="span" size={2} weight={750} tone="brand" className="ml-1.5">
          <Trans>You</Trans>
        </Text>
      ) : null}
    </>
  )
}
