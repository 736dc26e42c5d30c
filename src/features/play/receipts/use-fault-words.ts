import { useLingui } from '@lingui/react/macro'
import type { VerdictFault } from '#features/play/play-receipts.ts'

export function useFaultWords(): (fault: VerdictFault) => {
  readonly title: string
  readonly meaning: string
} {
  const { t } = useLingui()
  return (fault) => {
    switch (fault) {
      case 'unreadable':
        return {
          title: t`The receipt cannot be read`,
          meaning: t`It does not have the form that Koi has published, so it proves nothing. A right receipt of this bet must be there.`,
        }
      case 'key_unknown':
        return {
          title: t`Signed with an unknown key`,
          meaning: t`No key that Koi has published signed at that time. Anyone could have written this receipt.`,
        }
      case 'signature':
        return {
          title: t`The signature is wrong`,
          meaning: t`Koi's key has not signed this text: it was changed after it was signed, or Koi never signed it.`,
        }
      case 'bet':
        return {
          title: t`The receipt says something else than the bet`,
          meaning: t`What Koi signed is not what Koi shows now. What is signed counts.`,
        }
      case 'chain':
        return {
          title: t`The receipts do not follow each other`,
          meaning: t`Koi has signed two receipts for one place, or left out a bet. That must never happen: your bets are counted without a gap.`,
        }
      case 'seeds':
        return {
          title: t`The server seed is another one`,
          meaning: t`The revealed seed does not have the hash that Koi signed with the bet.`,
        }
      case 'result':
        return {
          title: t`The seeds give another result`,
          meaning: t`The result that Koi signed is not the one that the revealed seeds give.`,
        }
      case 'payment':
        return {
          title: t`Another payout than the result pays`,
          meaning: t`By the rules of the game, the stake and the result make another payout than Koi signed or shows.`,
        }
      case 'missing':
        return {
          title: t`There is no receipt of the result`,
          meaning: t`Koi must sign what each bet brought. Without that, the result can be denied later.`,
        }
      case 'absent':
        return {
          title: t`Bets are missing`,
          meaning: t`Koi counted more bets with these seeds than it shows. A bet that was made must never disappear.`,
        }
    }
  }
}
