import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import { TextElements } from '#ui/TextElements.tsx'
import { PracticeWalletDialog } from './PracticeWalletDialog.tsx'

let isShown = false

/** Mounts the wallet's dialog outside of the app, like an extension's window. */
export async function showRequests(): Promise<void> {
  if (isShown) return
  isShown = true
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(
    <I18nProvider i18n={i18n} defaultComponent={TextElements}>
      <PracticeWalletDialog />
    </I18nProvider>,
  )
}
