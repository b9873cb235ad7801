import { code } from '../../code.ts'
import { answering, boundary, threat } from '../../describe.ts'
import type { Case, Context, NamedValue, Part, ThreatDraft } from '../../design.ts'
import { authenticateHmac, hmacCredentials, hmacSource, type Scheme } from './hmac-source.ts'

const VENDORS: Readonly<Record<string, Scheme>> = { stripe: 'stripe', github: 'github' }

/** How the events of a context's vendor are signed. */
export const schemeOf = ({ traits }: Pick<Context, 'traits'>): Scheme =>
  VENDORS[traits.vendor.toLowerCase()] ?? 'standard'

/** Names in an intention that choosing a scheme keeps. */
const KEPT: Readonly<Record<Scheme, readonly string[]>> = {
  standard: ['Standard Webhooks'],
  stripe: ['Stripe'],
  github: ['GitHub'],
}

const head = (isTimed: boolean) => code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { http } from '../src/handler.ts'
import { authorized, KEY } from './support/credentials.ts'
import { goodBody, goodRequest, PATH } from './support/requests.ts'
import { ${isTimed ? code`START, world` : code`world`} } from './support/world.ts'

const statusOf = async (request: Request, secrets?: Record<string, string>): Promise<number> =>
  (await http(request, world(secrets === undefined ? {} : { secrets }).deps)).status
`

/** What takes events in for later work has a queue, which stays empty. */
const changed = (hasQueue: boolean): Case => ({
  ...{
    level: 'integration',
    given: code`a signed event`,
    when: code`one byte of its body is changed`,
    outcome: hasQueue ? code`401 and no effect` : code`401`,
  },
  traces: ['hmac-verified', 'hmac-changed'],
  body: code`
  const { ${hasQueue ? code`deps, sent` : code`deps`} } = world()
  const good = await goodRequest()
  const text = await good.clone().text()
  const request = new Request(good.url, { method: 'POST', headers: good.headers, body: text.replace('}', ' }') })
  const response = await http(request, deps)
  assert.equal(response.status, 401)
${hasQueue ? code`  assert.deepEqual(sent, [])` : code``}
`,
})

const unsigned: Case = {
  ...{
    level: 'integration',
    given: code`no signature, or one by another key`,
    when: code`the event arrives`,
    outcome: code`401`,
  },
  traces: ['hmac-verified', 'hmac-forged'],
  body: code`
  assert.equal(await statusOf(new Request('https://service.test' + PATH, { method: 'POST', body: goodBody })), 401)
  assert.equal(await statusOf(authorized('POST', PATH, goodBody, { key: 'another-key' })), 401)
  assert.equal(await statusOf(authorized('POST', PATH, goodBody, { key: '' }), { SIGNING_KEYS: '' }), 401)
`,
}

const rotated: Case = {
  ...{
    level: 'integration',
    given: code`two keys while they change`,
    when: code`events signed with either arrive`,
    outcome: code`both are taken`,
  },
  traces: ['hmac-verified'],
  body: code`
  const secrets = { SIGNING_KEYS: 'a-newer-key,' + KEY }
  assert.ok((await statusOf(authorized('POST', PATH, goodBody), secrets)) < 300)
  assert.ok((await statusOf(authorized('POST', PATH, goodBody, { key: 'a-newer-key' }), secrets)) < 300)
`,
}

const old: Case = {
  ...{
    level: 'integration',
    given: code`a true signature`,
    when: code`its time is 301 seconds off`,
    outcome: code`401; at 300 it is taken`,
  },
  traces: ['hmac-verified', 'hmac-replayed'],
  body: code`
  assert.equal(await statusOf(authorized('POST', PATH, goodBody, { at: START - 301_000 })), 401)
  assert.equal(await statusOf(authorized('POST', PATH, goodBody, { at: START + 301_000 })), 401)
  assert.ok((await statusOf(authorized('POST', PATH, goodBody, { at: START - 300_000 }))) < 300)
`,
}

const forged = answering(
  ['stride-unsigned-event'],
  threat(
    'hmac-forged',
    code`A stranger who knows the address`,
    code`sends an event that the sender never made`,
    code`We act on an invention`,
    [4, 5],
    code`HMAC-SHA-256 with a key of the sender, compared in constant time`,
  ),
)

const replayed = (isDeduped: boolean): ThreatDraft =>
  threat(
    'hmac-replayed',
    code`Who has seen a true request`,
    code`sends it again later`,
    code`One event has two effects`,
    [3, 4],
    isDeduped
      ? code`The signed time may be off by 300 seconds; ids are kept for 72 hours`
      : code`The signed time may be off by 300 seconds; a repetition within them has the same answer`,
    code`A copy of it`,
  )

const altered = threat(
  'hmac-changed',
  code`Who sits between sender and us`,
  code`changes an amount or a receiver`,
  code`We act on another event than was sent`,
  [2, 5],
  code`The signature is checked over the raw bytes before anything is parsed`,
  code`TLS ends before us`,
)

const SECRET: NamedValue = {
  name: code`SIGNING_KEYS`,
  means: code`Key that the sender signs with; two with a comma between them while they change`,
}

/** HMAC over the raw body. The pattern's `requests.ts` exports `goodBody`, `goodRequest` and `PATH`. */
export const hmacPart = (context: Context, { isDeduped }: { readonly isDeduped: boolean }): Part => {
  // A vendor signs the events that it sends; who calls an API of ours signs in the common way, whatever vendor is named.
  const scheme = isDeduped ? schemeOf(context) : 'standard'
  const isTimed = scheme !== 'github'
  const text = isTimed
    ? code`An event counts only with an HMAC of its sender over the bytes that arrived, not older than 300 seconds`
    : code`An event counts only with an HMAC of its sender over the bytes that arrived`
  return {
    secrets: [SECRET],
    files: [
      { path: 'src/verification/hmac.ts', content: hmacSource(scheme) },
      { path: 'src/verification/authenticate.ts', content: authenticateHmac(scheme) },
      { path: 'test/support/credentials.ts', content: hmacCredentials(scheme) },
    ],
    requirements: [{ key: 'hmac-verified', text, priority: 'P1', keeps: KEPT[scheme] }],
    boundaries: [
      boundary('http', code`Caller to HTTP entry`, {
        S: isTimed ? [forged, replayed(isDeduped)] : [forged],
        T: [altered],
        E: isDeduped
          ? code`A sender has no rights but to send events`
          : code`Who signs has all the rights of a caller: there is one kind of them`,
      }),
    ],
    suites: [
      {
        path: 'test/verification.test.ts',
        head: head(isTimed),
        cases: [changed(isDeduped), unsigned, rotated, ...(isTimed ? [old] : [])],
      },
    ],
  }
}
