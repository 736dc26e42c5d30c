import type { PushTexts } from './push-text.ts'

const WITHDRAWAL = {
  requested: {
    title: 'Withdrawal requested',
    body: 'If this was not you, open Koi and cancel it now, then change your password.',
  },
  sent: { title: 'Withdrawal sent', body: 'It is on its way to your address.' },
  confirmed: { title: 'Withdrawal confirmed', body: 'It is final on the network.' },
  cancelled: { title: 'Withdrawal cancelled', body: 'The money is back in your balance.' },
  refused: { title: 'Withdrawal refused', body: 'The money is back in your balance.' },
  failed: { title: 'Withdrawal reversed by the network', body: 'The money is back in your balance.' },
} as const

const BONUS = {
  released: { title: 'Bonus released', body: 'All of it is in your balance.' },
  expired: { title: 'Bonus expired', body: 'Open Koi to see what was released.' },
  given_up: { title: 'Bonus given up', body: 'Open Koi to see what was released.' },
} as const

const LIMIT = {
  set: { title: 'Limit changed', body: 'It is valid from now on.' },
  raised: { title: 'Limit raised', body: 'It is valid from now on.' },
  asked: { title: 'Raise of a limit asked for', body: 'Until you confirm it, the limit stays as it is.' },
} as const

export const EN_US: PushTexts = {
  deposit: () => ({ title: 'Deposit credited', body: 'It is in your balance.' }),
  withdrawal: ({ stage }) => WITHDRAWAL[stage],
  login: ({ device }) => ({
    title: 'New log-in to your account',
    body: `${device || 'Unknown device'}. If it was not you, log that device out and change your password.`,
  }),
  limit: ({ change }) => LIMIT[change],
  'bonus-ending': () => ({ title: 'A bonus ends soon', body: 'Open Koi to see when.' }),
  'bonus-ended': ({ status }) => BONUS[status],
  'picture-ended': () => ({
    title: 'Your picture is drawn by Koi again',
    body: 'The NFT is no longer in a wallet of your account.',
  }),
  'friend-joined': () => ({ title: 'Your first friend has joined', body: 'Open Koi to see who has come.' }),
  'level-gift': ({ level }) => ({ title: `A gift for LV.${level} is ready`, body: 'Open Koi to claim it.' }),
  'race-prize': ({ rank }) => ({
    title: `Place ${rank} in the weekly race`,
    body: 'The prize is in your balance.',
  }),
  'round-void': () => ({ title: 'Void round of Crash', body: 'Stakes that were still in came back.' }),
}
