import { isolatedName } from '#contract/given-name.ts'
import type { MailTexts } from './mail-values.ts'

const NOT_ASKED =
  'If you did not ask for this code, you do not need to do anything. Nobody can get in without it.'
const KEEP_SECRET = 'The code works for 10 minutes. Do not give it to anyone. Koi never asks for it.'
const NOT_YOU =
  'If this was not you, choose “Forgot password” on the login page and set a new password. This logs out every device.'

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
      'Somebody, probably you, wanted to open an account with this address. The address already has an account, so you get no code.',
      'Log in instead, or choose “Forgot password” on the login page.',
      'If it was not you, you do not need to do anything. Your account has not changed.',
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
      'Protect it under Security: a passkey logs you in with your face, fingerprint or PIN, and two-step login keeps out anyone who learns your password.',
      'Play for fun. Limits, time-outs and where to find help are under Responsible play.',
    ],
  }),
  'new-login': ({ at, device, address }) => ({
    subject: 'New login to your account',
    lines: [
      'Somebody logged in to your account from a new place or device.',
      `${TIME.format(at)} UTC · ${device || 'Unknown device'} · ${address}`,
      'If this was you, you do not need to do anything.',
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
      'Somebody wanted to use this address for another account. The address already has its own account, so nothing was changed.',
      'If it was you, log in with this address, or choose another one.',
    ],
  }),
  'change-asked': ({ newEmail }) => ({
    subject: 'Your e-mail address is about to change',
    lines: [
      `Somebody who is logged in asked to change the address of your account to ${newEmail}. It changes when the code we sent there is entered.`,
      NOT_YOU,
    ],
  }),
  'email-changed': ({ newEmail, uid, heldUntil }) => ({
    subject: 'Your e-mail address was changed',
    lines: [
      `The address of your account is now ${newEmail}, and every other device was logged out.`,
      ...(heldUntil ? [`Nobody can withdraw before ${TIME.format(heldUntil)} UTC.`] : []),
      `If this was not you, somebody knows your login. Tell the site’s support right away. Your player number is ${uid}. Then set a new password for your mailbox. When you have your account back, set a new password for it too.`,
    ],
  }),
  'totp-on': () => ({
    subject: 'Two-step login is on',
    lines: ['From now on, you also need a code from your authenticator app to log in.', NOT_YOU],
  }),
  'totp-off': () => ({
    subject: 'Two-step login is off',
    lines: ['You no longer need a code from your authenticator app to log in.', NOT_YOU],
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
    lines: [`The passkey “${isolatedName(name)}” can now log in to your account.`, NOT_YOU],
  }),
  'passkey-removed': ({ name, heldUntil }) => ({
    subject: 'A passkey was removed',
    lines: [
      `The passkey “${isolatedName(name)}” can no longer log in to your account.`,
      ...(heldUntil
        ? [
            `It was removed without being used. So you cannot withdraw or change how you log in before ${TIME.format(heldUntil)} UTC.`,
          ]
        : []),
      NOT_YOU,
    ],
  }),
  'wrong-codes': ({ device, address }) => ({
    subject: 'Wrong codes in your account',
    lines: [
      'Somebody who is logged in to your account entered several wrong codes for the two-step login.',
      `${device || 'Unknown device'} · ${address}`,
      'If this was you, wait for the next code in your app. If not, open Security › Where you are logged in, log out all other devices, and change your password.',
    ],
  }),
  'wallet-linked': ({ address, logsIn }) => ({
    subject: 'A wallet was linked',
    lines: [
      logsIn
        ? `The wallet ${address} can now log in to your account.`
        : `What the wallet ${address} sends to Koi now goes to your account. It cannot log in.`,
      `${NOT_YOU} Then unlink the wallet under Security.`,
    ],
  }),
  'wallet-unlinked': ({ address }) => ({
    subject: 'A wallet was unlinked',
    lines: [`The wallet ${address} can no longer log in to your account.`, NOT_YOU],
  }),
  'time-out': ({ until }) => ({
    subject: 'Your time-out has begun',
    lines: [
      `You cannot play or deposit until ${TIME.format(until)} UTC. You can make the time-out longer, not shorter.`,
      'You can still log in and withdraw.',
    ],
  }),
  'self-exclusion': ({ until }) => ({
    subject: 'Your self-exclusion has begun',
    lines: [
      `You cannot play or deposit until ${TIME.format(until)} UTC. Nobody can end this early, not even our support.`,
      'You can still log in and withdraw. We send you no news or offers.',
      'You are not alone. The page Responsible play shows who can help.',
    ],
  }),
  'withdrawal-asked': ({ amount, symbol, network, address }) => ({
    subject: `You asked to withdraw ${amount} ${symbol}`,
    lines: [
      `${amount} ${symbol} on ${network} will be sent to ${address}.`,
      'You can cancel it under Withdraw until it is signed.',
      NOT_YOU,
    ],
  }),
  'withdrawal-address-added': ({ address }) => ({
    subject: 'A withdrawal address was added',
    lines: [
      `${address} is now one of your addresses. If your whitelist is on, you can withdraw to it after 24 hours.`,
      NOT_YOU,
    ],
  }),
  'whitelist-on': () => ({
    subject: 'Your withdrawal whitelist is on',
    lines: ['From now on, you can withdraw only to addresses you added at least 24 hours ago.', NOT_YOU],
  }),
  'whitelist-ends': ({ at }) => ({
    subject: 'Your withdrawal whitelist ends in 24 hours',
    lines: [
      `From ${TIME.format(at)} UTC, you can withdraw to any address again. Until then you can change your mind under Security.`,
      NOT_YOU,
    ],
  }),
  'sessions-ended': () => ({
    subject: 'You were logged out on all devices',
    lines: [
      'Our support has logged you out on all devices. Your balance and your settings are as they were.',
      'If you did not ask for this, log in and look at your last logins under Security. Set a new password if one of them was not you.',
    ],
  }),
  'account-closed': () => ({
    subject: 'Your account is closed',
    lines: ['Your account was closed, and your personal data was erased. Thank you for your time with us.'],
  }),
  news: ({ title, text }) => ({
    subject: title,
    lines: [
      text,
      'You get this mail because you have chosen it. You can turn it off under Messages, Notifications.',
    ],
  }),
}
