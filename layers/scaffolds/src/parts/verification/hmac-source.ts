import { type Code, code, joined } from '../../code.ts'
import { UNVERIFIED } from './caller-source.ts'

/** How a vendor signs: where id, time and signature stand, and what is signed. */
export type Scheme = 'standard' | 'stripe' | 'github'

const STANDARD = code`
/** Standard Webhooks: three headers, signatures "v1,<base64>" with spaces between them, over id.timestamp.body. */
const read = ({ headers, body }: Signed): Claim => ({
  id: headers.get('webhook-id') ?? '',
  seconds: headers.get('webhook-timestamp') ?? '',
  encoding: 'base64',
  signatures: (headers.get('webhook-signature') ?? '')
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => each.slice(3)),
  content: Buffer.concat([Buffer.from((headers.get('webhook-id') ?? '') + '.' + (headers.get('webhook-timestamp') ?? '') + '.'), body]),
})
`

const STRIPE = code`
/** Stripe: one header "t=<seconds>,v1=<hex>", over timestamp.body; the id of the event stands in the signed body. */
const read = ({ headers, body }: Signed): Claim => {
  const parts = (headers.get('stripe-signature') ?? '').split(',').map((each) => each.split('='))
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? ''
  return {
    id: /"id" *: *"(evt_[A-Za-z0-9]+)"/.exec(Buffer.from(body).toString('utf8'))?.[1] ?? '',
    seconds,
    encoding: 'hex',
    signatures: parts.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : [])),
    content: Buffer.concat([Buffer.from(seconds + '.'), body]),
  }
}
`

const GITHUB = code`
/** GitHub: "sha256=<hex>" over the body. It signs neither time nor delivery, so the digest of the body names the event. */
const read = ({ headers, body }: Signed): Claim => ({
  id: createHash('sha256').update(body).digest('hex'),
  encoding: 'hex',
  signatures: [(headers.get('x-hub-signature-256') ?? '').replace(/^sha256=/, '')],
  content: body,
})
`

const WHSEC = code`
/** Keys of Standard Webhooks are base64 behind "whsec_"; any other text is the key itself. */
const bytesOf = (key: string): Buffer => (key.startsWith('whsec_') ? Buffer.from(key.slice(6), 'base64') : Buffer.from(key))
`

const PLAIN = code`
/** The text as the sender shows it is the key, whatever it begins with. */
const bytesOf = (key: string): Buffer => Buffer.from(key)
`

const READERS: Readonly<Record<Scheme, Code>> = { standard: STANDARD, stripe: STRIPE, github: GITHUB }

