import { lazy, type ComponentType } from 'react'
import { loadTexts } from '#i18n/i18n.ts'
import { PRACTICE_TEXTS } from '#i18n/practice-texts.ts'

/** In chunks of their own: a server with real money does not have these, and no page there loads them. */
const part = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [component] = await Promise.all([load(), loadTexts('practice', PRACTICE_TEXTS)])
    return { default: component }
  })

export const PracticeAddressButton = part(() =>
  import('#features/practice/PracticeAddressButton.tsx').then((module) => module.PracticeAddressButton),
)
export const PracticeMailNotice = part(() =>
  import('#features/practice/PracticeMailNotice.tsx').then((module) => module.PracticeMailNotice),
)
export const PracticeMailPage = part(() =>
  import('#features/practice/PracticeMailPage.tsx').then((module) => module.PracticeMailPage),
)
export const PracticeRows = part(() =>
  import('#features/practice/PracticeRows.tsx').then((module) => module.PracticeRows),
)
