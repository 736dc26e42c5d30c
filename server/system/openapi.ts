import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { API_BASE } from '#contract/api-base.ts'
import { API } from '#contract/api.ts'
import { DEVICE_HEADER, DEVICE_KEY } from '#contract/device.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { FailureSchema, type ErrorCode } from '#contract/envelope.ts'
import { PRACTICE_API } from '#contract/practice.ts'
import type { Mode } from '#server/config/config.ts'
import { STATUS } from '#server/http/refusal-response.ts'

const DESCRIPTIONS: Record<ErrorCode, string> = {
  bad_request: 'The request is not valid; `fields` names the invalid fields',
  unauthorized: 'The player must log in; `result.isLogin` marks a dead token',
  forbidden: 'Not allowed, for example from a page of another site',
  not_found: 'It does not exist',
  method_not_allowed: 'The path does not allow this method',
  payload_too_large: 'The request is too large',
  rate_limited: 'Too many requests',
  internal: 'Something went wrong on the server',
  unavailable: 'The service is not available right now',
  conflict: 'The state of the account does not allow it',
  unsupported_media_type: 'The body has a wrong media type',
  invalid_credentials: 'E-mail or password is wrong; the answer never says which',
  totp_required: 'The password is right, and the account also requires a code of its authenticator',
  totp_invalid: 'The code is wrong or was used before',
  password_wrong: 'The password is wrong',
  password_common: 'The password is a common one, or made of the e-mail address',
  email_code_invalid: 'The code is wrong, too old, or was tried too often',
  email_taken: 'Another account has this address',
  passkey_invalid: 'The passkey does not belong to this site, or its answer came too late',
  passkey_required: 'The account also requires one of its passkeys',
  proof_waits: 'A passkey was removed without using one: requests that need a proof are refused for 24 hours',
  push_service_unknown: 'The address is none of a push service that browsers use',
  avatar_invalid: 'The file is not a picture that can be read',
  nft_not_held: 'The wallet does not hold this NFT',
  nft_picture_unreadable: 'The NFT has no JPEG, PNG or WebP in its contract or on IPFS that can be read',
  referral_code_unknown: 'No player has this referral code',
  free_rounds_over: 'There are no such free rounds, or they are played or have lapsed',
  provider_unavailable: 'The provider of the game does not answer, or refuses to open it',
  gift_code_unknown: 'There is no such code, or it has ended or is used up',
  limit_not_ready: 'The raise cannot be confirmed yet, or there is no raise',
  break_active: 'A time-out or self-exclusion is active',
  limit_reached: 'This would exceed a limit that the player has set',
  login_again_required: 'The account has no password, and this session is older than 10 minutes',
  explorer_unavailable: 'The explorer of wallets does not answer, or answers with invalid data',
  wallet_message_invalid: 'The signed text does not have the form of this server’s messages',
  wallet_domain_wrong: 'The message was made for another site',
  wallet_message_used: 'The message was used before, was changed, or is not of this server',
  wallet_message_expired: 'The message is older than 5 minutes',
  wallet_signature_wrong: 'The wallet did not make this signature',
  wallet_chain_unsupported: 'The server does not serve this chain',
  wallet_chain_unavailable:
    'The chain does not answer: nothing can be read from it, and no contract’s signature verified',
  wallet_unknown: 'No account has this wallet; `isAdult` opens one',
  wallet_not_linked: 'The wallet is not linked to the account',
  wallet_practice_limit: 'More practice money than one payment allows',
  wallet_taken: 'Another account has this wallet',
  wallet_key_needed: 'The account has the wallet as a key, but a contract signed',
  wallet_deposits_only: 'The wallet is linked for deposits only',
  wallet_unproven: 'The contract was linked before its chain was stored: link it again',
  wallet_proof_needed: 'Another player had the wallet: link it with the full proof',
  last_way_in: 'It is the last login method of the account',
  insufficient_funds: 'The available balance is too small',
  withdrawal_address_wrong: 'Not an address of that network, or its checksum is wrong',
  withdrawal_address_ours: 'The address belongs to the house itself: money sent there would not leave',
  withdrawal_address_waits: 'Only addresses of the address book are allowed, 24 hours after they were added',
  withdrawal_waits: 'The e-mail address was changed less than 24 hours ago',
  withdrawal_held:
    'A provider owes the house a win that the player no longer had: an operator looks at it first',
  withdrawal_too_small: 'Less than the smallest withdrawal',
  withdrawal_under_way: 'The signer has claimed the withdrawal: it cannot be cancelled',
  rate_stale: 'The price of a coin is too old to convert at',
  balance_left: 'The account has a balance; `forfeitBalance` gives it up',
  withdrawal_open: 'A withdrawal is open',
  nothing_to_claim: 'There is nothing of this kind to claim',
  bad_params: 'The game does not allow these parameters',
  stake_too_small: 'The stake is below the smallest one',
  stake_too_large: 'The stake is above the largest one',
  payout_too_large: 'The best result would pay more than the highest payout',
  game_paused: 'The game is paused',
  too_soon: 'The earlier bet was less than a cycle of the game ago; `retryAfterMs` has the remaining time',
  round_open: 'An open round blocks a second round of its game, and the change of seeds',
  round_settled: 'The round is over',
  betting_closed: 'Crash: the round accepts no more bets',
  bets_full: 'Crash: the player has the maximum of bets in the round',
  round_not_running: 'Crash: the curve has not reached 1.01×',
  bad_step: 'The round does not allow this step, or there is nothing to cash out',
  key_reused: 'The key belongs to another request',
  client_seed_missing: 'The player has no seed pair: send a client seed first',
  seed_commitment_wrong: 'The commitment differs from the one that was shown',
  confirmation_needed: 'Only for operators: the session must be confirmed by its passkey first',
  operator_too_new: 'Only for operators: the two come from one invitation of less than 7 days ago',
  worth_risen: 'Only for operators: what was proposed is worth more than the proposal says',
  auto_play_open: 'Another auto-play is active',
  auto_play_forbidden: 'The operator does not allow auto-play',
  auto_play_ended: 'The auto-play has ended, or its plan does not allow this bet',
  auto_play_step_taken: 'The step of the auto-play was taken before, or is not the next one',
}

