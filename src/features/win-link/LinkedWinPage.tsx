import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, KeyRound, Link2Off, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { ApiError } from '#api/api-error.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { inLocale } from '#contract/localized.ts'
import { isSeededBet, type AnyBet } from '#contract/play.ts'
import { getLinkedWin } from '#contract/win-links.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { apiQuery } from '#queries/api-query.ts'
import { useOwnPublicNumber } from '#queries/own-public-number.ts'
import { Invitation } from '#session/Invitation.tsx'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Callout } from '#ui/Callout.tsx'
import { Card } from '#ui/Card.tsx'
import { DefinitionList, type Fact } from '#ui/DefinitionList.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Heading } from '#ui/Heading.tsx'
import { PlayerName } from '#ui/PlayerName.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Text } from '#ui/Text.tsx'
import { checkLinkedWin } from './check-linked-win.ts'

/** Where the link of a big win leads, for anybody. */
export function LinkedWinPage({ winKey }: { winKey: string }) {
  const { t } = useLingui()
  const query = useQuery(apiQuery(getLinkedWin, { params: { key: winKey } }))
  const { error } = query
  if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'bad_request')) {
    return (
      <EmptyState
        level={1}
        icon={<Link2Off aria-hidden size={26} />}
        title={t`This link leads nowhere`}
        detail={t`The player has ended it, or it is not complete.`}
        action={
          <Link to="/" className={buttonClass()}>
            <Trans>Go to the lobby</Trans>
          </Link>
        }
      />
    )
  }
  return (
    <div className="grid grid-cols-1 gap-5 px-4 w-full max-w-140 mx-auto">
      <AnswerGate query={query}>{(win) => <LinkedWin win={win} />}</AnswerGate>
    </div>
  )
}

function LinkedWin({ win }: { win: DataOf<typeof getLinkedWin> }) {
  const { t } = useLingui()
  const { decimal, moment } = useFormat()
  const own = useOwnPublicNumber()
  const { bet, symbol, gameName, ...player } = win
  const name = inLocale(gameName, useLocale())
  const multiple = decimal(`${bet.multiplier}`, 2, 4)
  const payout = `${decimal(bet.payout)} ${symbol}`
  const stake = `${decimal(bet.stake)} ${symbol}`
  const save = () =>
    saveFile(new Blob([`${JSON.stringify(bet)}\n`], { type: 'application/json' }), `koi-${bet.game}-win.json`)
  return (
    <>
      <Card tone="pond" padding="lg" className="grid grid-cols-1 gap-2">
        <Text tone="muted" weight={650}>
          {name}
        </Text>
        <Heading level={1} size="display">
          <span className="wrap-anywhere" translate="no">
            {payout}
          </span>
        </Heading>
        <Text num>{t`${multiple}× a bet of ${stake}`}</Text>
        <Text size={3} tone="subtle">
          <PlayerName player={player} own={own} />
          <span>{` · ${moment(new Date(bet.at))}`}</span>
        </Text>
      </Card>
      <Verdict bet={bet} />
      <DefinitionList facts={useSeedFacts(bet)} />
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="secondary"
          className="flex-1"
          icon={<Download aria-hidden size={20} />}
          onClick={save}
        >
          <Trans>Save the bet</Trans>
        </Button>
        <Invitation>
          <Link
            to="/games/$slug"
            params={{ slug: bet.game }}
            className={`${buttonClass({ variant: 'secondary' })} flex-1`}
          >
            {t`About ${name}`}
          </Link>
        </Invitation>
      </div>
      <Text size={3} tone="subtle">
        <Trans>
          The saved bet can be checked elsewhere, too: on the page Verify a file, or with verify.html, which
          needs no server.
        </Trans>
      </Text>
    </>
  )
}

function Verdict({ bet }: { bet: AnyBet }) {
  const { t } = useLingui()
  const verdict = useMemo(() => checkLinkedWin(bet), [bet])
  switch (verdict) {
    case 'right':
      return (
        <Callout
          tone="success"
          icon={<ShieldCheck aria-hidden size={32} />}
          title={t`Verified on this device`}
        >
          <Trans>Computed again from its seeds just now: result and payout are what they must be.</Trans>
        </Callout>
      )
    case 'wrong':
      return (
        <Callout
          tone="danger"
          icon={<ShieldAlert aria-hidden size={32} />}
          title={t`Not what the seeds give`}
        >
          <Trans>Computed again from its seeds, this bet has another result or payout.</Trans>
        </Callout>
      )
    case 'sealed':
      return (
        <Callout icon={<KeyRound aria-hidden size={28} />} title={t`Sealed before the bet`}>
          <Trans>
            The server seed is still in use, so it is secret. Its hash below was fixed before the bet. Once
            the player changes seeds, this page checks the result.
          </Trans>
        </Callout>
      )
  }
}

function useSeedFacts(bet: AnyBet): Fact[] {
  const { t } = useLingui()
  const { integer } = useFormat()
  const long = (term: string, text: string): Fact => ({
    term,
    value: (
      <span className="wrap-anywhere" translate="no">
        {text}
      </span>
    ),
    isLong: true,
  })
  const secret = t`not revealed yet`
  if (!isSeededBet(bet)) {
    const { round, gameHash, salt } = bet.seeds
    return [
      { term: t`Round`, value: round },
      long(t`Hash of the round`, gameHash ?? secret),
      long(t`Salt`, salt ?? secret),
    ]
  }
  const { nonce, clientSeed, serverSeed, serverSeedHash } = bet.seeds
  return [
    { term: t`Bet with these seeds`, value: integer(nonce + 1) },
    long(t`Client seed`, clientSeed),
    long(t`Hash of the server seed`, serverSeedHash),
    long(t`Server seed`, serverSeed ?? secret),
  ]
}
