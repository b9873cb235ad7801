import { code } from '../../code.ts'
import { boundary, threat, withCardIds } from '../../describe.ts'
import type { Context, NamedValue, Part, ThreatDraft } from '../../design.ts'
import { templates } from '../../templates/templates.ts'

/** The signature scheme of a vendor: headers and signed bytes. */
export type Scheme = 'standard' | 'stripe' | 'github'

const SCHEME_BY_VENDOR: Readonly<Record<string, Scheme>> = { stripe: 'stripe', github: 'github' }

export const schemeOf = ({ traits }: Pick<Context, 'traits'>): Scheme =>
  SCHEME_BY_VENDOR[traits.vendor.toLowerCase()] ?? 'standard'

const VENDOR_WORDS: Readonly<Record<Scheme, readonly string[]>> = {
  standard: ['Standard Webhooks'],
  stripe: ['Stripe'],
  github: ['GitHub'],
}

const forgedEvent = withCardIds(
  ['stride-unsigned-event'],
  threat(
    'hmac-forged',
    code`A third party who knows the URL`,
    code`sends an event that the sender did not send`,
    code`The service processes a forged event`,
    [4, 5],
    code`HMAC-SHA-256 with a key of the sender, compared in constant time`,
  ),
)

const replayedRequest = (isDeduped: boolean): ThreatDraft =>
  threat(
    'hmac-replayed',
    code`A third party who has seen a valid request`,
    code`sends it again later`,
    code`One event has two effects`,
    [3, 4],
    isDeduped
      ? code`The signed time may differ by 300 seconds; IDs are stored for 72 hours`
      : code`The signed time may differ by 300 seconds; a repetition within that time gets the same response`,
    code`A copy of the request`,
  )

const changedBody = threat(
  'hmac-changed',
  code`A third party between the sender and the service`,
  code`changes an amount or a recipient`,
  code`The service processes a modified event`,
  [2, 5],
  code`The signature is checked over the raw bytes before anything is parsed`,
  code`TLS ends before the service`,
)

const SECRET: NamedValue = {
  name: code`SIGNING_KEYS`,
  description: code`Key that the sender signs with; two keys separated by a comma during a rotation`,
}

/** Verifies an HMAC over the raw body. `requests.ts` of the pattern exports `goodBody`, `goodRequest` and `PATH`. */
export const hmacPart = (context: Context, { isDeduped }: { readonly isDeduped: boolean }): Part => {
  // A vendor signs the events that it sends. Other callers sign as in Standard Webhooks, whatever vendor is named.
  const scheme = isDeduped ? schemeOf(context) : 'standard'
  const isTimed = scheme !== 'github'
  const text = isTimed
    ? code`An event is only accepted with the sender's HMAC over the received bytes, not older than 300 seconds`
    : code`An event is only accepted with the sender's HMAC over the received bytes`
  return {
    secrets: [SECRET],
    render: () => [
      templates(`shared/hmac-${scheme}`),
      templates('shared/verification-hmac', {
        flags: { timed: isTimed, deduped: isDeduped },
        values: { changed: isDeduped ? code`401 and no effect` : code`401` },
      }),
    ],
    requirements: [{ key: 'hmac-verified', text, priority: 'P1', fulfills: VENDOR_WORDS[scheme] }],
    boundaries: [
      boundary('http', code`Caller to HTTP entry`, {
        S: isTimed ? [forgedEvent, replayedRequest(isDeduped)] : [forgedEvent],
        T: [changedBody],
        E: isDeduped
          ? code`A sender only has the right to send events`
          : code`Every signing client has all rights of a caller, because there is only one kind of caller`,
      }),
    ],
  }
}
