import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { type Clock, notFound, type Route, refusal, route } from '@signet/kernel'
import { type RequestRow, type RequestTables, stateOf } from '@signet/notifications/trust-requests'
import {
  approveRequest,
  declineRequest,
  getRequest,
  listRequests,
  revokeRequest,
  type TrustRequest,
} from '../contract/requests.ts'
import type { DecisionResult, decideRequest } from './decide-request.ts'
import { matchingPage } from './matching-page.ts'

export interface RequestDeps {
  readonly tables: Pick<RequestTables, 'requests'>
  readonly decide: ReturnType<typeof decideRequest>
  readonly now: Clock
}

const requestView = (row: RequestRow, now: Date): TrustRequest => {
  const { version: _version, kept_until: _kept, base_url: _base, ...members } = row
  return { ...members, state: stateOf(row, now) }
}

const requestNotFound = () => notFound('The request does not exist')

const stateRefusal = (state: string) =>
  refusal('trust_request_state', `The request is ${state}, which does not allow this change`, { extras: { state } })

const decisionReply = (outcome: Exclude<DecisionResult, { readonly outcome: 'gone' }>, now: Date) => {
  if (outcome.outcome === 'absent') return requestNotFound()
  return outcome.outcome === 'state' ? stateRefusal(outcome.state) : reply(200, requestView(outcome.row, now))
}

/** Excludes `gone`, which only grants can return, from the type. */
const withoutGone = (outcome: DecisionResult): Exclude<DecisionResult, { readonly outcome: 'gone' }> => {
  if (outcome.outcome === 'gone') throw new Error('Unexpected outcome: only a grant needs the artifact')
  return outcome
}

export const requestRoutes = ({ tables: { requests }, decide, now }: RequestDeps): Route[] => [
  route(listRequests, async ({ query: { state, ...page }, caller }) => {
    const time = now()
    const isMatch = (row: RequestRow) => state === undefined || stateOf(row, time) === state
    const keyOf = ({ id }: RequestRow) => `REQUEST#${id}`
    const { rows, nextCursor } = await matchingPage(requests, { org: orgOf(caller) }, { ...page, isMatch, keyOf })
    return reply(200, { requests: rows.map((row) => requestView(row, time)), next_cursor: nextCursor })
  }),
  route(getRequest, async ({ params: { id }, caller }) => {
    const row = await requests.get({ org: orgOf(caller), id })
    return row ? reply(200, requestView(row, now())) : requestNotFound()
  }),
  route(approveRequest, async ({ params: { id }, caller }) => {
    const outcome = await decide(orgOf(caller), id, 'granted')
    if (outcome.outcome === 'gone')
      return refusal('trust_artifact_gone', 'The document no longer exists, so the request cannot be granted')
    if (outcome.outcome === 'state')
      throw new Error(`Unexpected outcome: a request that is ${outcome.state} can be granted`)
    return outcome.outcome === 'absent' ? requestNotFound() : reply(200, requestView(outcome.row, now()))
  }),
  route(declineRequest, async ({ params: { id }, caller }) =>
    decisionReply(withoutGone(await decide(orgOf(caller), id, 'declined')), now()),
  ),
  route(revokeRequest, async ({ params: { id }, caller }) =>
    decisionReply(withoutGone(await decide(orgOf(caller), id, 'revoked')), now()),
  ),
]
