import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { BellOff, Download } from 'lucide-react'
import type { Notifications } from '#contract/notifications.ts'
import '#i18n/account-answers.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useAction } from '#lib/use-action.ts'
import { useUser } from '#session/use-user.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Callout } from '#ui/Callout.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast.ts'
import { followPush } from './follow-push.ts'
import { readPushState } from './push-device.ts'
import { turnOff, turnOn } from './push.actions.ts'

/** Asks the browser only after a tap. */
export function DevicePush({ settings: { isOn, devices } }: { settings: Notifications }) {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const { history } = useRouter()
  const { uid } = useUser()
  // Asked again when the player comes back, perhaps from the browser's settings.
  const { data: state, refetch } = useQuery({
    queryKey: ['push-state', uid],
    queryFn: () => readPushState(uid),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  const action = useAction({
    run: (wanted: boolean) => (wanted ? turnOn(queryClient) : turnOff(queryClient).then(() => true)),
    onSuccess: (isDone, wanted) => {
      void refetch()
      if (!isDone) toast({ message: t`Your browser did not allow notifications.` })
      else if (wanted) followPush(queryClient, (path) => history.push(path))
    },
    onError: (error) => {
      void refetch()
      toast({ message: i18n._(errorMessageOf(error)) })
    },
  })
  switch (state) {
    case undefined:
      return <div className="min-h-11" />
    case 'unsupported':
      return (
        <Callout icon={<BellOff aria-hidden size={26} />} title={t`This browser has no notifications`}>
          <Trans>Messages stay in your inbox. In a private window, open Koi in a normal one.</Trans>
        </Callout>
      )
    case 'uninstalled':
      return (
        <Callout
          icon={<Download aria-hidden size={26} />}
          title={t`Install Koi first`}
          action={
            <Link
              to="."
              search={(previous) => ({ ...previous, panel: 'install' })}
              state={(previous) => ({ ...previous, openedPanel: true })}
              resetScroll={false}
              className={buttonClass({ size: 'sm' })}
            >
              <Trans>Show how</Trans>
            </Link>
          }
        >
          <Trans>On iPhone and iPad, only apps on the home screen can notify you.</Trans>
        </Callout>
      )
    case 'blocked':
      return (
        <Callout
          tone="warning"
          icon={<BellOff aria-hidden size={26} />}
          title={t`Notifications are blocked for Koi`}
        >
          <Trans>Allow them in the settings of your browser or device, then come back here.</Trans>
        </Callout>
      )
    case 'off':
    case 'on': {
      const others = devices - (isOn ? 1 : 0)
      return (
        <Switch
          label={t`Notifications`}
          description={
            others > 0 ? (
              <Plural
                value={others}
                one="# other device is notified, too."
                other="# other devices are notified, too."
              />
            ) : (
              <Trans>Your browser asks you once.</Trans>
            )
          }
          checked={action.input ?? (state === 'on' && isOn)}
          onChange={action.run}
        />
      )
    }
  }
}