const TOP = (isTimed: boolean): Code => code`
${joined([
  isTimed
    ? code`/** Seconds that a signature may be old, or ahead of our clock. */\nexport const TOLERANCE_SECONDS = 300\n\ninterface Signed {`
    : code`interface Signed {`,
])}
  readonly headers: Headers
  readonly body: Uint8Array
}

interface Claim {
${joined([
  code`  readonly id: string`,
  isTimed ? code`  readonly seconds: string` : undefined,
  code`  readonly encoding: 'hex' | 'base64'`,
  code`  readonly signatures: readonly string[]`,
])}
  /** The very bytes that are signed. */
  readonly content: Uint8Array
}
`

const IS_OF = code`
const isOf = (key: string, { content, encoding, signatures }: Claim): boolean => {
  const wanted = createHmac('sha256', bytesOf(key)).update(content).digest()
  return signatures.some((signature) => {
    const given = Buffer.from(signature, encoding)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}
`

const TIMED = code`
${IS_OF}

const isTimely = (seconds: string, nowMs: number): boolean =>
  /^[0-9]{1,12}$/.test(seconds) && Math.abs(nowMs / 1_000 - Number(seconds)) <= TOLERANCE_SECONDS

/**
 * The id of a signed event.
 * @param keys newest first; a second one is accepted while keys change.
 * @throws Problem 401 for all that is not signed with a key, over these bytes, within the tolerance.
 */
export const requireSigned = (signed: Signed, keys: readonly string[], nowMs: number): string => {
  const claim = read(signed)
  const isGood = claim.id !== '' && isTimely(claim.seconds, nowMs) && keys.some((key) => key !== '' && isOf(key, claim))
  if (!isGood)
    throw new Problem(401, 'signature_invalid', 'The signature is missing, old, or of other bytes', { headers: { 'www-authenticate': 'HMAC-SHA256' } })
  return claim.id
}
`

const UNTIMED = code`
${IS_OF}

/**
 * The id of a signed event. The sender signs no time, so an old one is known by its id alone.
 * @param keys newest first; a second one is accepted while keys change.
 * @throws Problem 401 for all that is not signed with a key over these bytes.
 */
export const requireSigned = (signed: Signed, keys: readonly string[]): string => {
  const claim = read(signed)
  if (!keys.some((key) => key !== '' && isOf(key, claim)))
    throw new Problem(401, 'signature_invalid', 'The signature is missing, or of other bytes', { headers: { 'www-authenticate': 'HMAC-SHA256' } })
  return claim.id
}
`

export const hmacSource = (scheme: Scheme): Code => code`
import { ${scheme === 'github' ? code`createHash, createHmac` : code`createHmac`}, timingSafeEqual } from 'node:crypto'
import { Problem } from '../http/problem.ts'

${TOP(scheme !== 'github')}

${READERS[scheme]}

${scheme === 'standard' ? WHSEC : PLAIN}

${scheme === 'github' ? UNTIMED : TIMED}
`

export const authenticateHmac = (scheme: Scheme): Code => code`
import type { Deps } from '../ports.ts'
import { requireSigned } from './hmac.ts'

export interface Caller {
  /** Of a signed event its id: who repeats it is the same caller. */
  readonly id: string
  readonly tenant: string
  readonly scopes: readonly string[]
}

${UNVERIFIED}

/** Who sends this. The secret holds one key, or two with a comma between them while they change. */
export const authenticate = async ({ headers, body }: Unverified, deps: Deps): Promise<Caller> => {
  const keys = (await deps.secret('SIGNING_KEYS')).split(',')
  return { id: requireSigned({ headers, body }, keys${scheme === 'github' ? code`` : code`, deps.now()`}), tenant: 'sender', scopes: [] }
}
`

const SIGN: Readonly<Record<Scheme, Code>> = {
  standard: code`
  const id = over.id ?? 'msg_1'
  const content = Buffer.concat([Buffer.from(id + '.' + seconds + '.'), Buffer.from(body)])
  const signature = createHmac('sha256', key).update(content).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': 'v1,' + signature }
`,
  stripe: code`
  const signature = createHmac('sha256', key).update(seconds + '.' + body).digest('hex')
  return { 'stripe-signature': 't=' + seconds + ',v1=' + signature }
`,
  github: code`
  const signature = createHmac('sha256', key).update(body).digest('hex')
  return { 'x-hub-signature-256': 'sha256=' + signature, 'x-github-event': over.event ?? 'pull_request', 'x-github-delivery': 'delivery-1' }
`,
}

const WITH_ID = code`

/** Stripe names the event in its body. */
const withId = (body: string, over: Over): string =>
  body.startsWith('{') ? body.replace('{', '{"id":"evt_' + (over.id ?? '1').replace(/[^A-Za-z0-9]/g, '') + '",') : body
`

export const hmacCredentials = (scheme: Scheme): Code => code`
${
  scheme === 'github'
    ? code`import { createHmac } from 'node:crypto'`
    : code`import { createHmac } from 'node:crypto'
import { START } from './world.ts'`
}

export const KEY = 'a-key-that-only-tests-know'

interface Over {
  readonly key?: string
${
  scheme === 'github'
    ? code`  readonly event?: string`
    : code`  readonly id?: string
  /** Milliseconds of its timestamp. */
  readonly at?: number`
}
}

const signed = (body: string, over: Over): Record<string, string> => {
  const key = over.key ?? KEY
${joined([
  scheme === 'github' ? undefined : code`  const seconds = String(Math.floor((over.at ?? START) / 1_000))`,
  SIGN[scheme],
])}
}

/** A request as its true sender signs it. */
export const authorized = (method: string, path: string, body?: string, over: Over = {}): Request => {
  const url = 'https://service.test' + path
  if (body === undefined) return new Request(url, { method, headers: signed('', over) })
  const text = ${scheme === 'stripe' ? code`withId(body, over)` : code`body`}
  return new Request(url, { method, body: text, headers: { 'content-type': 'application/json', ...signed(text, over) } })
}
${scheme === 'stripe' ? WITH_ID : code``}
`
