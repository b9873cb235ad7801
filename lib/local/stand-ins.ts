import { join } from 'node:path'
import { issuerUrl } from '../issuer-url.ts'
import type { EmbeddedAws, LocalClock } from './aws/ports.ts'
import type { Gateway } from './gateway.ts'
import type { LocalApp } from './local-app.ts'
import { STRIPE_ADDRESS, standInForStripe } from './payments.ts'
import { type SessionIssuer, startSessionIssuer } from './session-issuer.ts'
import type { StackLog } from './stack-log.ts'
import type { RunningStripe } from './stripe/stripe-server.ts'

const LOCAL_ISSUER = issuerUrl({ stage: 'local', publicUrls: {} })

/** Ports relative to the first port of the stack. */
const ISSUER_OFFSET = 11
const STRIPE_OFFSET = 10

interface StandInOptions {
  /** First port of the stack; 0 uses free ports. */
  readonly port: number
  readonly state: string
  readonly log: (entry: StackLog) => void
}

type Undo = (() => Promise<void>)[]

export interface StandIns {
  readonly issuer: SessionIssuer | undefined
  readonly stripe: RunningStripe | undefined
}

/** Replaces public URLs, which templates build from the IDs of APIs and user pools, with local ones. */
export const localAddresses =
  (gateways: readonly Gateway[], { userPools }: LocalApp, { issuer, stripe }: StandIns) =>
  (text: string): string => {
    if (stripe && text === STRIPE_ADDRESS) return stripe.url
    if (issuer && userPools.some((pool) => pool.issuer === text)) return issuer.url
    const platform = gateways.find(({ api }) => api.key === 'platform')
    if (platform && text === LOCAL_ISSUER) return platform.url
    return gateways.reduce((result, { api, url }) => {
      const host =
        api.kind === 'rest'
          ? `${api.id}\\.execute-api\\.[a-z0-9-]+\\.amazonaws\\.com`
          : `${api.id}\\.lambda-url\\.[a-z0-9-]+\\.on\\.aws`
      const stage = api.kind === 'rest' ? `(?:/${api.stage})?` : ''
      return result.replace(new RegExp(`https://${host}${stage}`, 'g'), url)
    }, text)
  }

const startIssuer = async (
  { port, state }: StandInOptions,
  { userPools }: LocalApp,
  { now }: LocalClock,
  undo: Undo,
) => {
  const [pool] = userPools
  if (!pool) return undefined
  const issuer = await startSessionIssuer({
    port: port === 0 ? 0 : port + ISSUER_OFFSET,
    keyFile: join(state, 'session-key.pem'),
    peopleFile: join(state, 'people.json'),
    client: pool.client,
    now,
  })
  undo.push(() => issuer.stop())
  return issuer
}

interface StandInDeps {
  readonly aws: EmbeddedAws
  readonly app: LocalApp
  readonly gateways: readonly Gateway[]
}

const startPayments = async ({ port, state, log }: StandInOptions, { aws, app, gateways }: StandInDeps, undo: Undo) => {
  const stripe = await standInForStripe({
    port: port === 0 ? 0 : port + STRIPE_OFFSET,
    state,
    aws,
    functions: app.functions,
    platform: () => gateways.find(({ api }) => api.key === 'platform')?.url,
    log: (text) => log({ type: 'note', level: 'info', text }),
  })
  if (stripe) undo.push(() => stripe.stop())
  return stripe
}

/** Starts the stand-ins for third-party services. Adds the steps that stop them to `undo`. */
export const startStandIns = async (options: StandInOptions, deps: StandInDeps, undo: Undo): Promise<StandIns> => {
  const issuer = await startIssuer(options, deps.app, deps.aws.clock, undo)
  return { issuer, stripe: await startPayments(options, deps, undo) }
}
