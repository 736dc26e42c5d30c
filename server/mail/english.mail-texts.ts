import type { MailTexts } from './mail-texts.ts'

const NOT_ASKED = 'If you did not ask for it, there is nothing to do: nobody gets in without the code.'
const KEEP_SECRET = 'The code works for 10 minutes. Give it to nobody; Koi never asks for it.'
const NOT_YOU =
  'Was this not you? Choose “Forgot password” on the login page and set a new one. That logs out every device.'

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export const EN_US: MailTexts = {
  'register-code': ({ code }) => ({
    subject: `${code} is your code for Koi`,
    lines: ['Here is the code to open your account:', KEEP_SECRET, NOT_ASKED],
    code,
  }),
  'register-known': () => ({
    subject: 'You already have an account at Koi',
    lines: [
      'Somebody, most likely you, wanted to open an account with this address. It already has one, so there is no code to enter.',
      'Log in instead, or choose “Forgot password” on the login page.',
      'If it was not you, there is nothing to do: your account is as it was.',
    ],
  }),
  'reset-code': ({ code }) => ({
    subject: `${code} is your code for a new password`,
    lines: ['Here is the code to set a new password:', KEEP_SECRET, NOT_ASKED],
    code,
  }),
  welcome: () => ({
    subject: 'Welcome to Koi',
    lines: [
      'Your account is open.',
      'Make it safer still under Security: a passkey logs you in with your face, finger or PIN, and a second step keeps out whoever learns your password.',
      'Play for fun. Limits, time-outs and where to find help are under Responsible play.',
    ],
  }),
  'new-login': ({ at, device, address }) => ({
    subject: 'New login to your account',
    lines: [
      'Your account was logged in to from a place or device it has not seen before.',
      `${TIME.format(at)} UTC · ${device || 'Unknown device'} · ${address}`,
      'If this was you, all is well.',
      NOT_YOU,
    ],
  }),
  'password-changed': () => ({
    subject: 'Your password was changed',
    lines: ['The password of your account was changed, and every other device was logged out.', NOT_YOU],
  }),
  'password-reset': () => ({
    subject: 'You have a new password',
    lines: ['A new password was set for your account, and every device was logged out.', NOT_YOU],
  }),
  'change-code': ({ code }) => ({
    subject: `${code} is your code for this address`,
    lines: ['Here is the code to use this address for your account:', KEEP_SECRET, NOT_ASKED],
    code,
  }),
  'change-taken': () => ({
    subject: 'This address already has an account',
    lines: [
      'Somebody wanted to use this address for another account. It already has an account of its own, so nothing was changed.',
      'If it was you, log in with this address, or choose another one.',
    ],
  }),
  'change-asked': ({ newEmail }) => ({
    subject: 'Your e-mail address is about to change',
    lines: [
      `Somebody who is logged in asked to change the address of your account to ${newEmail}. It changes once the code sent there is entered.`,
      NOT_YOU,
    ],
  }),
  'email-changed': ({ newEmail, uid, heldUntil }) => ({
    subject: 'Your e-mail address was changed',
    lines: [
      `The address of your account is now ${newEmail}, and every other device was logged out.`,
      ...(heldUntil ? [`No money can be withdrawn before ${TIME.format(heldUntil)} UTC.`] : []),
      `Was this not you? Somebody who knows your log-in changed it. Tell the site’s support right away, before money can go, and name the player number ${uid}. Then set a new password for your mailbox, and for this site as soon as the account is yours again.`,
    ],
  }),
  'totp-on': () => ({
    subject: 'Two-step login is on',
    lines: ['From now on, logging in takes a code of your authenticator too.', NOT_YOU],
  }),
  'totp-off': () => ({
    subject: 'Two-step login is off',
    lines: ['Logging in no longer takes a code of your authenticator.', NOT_YOU],
  }),
  'recovery-code-used': ({ left }) => ({
    subject: 'A recovery code was used',
    lines: [
      `One of your recovery codes was used. ${left === 1 ? '1 code is' : `${left} codes are`} left.`,
      NOT_YOU,
    ],
  }),
  'recovery-codes-renewed': () => ({
    subject: 'You have new recovery codes',
    lines: ['New recovery codes were made for your account. The old ones no longer work.', NOT_YOU],
  }),
  'passkey-added': ({ name }) => ({
    subject: 'A passkey was added',
    lines: [`The passkey “${name}” can now log in to your account.`, NOT_YOU],
  }),
  'passkey-removed': ({ name, heldUntil }) => ({
    subject: 'A passkey was removed',
    lines: [
      `The passkey “${name}” no longer logs in to your account.`,
      ...(heldUntil
        ? [
            `It was removed without being used. So nothing can be withdrawn, and no way into your account changed, before ${TIME.format(heldUntil)} UTC.`,
          ]
        : []),
      NOT_YOU,
    ],
  }),
  'wrong-codes': ({ device, address }) => ({
    subject: 'Wrong codes in your account',
    lines: [
      'Somebody who is logged in to your account entered several wrong codes of the two-step login.',
      `${device || 'Unknown device'} · ${address}`,
      'If this was you, all is well: wait for the next code of your app. If not, open Security › Where you are logged in, log out all other devices, and change your password.',
    ],
  }),
  'wallet-linked': ({ address }) => ({
    subject: 'A wallet was linked',
    lines: [
      `The wallet ${address} can now log in to your account.`,
      `${NOT_YOU} Then unlink the wallet under Security.`,
    ],
  }),
  'wallet-unlinked': ({ address }) => ({
    subject: 'A wallet was unlinked',
    lines: [`The wallet ${address} no longer logs in to your account.`, NOT_YOU],
  }),
  'time-out': ({ until }) => ({
    subject: 'Your time-out has begun',
    lines: [
      `Play and deposits are stopped until ${TIME.format(until)} UTC. You can make the time-out longer, not shorter.`,
      'You can still log in, and withdrawals stay open.',
    ],
  }),
  'self-exclusion': ({ until }) => ({
    subject: 'Your self-exclusion has begun',
    lines: [
      `Play and deposits are stopped until ${TIME.format(until)} UTC. Nobody can end this early, not even our support.`,
      'You can still log in, and withdrawals stay open. We send you no news or offers.',
      'You are not alone with this: the page Responsible play says who can help.',
    ],
  }),
  'withdrawal-asked': ({ amount, symbol, network, address }) => ({
    subject: `Withdrawal of ${amount} ${symbol} asked for`,
    lines: [
      `${amount} ${symbol} on ${network} will be sent to ${address}.`,
      'Until it is signed, you can cancel it under Withdraw.',
      NOT_YOU,
    ],
  }),
  'withdrawal-address-added': ({ address }) => ({
    subject: 'An address for withdrawals was added',
    lines: [
      `${address} is now among your addresses. Where only those are allowed, money can go there in 24 hours.`,
      NOT_YOU,
    ],
  }),
  'whitelist-on': () => ({
    subject: 'Withdrawals to your own addresses only',
    lines: ['From now on, money can only go to addresses you added 24 hours before or earlier.', NOT_YOU],
  }),
  'whitelist-ends': ({ at }) => ({
    subject: 'Withdrawals to any address from tomorrow on',
    lines: [
      `From ${TIME.format(at)} UTC on, money can go to any address again. Until then you can change your mind under Security.`,
      NOT_YOU,
    ],
  }),
  'account-closed': () => ({
    subject: 'Your account is closed',
    lines: ['Your account was closed, and your personal data was erased. Thank you for your time with us.'],
  }),
}
