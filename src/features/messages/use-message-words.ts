import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isolatedName } from '#contract/given-name.ts'
import { inLocale } from '#contract/localized.ts'
import type { MessageContent } from '#contract/messages.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'

type Content<Kind extends MessageContent['kind']> = Extract<MessageContent, { kind: Kind }>

interface MessageWords {
  readonly title: string
  /** A second sentence: the consequence. */
  readonly detail?: string
}

const LIMITS: Record<`${Content<'limit'>['limit']}-${Content<'limit'>['period']}`, MessageDescriptor> = {
  'deposit-day': msg`Daily deposit limit`,
  'deposit-week': msg`Weekly deposit limit`,
  'deposit-month': msg`Monthly deposit limit`,
  'loss-day': msg`Daily loss limit`,
  'loss-week': msg`Weekly loss limit`,
  'loss-month': msg`Monthly loss limit`,
  'wager-day': msg`Daily bet limit`,
  'wager-week': msg`Weekly bet limit`,
  'wager-month': msg`Monthly bet limit`,
}

/** A message in the player's language. */
export function useMessageWords(): (content: MessageContent) => MessageWords {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const { decimal, usd, moment } = useFormat()
  const money = (amount: string, coin: string) => `${decimal(amount, 0)} ${coinSymbol(coin)}`

  function withdrawal({ stage, amount, receives, coin }: Content<'withdrawal'>): MessageWords {
    const [all, sent] = [money(amount, coin), money(receives, coin)]
    switch (stage) {
      case 'requested':
        return { title: t`Withdrawal of ${all} requested` }
      case 'sent':
        return { title: t`Withdrawal sent: ${sent}` }
      case 'confirmed':
        return { title: t`Withdrawal confirmed: ${sent}`, detail: t`It is final on the network.` }
      case 'cancelled':
        return { title: t`Withdrawal of ${all} cancelled`, detail: t`The money is back in your balance.` }
      case 'refused':
        return {
          title: t`Withdrawal of ${all} refused`,
          detail: t`The operator refused it. The money is back in your balance.`,
        }
      case 'failed':
        return {
          title: t`Withdrawal of ${all} reversed by the network`,
          detail: t`The money is back in your balance; a network’s own coin comes back less the fee. You can withdraw it again.`,
        }
    }
  }

  function limit({ limit: kind, period, change, amount, confirmableFrom }: Content<'limit'>): MessageWords {
    const name = i18n._(LIMITS[`${kind}-${period}`])
    const shown = amount === null ? null : usd(amount)
    if (change !== 'asked') {
      return { title: shown === null ? t`${name}: none from now on` : t`${name}: ${shown} from now on` }
    }
    const from = confirmableFrom === null ? '' : moment(new Date(confirmableFrom))
    return {
      title: shown === null ? t`${name}: you asked to remove it` : t`${name}: you asked for ${shown}`,
      detail: t`You can confirm this from ${from}. Until you do, the limit stays as it is.`,
    }
  }

  function bonusEnd({ status, coin, ...parts }: Content<'bonus-ended'>): MessageWords {
    const [released, lost] = [money(parts.released, coin), money(parts.lost, coin)]
    switch (status) {
      case 'released':
        return { title: t`Bonus released: all ${released}` }
      case 'expired':
        return { title: t`Bonus expired`, detail: t`${released} released, ${lost} taken back.` }
      case 'given_up':
        return { title: t`Bonus given up`, detail: t`${released} released, ${lost} taken back.` }
    }
  }

  return (content) => {
    switch (content.kind) {
      case 'deposit': {
        const amount = money(content.amount, content.coin)
        return {
          title: t`Deposit credited: ${amount}`,
          ...(content.isOverLimit && {
            detail: t`It went above your deposit limit: a transfer that has arrived cannot be refused.`,
          }),
        }
      }
      case 'withdrawal':
        return withdrawal(content)
      case 'login': {
        const device = content.device || t`Unknown device`
        const { address } = content
        return {
          title: t`New log-in: ${device}`,
          detail: t`From ${address}. If it was not you, log that device out and change your password.`,
        }
      }
      case 'limit':
        return limit(content)
      case 'bonus-ending': {
        const locked = money(content.locked, content.coin)
        const at = moment(new Date(content.expiresAt))
        return {
          title: t`Bonus ends on ${at}`,
          detail: t`${locked} are not released yet, and are taken back then.`,
        }
      }
      case 'bonus-ended':
        return bonusEnd(content)
      case 'picture-ended': {
        const { name, id, reason } = content
        const nft = name === null ? `#${id}` : `${isolatedName(name)} #${id}`
        return {
          title: t`Your picture is drawn by Koi again`,
          detail:
            reason === 'not-held'
              ? t`Your wallet no longer holds ${nft}.`
              : t`The wallet that holds ${nft} is no longer linked to your account.`,
        }
      }
      case 'race-prize': {
        const { rank } = content
        const sum = money(content.amount, content.coin)
        return {
          title: t`Place ${rank} in the weekly race: ${sum}`,
          detail: t`The prize is in your balance.`,
        }
      }
      case 'friend-joined': {
        const { name } = content
        const friend = name === null ? null : isolatedName(name)
        return {
          title:
            friend === null ? t`Your first friend has joined` : t`Your first friend has joined: ${friend}`,
          detail: t`You earn a part of the house edge of their bets.`,
        }
      }
      case 'level-gift': {
        const { level } = content
        const amount = money(content.amount, content.coin)
        return { title: t`A gift for LV.${level} is ready: ${amount}`, detail: t`Claim it when you like.` }
      }
      case 'news':
        return { title: inLocale(content.title, locale), detail: inLocale(content.text, locale) }
      case 'round-void': {
        const amount = money(content.amount, content.coin)
        return {
          title: t`Void round of Crash: ${amount} back`,
          detail: t`The round could not be played to its end, so stakes that were still in came back.`,
        }
      }
    }
  }
}
