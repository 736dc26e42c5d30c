import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { messages } from '#i18n/en-US/messages.po'

i18n.loadAndActivate({ locale: 'en-US', messages })

export function renderInEnglish(children: ReactNode) {
  return render(children, { wrapper: (props) => <I18nProvider i18n={i18n} {...props} /> })
}
