import { baseline } from './001-baseline.ts'
import { publicPlayers } from './002-public-players.ts'
import { messages } from './003-messages.ts'
import { rewards } from './004-rewards.ts'
import { freeBets } from './005-free-bets.ts'
import { promotions } from './006-promotions.ts'
import { referral } from './007-referral.ts'
import { races } from './008-races.ts'
import { push } from './010-push.ts'
import { nftPicture } from './011-nft-picture.ts'
import { providers } from './012-providers.ts'
import { announcements } from './014-announcements.ts'
import { winLinks } from './015-win-links.ts'
import { compatibleReleases } from './016-compatible-releases.ts'
import { numbers } from './017-numbers.ts'
import { operators } from './018-operators.ts'
import { operatorSearch } from './019-operator-search.ts'
import { operatorGifts } from './021-operator-gifts.ts'
import { operatorLog } from './022-operator-log.ts'
import { waysByHash } from './023-ways-by-hash.ts'
import type { Migration } from './migration.ts'

/** In order. A released migration is never changed; new ones are appended. */
export const MIGRATIONS: readonly Migration[] = [
  baseline,
  publicPlayers,
  messages,
  rewards,
  freeBets,
  promotions,
  referral,
  races,
  push,
  nftPicture,
  providers,
  announcements,
  winLinks,
  compatibleReleases,
  numbers,
  operators,
  operatorSearch,
  operatorGifts,
  operatorLog,
  waysByHash,
]