export function createOpenApiDocument(version: string, mode: Mode) {
  const paths: Record<string, Record<string, unknown>> = {}
  const api = mode === 'practice' ? [...API, ...PRACTICE_API] : API
  for (const endpoint of api) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Koi API',
      version,
      description: 'Answers are { "data": … }; failures are { "message": "…", "code": "snake_case" }.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_BASE }],
    tags: [...new Set(api.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Failure: schemaOf(FailureSchema) },
      securitySchemes: { accessToken: { type: 'apiKey', in: 'header', name: 'Access-Token' } },
    },
  }
}

const DEVICE_PARAMETER = {
  name: DEVICE_HEADER,
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: DEVICE_KEY.source },
}

function operation(endpoint: Endpoint) {
  const codes = codesOf(endpoint)
  const statuses = [...new Set(codes.map((code) => STATUS[code]))]
  const parameters = [
    ...parametersIn('path', endpoint.params),
    ...parametersIn('query', endpoint.query),
    ...(endpoint.access === 'public' && !endpoint.isOpen ? [DEVICE_PARAMETER] : []),
  ]
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(endpoint),
    security: endpoint.access === 'player' ? [{ accessToken: [] }] : [],
    responses: {
      200: { description: endpoint.summary, content: json(schemaOf(v.object({ data: endpoint.data }))) },
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          {
            description: codes
              .filter((code) => STATUS[code] === status)
              .map((code) => `\`${code}\`: ${DESCRIPTIONS[code]}`)
              .join('. '),
            content: json({ $ref: '#/components/schemas/Failure' }),
          },
        ]),
      ),
    },
  }
}

function codesOf({ access, isOpen, params, query, body, upload, errors }: Endpoint): ErrorCode[] {
  const takesBody = body !== undefined || upload !== undefined
  return [
    ...new Set<ErrorCode>([
      ...(params || query || takesBody ? (['bad_request'] as const) : []),
      ...(takesBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
      ...(access === 'player' ? (['unauthorized'] as const) : []),
      ...(isOpen ? [] : (['forbidden'] as const)),
      ...errors,
      'rate_limited',
      'internal',
      'unavailable',
    ]),
  ]
}

function parametersIn(place: 'path' | 'query', schema: v.GenericSchema | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema)
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: each,
  }))
}

function requestBody({ body, upload }: Endpoint) {
  if (upload) {
    const content = Object.fromEntries(upload.types.map((type) => [type, {}]))
    return { requestBody: { required: true, content } }
  }
  return body ? { requestBody: { required: true, content: json(schemaOf(body)) } } : {}
}

/** `getGamesSlug` for `GET /games/:slug`. */
function operationId({ method, path }: Endpoint): string {
  const words = path.split(/\W+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function schemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, { target: 'draft-2020-12', errorMode: 'ignore' })
  return rest
}

const json = (schema: unknown) => ({ 'application/json': { schema } })
