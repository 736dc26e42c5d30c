import { msg } from '@lingui/core/macro'
import { addErrorMessages } from '#i18n/error-messages.ts'

addErrorMessages({
  provider_unavailable: msg`The provider of this game does not answer right now. Try again in a moment, or choose another game.`,
})
